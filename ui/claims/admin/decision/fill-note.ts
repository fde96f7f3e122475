import type { ClaimDossier } from '#contract/claims/claims.ts';
import { fillTemplate } from '#contract/claims/note-templates.ts';
import { formatDate } from '#ui/kit/format.ts';

type NoteContext = Pick<ClaimDossier, 'requestorName' | 'submittedAt'> & {
  dentist: Pick<ClaimDossier['dentist'], 'name' | 'city' | 'state'>;
};

/** Replaces the placeholders of a note with the data of a claim. */
export const fillNote = (
  note: string,
  { dentist, requestorName, submittedAt }: NoteContext,
  reviewer: string,
): string =>
  fillTemplate(note, {
    practice: dentist.name,
    claimant: requestorName,
    place: [dentist.city, dentist.state].filter(Boolean).join(', ') || 'its city',
    submitted: formatDate(submittedAt),
    date: formatDate(Date.now()),
    reviewer,
  });
