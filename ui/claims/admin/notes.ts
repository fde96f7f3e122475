import { create } from 'zustand';
import type { ClaimDossier } from '#contract/claims.ts';
import { fillTemplate } from '#contract/note-templates.ts';
import { useUser } from '#ui/accounts/session.ts';
import { formatDate } from '#ui/kit/format.ts';

type About = Pick<ClaimDossier, 'requestorName' | 'submittedAt'> & {
  dentist: Pick<ClaimDossier['dentist'], 'name' | 'city' | 'state'>;
};

/** A note as this claim's person will read it. */
export const noteFor = (note: string, { dentist, requestorName, submittedAt }: About, reviewer: string): string =>
  fillTemplate(note, {
    practice: dentist.name,
    claimant: requestorName,
    place: [dentist.city, dentist.state].filter(Boolean).join(', ') || 'its city',
    submitted: formatDate(submittedAt),
    date: formatDate(Date.now()),
    reviewer,
  });

const useDrafts = create<Record<string, string>>(() => ({}));

/** A note that is being written outlives the claim's turn on the screen: the next one, a new sign-in, a list that came anew. */
export function useDraft(claimId: number): [note: string, write: (note: string) => void] {
  const key = `${useUser()?.id ?? ''} ${claimId}`;
  return [useDrafts((drafts) => drafts[key] ?? ''), (note) => useDrafts.setState({ [key]: note })];
}
