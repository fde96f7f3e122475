/*
 * Finds words of a practice's reply that confirm that the author is a patient, or name a treatment. HIPAA forbids both, even if the author
 * wrote it first. Plain rules, because the practice must see which words they found.
 */

const treatment =
  '(?:crowns?|fillings?|root canals?|cleanings?|extractions?|implants?|veneers?|bridges?|dentures?|braces|aligners?|whitening|x-?rays?|cavit(?:y|ies)|wisdom (?:tooth|teeth)|tooth|teeth|gums?|molars?|abscess|infection|numbing|anesthesia|sedation|surgery|procedures?|treatments?|restorations?|night ?guard|mouth ?guard|retainer|sealants?|deep cleaning|check-?ups?|exams?|follow-?up|consultation|prescription|antibiotics?|diagnosis|pain|swelling|bleeding|bite|smile|dental needs|oral health|jaw|pockets?|enamel|numbness|sensitivity|toothaches?|injections?|anxiety|diabetes|blood pressure|pregnancy|condition|symptoms|health)';
const visit =
  '(?:visits?|appointments?|check-?ups?|exams?|consultations?|stay|time (?:here|with us|in (?:our|the) chair)|records?|charts?|files?|bills?|balance|invoice|insurance|claims?|co-?pay|payments?|account|deposit|refund|estimate|quote|cancellations?|no-?shows?|referral|paperwork|forms?|medical history|health history|medications?|allergies|history|case|dentist|hygienist|provider|fees?|hsa|fsa|deductible|emergency|emergencies|dental (?:home|family|care|team|office))';
const days = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const months =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const family =
  '(?:son|daughter|child|children|kids?|kiddos?|little (?:ones?|guy|girl|boy)|husband|wife|partner|spouse|mother|mom|father|dad|sister|brother|family)';

