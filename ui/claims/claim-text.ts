import type { ClaimEventKind, OwnClaim } from '#contract/claims.ts';

export const statusBadge: Record<OwnClaim['status'], { label: string; tone: 'neutral' | 'good' | 'warn' | 'bad' }> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** Steps of a claim as the claimant reads them. */
export const stepText: Record<ClaimEventKind, string> = {
  submitted: 'Sent',
  evidence_asked: 'We asked for more evidence',
  answered: 'You answered',
  letter_sent: 'A letter with a PIN is on its way to the practice',
  pin_failed: 'A wrong PIN was entered',
  pin_confirmed: 'PIN confirmed',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'You withdrew the request',
  reversed: 'Approval reversed',
  reopened: 'Review reopened',
};
