import { englishRules, refusals, type PrivacyKind } from './privacy-rules.ts';
import { spanishRules } from './privacy-rules-spanish.ts';

/*
 * Finds words of a practice's reply that confirm that the author is a patient, or name a treatment. HIPAA forbids both, even if the author
 * wrote it first. Plain rules, because the practice must see which words they found.
 */

interface PrivacyFinding {
  kind: PrivacyKind;
  words: string;
}

const person =
  /\b(?:you|your|yours|yourself|wait\w*|late|visits?|appointments?|seen|saw|see|seeing|came|treat\w*|patients?|usted|espera|vino|she|he|her|him|cleaning|exam|surgery|procedure)\b/i;

/** The words that confirm a patient, each kind once. */
export function findPatientDetails(text: string): PrivacyFinding[] {
  let rest = text.replace(/\bur\b/gi, 'your').replace(/\bu\b/g, 'you');
  for (const refusal of refusals) rest = rest.replace(refusal, ' … ');
  const findings: PrivacyFinding[] = [];
  for (const [kind, pattern] of [...englishRules, ...spanishRules]) {
    // A date alone may be about the office. Next to these words it is about someone.
    const searched = kind === 'when' ? rest.split(/[.!?]+/).filter((sentence) => person.test(sentence)).join('. ') : rest; // prettier-ignore
    const words = pattern.exec(searched)?.[0];
    if (words !== undefined && !findings.some((finding) => finding.kind === kind)) findings.push({ kind, words });
  }
  return findings;
}

export const privacyReasons: Record<PrivacyKind, string> = {
  relationship: 'says that the author is a patient',
  treatment: 'mentions a treatment',
  visit: 'confirms a visit',
  when: 'says when someone was there',
};

/** Replies that confirm nothing. */
export const suggestedReplies = [
  'Thank you for your feedback. We take all comments seriously.',
  'Thank you for the kind words. Our team will be glad to read them.',
  "We're sorry to read this. Privacy laws keep us from answering in public. Please call our office, so that we can listen.",
] as const;
