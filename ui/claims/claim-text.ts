import type { ClaimEventKind, OwnClaim } from '#contract/claims/claims.ts';

export const statusBadge: Record<OwnClaim['status'], { label: string; tone: 'neutral' | 'good' | 'warn' | 'bad' }> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** True if the claimant has to answer a question or enter the PIN of a letter. */
export const needsAnswer = ({ status, evidenceAsked, letter }: OwnClaim): boolean =>
  status === 'pending' && (evidenceAsked || letter?.open === true);

/** Labels checks in the review queue. Claims need no label. */
export const checkLabel: Record<OwnClaim['kind'], string | null> = {
  claim: null,
  new_listing: 'Check of a new listing',
  identity_change: 'Check of changes',
  new_owner: 'Check of a new owner',
};

/** Steps of a claim as the claimant reads them. */
const stepText: Record<ClaimEventKind, string> = {
  submitted: 'Sent',
  evidence_asked: 'We asked for more evidence',
  answered: 'You answered',
  letter_sent: 'A letter with a PIN is on its way to the practice',
  pin_failed: 'A wrong PIN was entered',
  pin_confirmed: 'PIN confirmed',
  called: 'We called the practice',
  license_matched: 'We checked the license',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'You withdrew the request',
  reversed: 'Approval reversed',
  reopened: 'Review reopened',
};

/** Owners don't submit checks; they open and end automatically. */
export const describeStep = ({ kind }: Pick<OwnClaim, 'kind'>, step: ClaimEventKind): string => {
  if (kind === 'claim') return stepText[step];
  if (step === 'submitted') return 'Opened';
  return step === 'withdrawn' ? 'Ended' : stepText[step];
};