/** Sentences with which a practice says that it can't discuss anyone. They confirm nothing. */
const refusals = [
  /\b(?:whether|if) (?:or not )?(?:anyone|someone|somebody|a person|any person|you|an individual|any individual|a reviewer|the reviewer)[^.!?]*/gi,
  /\b(?:any|a|our|all|each|every|no|potential|prospective|new|of|about|for|to|individual|specific) (?:individual |new |former |current )?patients?['’]?s? (?:privacy|information|confidentiality|care|details?|matters?|experience|satisfaction|safety|coordinator|advocate|relations?|comfort|relationship)\b/gi,
];

const rules: readonly [kind: 'relationship' | 'treatment' | 'visit' | 'when', pattern: RegExp][] = [
  ['visit', new RegExp(`\\b(?:your|that|this|the last|the first) (?:\\w+ ){0,3}?${visit}\\b`, 'i')],
  // Acts of the author, other than writing the review.
  [
    'visit',
    /\byou (?:still |also |then |never |already )?(?!shared|described|posted|mentioned us|reviewed|recommended|enjoyed|liked|raised)(?:[a-z]+ed|owe|left|came|paid|told|said|were|drove|spoke|(?:did|had|would|could)(?:n['’]t| not)|chose|brought|took|went|(?:have|had) been (?:\w+ )?[a-z]+ed)\b/i,
  ],
  ['visit', new RegExp(`\\byour ${family}(?:['’]s)?\\b`, 'i')],
  [
    'visit',
    /\b(?:(?:when|after|before|since|that|as|because|while|once|time) you|you (?:had|have|were|was|also|never|did|didn['’]t|called|then|first|last))\b[^.!?]{0,40}?\b(?:came|come|visited|arrived|were (?:here|seen|late|in|scheduled|told|given|offered|informed|treated|numb|charged|quoted|with us|due|experiencing|able|referred)|left|saw|missed|canceled|cancelled|checked in|checked out|signed|agreed|declined|refused|called|booked|scheduled|rescheduled|paid|chose|received|needed|waited|requested|asked|opted|showed|mentioned|told us|presented|had|got|went|owed?|came in)\b/i,
  ],
  [
    'visit',
    /\b(?:we|i|doctor|dr\.? \w+|our (?:team|staff|hygienists?|doctors?|dentists?|front desk|assistants?|office)|she|he|they)(?: \w+)? (?:saw|treated|examined|numbed|cleaned|placed|removed|extracted|filled|billed|charged|refunded|quoted|reviewed|offered|gave|told|informed|explained(?: to)?|warned|advised|called|rescheduled|squeezed|fit|referred|prescribed|recommended|saved|repaired|finished|completed|performed|diagnosed|restored|helped|welcomed|greeted|treating|seeing|meeting|having|welcoming|helping)\b[^.!?]{0,40}?\b(?:you|your|yourself|it|in|that|the (?:tooth|crown|filling|price|cost|fee|estimate|options?))\b/i,
  ],
  [
    'visit',
    /\b(?:see(?:ing)?|saw|seen|treat(?:ing|ed)?|meet(?:ing)?|met|having|had|welcom(?:e|ed|ing)|examin(?:e|ed|ing)|help(?:ed|ing)?|serv(?:e|ed|ing)|look(?:ed|ing)? after|tak(?:e|ing) care of|took care of|car(?:e|ed|ing) for) (?:for |of |after )?(?:both of )?you\b(?! (?:can|could|may|might|would|want|need|have any|should))/i,
  ],
  // Words for treating a patient, and for someone's visit.
  [
    'visit',
    /\b(?:(?:get|got|getting|squeez(?:e|ed|ing)|fit|work(?:ed)?) you (?:in|out|back|on|seen|scheduled)|(?:discussed|talked|spoke|went over) (?:\w+ ){0,3}?with you|hav(?:e|ing) you (?:here|in|all)|(?:bring|bringing|brought) (?:in )?(?:the|your|them|him|her) (?:\w+ )?(?:kids?|kiddos?|children|son|daughter|family|in)|to be seen)\b/i,
  ],
  [
    'relationship',
    /\b(?:(?:as|being|been|becoming|remain(?:ing)?|having you as|you (?:are|were|have been)|you['’]re|you as|one of) (?:a |an |our |such a )?(?:\w+ ){0,2}?patients?|patients? (?:like you|such as you(?:rself)?)|(?:valued|loyal|longtime|long-time|former|favorite|wonderful|great) patients?|(?:not|never) (?:been )?(?:a|our) patient|no record of you|our patient since|patient of (?:ours|this practice|dr))\b/i,
  ],
  [
    'relationship',
    /\b(?:choosing|trust(?:ing|ed)?|picking|entrusting|coming (?:to|in|back)|visiting|returning to|letting|allowing|giving) (?:us|our (?:office|practice|team|clinic)|dr|in\b|back\b|the chance to treat)|\b(?:see|welcome|have) you (?:again|back|next|soon|in|at)\b|\b(?:come|came|coming) (?:back )?in\b(?! (?:any time|anytime))|\byou(?:['’]ve| have)? (?:come|came|been coming|been with us|been here|were here|were with us)\b|\byour (?:loyalty|trust in us|business|patience (?:that day|while))\b/i,
  ],
  ['treatment', new RegExp(`\\byour (?:\\w+[ -]){0,3}?${treatment}\\b`, 'i')],
  [
    'treatment',
    new RegExp(
      `\\b(?:the|that|this|those|these|a|an|two|three|four) (?:\\w+ )?${treatment}\\b[^.!?]{0,60}?\\b(?:you|we (?:placed|did|made|took|removed|performed|found|recommended)|on you|was|were|went|turned out|needed|had|took|fell|came|broke|cracked|wore|hurts?)\\b`,
      'i',
    ),
  ],
  [
    'treatment',
    new RegExp(
      `\\byou(?:['’]ve|['’]re)?\\b[^.!?]{0,50}?\\b(?:needed|need|had|have|received|got|wanted|chose|declined|refused|requested|came|for|with|after|during|about|feel|like|love)\\b[^.!?]{0,30}?\\b(?:a|an|the|another|new|two|three|four|some|of|for|that) (?:\\w+ )?${treatment}\\b`,
      'i',
    ),
  ],
  [
    'when',
    new RegExp(
      `\\b(?:on|since|of|for|until|by|last|this past|that) ${days}\\b(?!s)(?! (?:to|through|and|or|from|between|evenings?|mornings?|at \\d))`,
      'i',
    ),
  ],
  [
    'when',
    new RegExp(
      `\\b(?:on|since|in|last|back in|this past|from|of) ${months}\\b(?: \\d{1,2}(?:st|nd|rd|th)?)?(?! (?:to|through))`,
      'i',
    ),
  ],
  ['when', /\b(?:on|from|dated) \d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b/],
  [
    'when',
    /\b(?:last (?:week|month|year|time|summer|fall|spring|winter)|yesterday|the other day|earlier today|this (?:morning|afternoon)|that (?:day|morning|afternoon|evening))\b/i,
  ],
];

interface PrivacyFinding {
  kind: 'relationship' | 'treatment' | 'visit' | 'when';
  words: string;
}

const person =
  /\b(?:you|your|yours|yourself|wait\w*|late|visits?|appointments?|seen|saw|see|seeing|came|treat\w*|patients?|she|he|her|him|cleaning|exam|surgery|procedure)\b/i;

/** The words that confirm a patient, each kind once. */
export function findPatientDetails(text: string): PrivacyFinding[] {
  let rest = text;
  for (const refusal of refusals) rest = rest.replace(refusal, ' … ');
  const findings: PrivacyFinding[] = [];
  for (const [kind, pattern] of rules) {
    // A date alone may be about the office. Next to these words it is about someone.
    const searched = kind === 'when' ? rest.split(/[.!?]+/).filter((sentence) => person.test(sentence)).join('. ') : rest; // prettier-ignore
    const words = pattern.exec(searched)?.[0];
    if (words !== undefined && !findings.some((finding) => finding.kind === kind)) findings.push({ kind, words });
  }
  return findings;
}

export const privacyReasons: Record<PrivacyFinding['kind'], string> = {
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
