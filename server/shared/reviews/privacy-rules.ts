// How replies in English confirm that someone is a patient. Plain rules, because the practice must see which words they found.
const treatment =
  '(?:crowns?|fillings?|root canals?|cleanings?|extractions?|implants?|veneers?|bridges?|dentures?|braces|aligners?|whitening|x-?rays?|cavit(?:y|ies)|wisdom (?:tooth|teeth)|tooth|teeth|gums?|molars?|abscess|infection|numbing|anesthesia|sedation|surgery|procedures?|treatments?|restorations?|night ?guard|mouth ?guard|retainer|sealants?|deep cleaning|check-?ups?|exams?|follow-?up|consultation|prescription|antibiotics?|diagnosis|pain|swelling|bleeding|bite|smile(?! (?:studio|on|to)\\b)|invisalign|trays|laughing gas|nitrous|novocaine|mouthguard|quadrants?|stitches|socket|swelling|dental needs|oral health|jaw|pockets?|enamel|numbness|sensitivity|toothaches?|injections?|anxiety|diabetes|blood pressure|pregnancy|condition|symptoms|health)';
const visit =
  '(?:visits?|appointments?|check-?ups?|exams?|consultations?|stay|time (?:here|with us|in (?:our|the) chair)|records?|charts?|files?|bills?|balance|invoice|insurance|claims?|co-?pay|payments?|account|deposit|refund|estimate|quote|cancellations?|no-?shows?|referral|paperwork|forms?|medical history|health history|medications?|allergies|history|case|dentist|hygienist|provider|fees?|hsa|fsa|deductible|emergency|emergencies|dental (?:home|family|care|team|office))';
const days = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const months =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const family =
  '(?:son|daughter|child|children|kids?|kiddos?|little (?:ones?|guy|girl|boy)|husband|wife|partner|spouse|mother|mom|father|dad|sister|brother|family)';

/** Sentences with which a practice says that it can't discuss anyone. They confirm nothing. */
export const refusals = [
  /\b(?:whether|if) (?:or not )?(?:anyone|someone|somebody|(?:a|any|the|this) (?:\w+ )?(?:person|reviewer|poster|author|commenter)|you(?! (?:had|ever)\b)|an individual|any individual|a reviewer|the reviewer)[^.!?]*/gi,
  /\b(?:any|a|our|all|each|every|no|potential|prospective|new|of|about|for|to|individual|specific) (?:individual |new |former |current )?patients?['’]?s? (?:privacy|information|confidentiality|care|details?|matters?|experience|satisfaction|safety|coordinator|advocate|relations?|comfort|relationship)\b/gi,
];

export type PrivacyKind = 'relationship' | 'treatment' | 'visit' | 'when';
export type PrivacyRule = readonly [kind: PrivacyKind, pattern: RegExp];

export const englishRules: readonly PrivacyRule[] = [
  ['visit', new RegExp(`\\b(?:(?:your|the last|the first) (?:\\w+ ){0,3}?|(?:that|this) (?:\\w+ )?)${visit}\\b`, 'i')],
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
    /\b(?:choosing|trust(?:ing|ed)?|picking|entrusting|coming (?:to|in|back)|visiting|returning to|letting|allowing|giving) (?:us|our (?:office|practice|team|clinic)|dr|in\b|back\b|the chance to treat)|\b(?:see|welcome|have) you (?:again|back|next|soon|in|at)\b|\b(?:come|came|coming) (?:back )?in\b(?! (?:any time|anytime))|\byou(?:['’]ve| have)? (?:come|came|been coming|been with us|been here|were here|were with us)\b|\byour (?:loyalty|trust in us|business|patience that day)\b/i,
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
  // That a record exists, or doesn't.
  [
    'relationship',
    /\b(?:(?:no|any|find|found|see|show|have|locate) (?:\w+ ){0,3}?(?:records?|charts?|files?|visits?|appointments?|accounts?|x-?rays?|payments?|patients?)\b[^.!?]{0,60}?\b(?:you|your|yours|under|by that name|that name)|(?:under|by|with|matching) (?:your|that|this|the) (?:name|description)|searched (?:our|the) (?:system|records|files|schedule|books)|(?:has|have|had) (?:never |ever |n['’]t )?been (?:seen|treated)|no (?:chart|x-?rays?|records?|file|name on)|the person you (?:describe|mention)|(?:reviewed|checked|pulled|looked (?:at|through|into)) (?:the|our) (?:notes|records?|files?|charts?|case|imaging|images|films|schedule)|you (?:are|were|have)(?: not|n['’]t) (?:ever )?(?:been )?(?:here|seen|one of))\b/i,
  ],
  // That the practice knows the author.
  [
    'relationship',
    /\b(?:miss you|remembers? (?:you|your|that (?:day|visit|call)|the day|it)|recalls? (?:you|your|it|that|the)|welcome to (?:the|our) (?:\w+ )?(?:practice|family|office)|(?:to|love to|delighted to) have you\b(?! (?:call|contact|reach|tell|speak|email|write))|(?:you (?:found|picked|chose)|finding) us|(?:was|always|is) (?:a|our|my|such a) pleasure(?! to (?:answer|hear|read))|same time (?:in|next)|you did (?:it|great|so|amazing|wonderful\w*)|you made it|like (?:a|such a) champ|champ|(?:loved|loves|enjoyed|had) (?:\w+ ){0,3}?(?:hearing|talking|chatting|meeting|seeing|working|doing|laughing)|talks about you|happened (?:to you|that|with (?:your|the))|(?:did|does)(?:n['’]t| not) happen|not (?:what|how) (?:it )?happened|made you (?:feel|wait)|make you (?:feel|wait)|(?:the|that|your|our) (?:little (?:guy|ones?|girl|boy|man|lady)|kiddos?))\b/i,
  ],
  [
    'visit',
    /\b(?:next time you|(?:when|whenever|every time|each time) you(?:['’]re| are| stop| visit| come| drop| walk| swing)(?: by| here| in\b| through)?)\b(?![^.!?]*\b(?:website|page|site|online)\b)/i,
  ],
  [
    'visit',
    /(?<!\b(?:reviews?|feedback|comments?|words?|notes?|posts?|messages?|stories|ratings?|kindness|notes|people|neighbors) )\blike yours\b|\b(?:get|got|getting) you\b(?! (?:an answer|answers|in touch|to the right|the (?:right|answer|information)|connected))/i,
  ],
  [
    'visit',
    /\b(?:(?:we|i)(?:['’](?:d|ve)| have| had)? (?:already |since |also |fully )?(?:refunded|credited|reimbursed|waived|charged|billed|adjusted)|(?:was|were|been) (?:\w+ ){0,2}?(?:scheduled|canceled|cancelled|rescheduled|refunded|explained|documented|signed|completed|prescribed|billed|late|no-show)|cancel(?:l)?ed by you|services rendered|standard of care (?:was|in)|post-?op\w*|your (?:\w+ )?(?:policy|coverage|benefits|plan|insurer) (?:has|had|have|does|did|doesn|didn|covers?|covered|paid|denied|only|would))\b/i,
  ],
  [
    'treatment',
    new RegExp(
      `\\b(?:hope|hoping|glad|happy|sorry|congrat\\w*|delighted|thrilled|relieved|loved?|keep|wear|wearing|enjoy|stand by|forward|doing)\\b[^.!?]{0,50}?\\b(?:the|those|that|these|\\w+['’]s|on|finishing) (?:\\w+ )?(?:${treatment}|diagnosis)\\b(?! (?:that )?(?:we|our team) (?:offer|do|provide))`,
      'i',
    ),
  ],
  // That the practice has dealt with the author.
  [
    'relationship',
    /\b(?:(?:per|according to|in|from) our (?:records|files|notes|system|schedule|logs)|our (?:records|files|notes|logs|cameras|system|schedule) (?:show|indicate|say|reflect|confirm|have|disagree)\w*|(?:last time )?(?:this|that) (?:person|man|woman|gentleman|lady|family) (?:was|came|is|has|had|did|owes|left)|(?:is|was|were|are|such an? \w+|our) patients?(?! (?:coordinator|advocate|privacy|rights|portal|care|information))|(?:invite|have|welcome|want|see|get|bring|getting|having) you (?:all |guys )?back|(?:lose|lost|losing) you|miss (?:you|that|your|seeing)|(?:tell|hug|hi to|hello to) (?:the|your|little) (?:\w+)|(?:rooting|praying) for you|good luck (?:with|in|at|on)|past due|voicemails?|(?:numbers?|email|address|phone|information|insurance) you (?:gave|left|provided|listed)|spent (?:\w+ ){0,3}?with you)\b/i,
  ],
  [
    'visit',
    /\b(?:(?:doctor|dentist|hygienist|assistant|associate|provider|specialist) (?:that |who |whom )?you (?:saw|met|had|spoke|dealt)|yours (?:ran|took|was|were|went|had|needed|came|did)|(?:brave|good|great|amazing|sweet|rock ?star) (?:little )?(?:guy|girl|boy|kid|patient)|(?:his|her|their) first|happy healing|heal(?:ing)? (?:up|quickly|well|nicely)|feel better|still (?:sensitive|sore|numb|swollen|healing|hurting)|we (?:sent|gave|sold|fitted) (?:\w+ ){0,3}?(?:home|you)|keep (?:brushing|flossing|wearing|using|icing))\b/i,
  ],
  ['treatment', new RegExp(`\\b${treatment} (?:off|looks?|did the trick|came out|fits?|turned out)\\b`, 'i')],
  [
    'visit',
    /\b(?:thank you|thanks|appreciate you|grateful to you)(?: so much| very much)?(?: for)? (?:being (?:so )?(?:flexible|patient|understanding|early|on time|prompt|brave|here|with us)|stopping|driving|waiting|coming|bringing(?! (?:this|that|it|these)\b)|letting|traveling|trekking|making (?:the|it)|trusting|rescheduling|moving)\b/i,
  ],
  [
    'relationship',
    /\b(?:(?:this|that|the) (?:reviewer|gentleman|lady|individual|customer|client|author|poster|man|woman) (?:has|had|missed|came|owes|was|left|refused|demanded|never|did|called|walked|canceled|cancelled|stopped)|(?:seeing|seen|treating|treated|known) (?:this|that) (?:\w+ )?(?:gentleman|lady|family|person|man|woman|reviewer|patient)|(?:see|find|have|locate)(?:ing)? your name|you(?:['’]ve| have) (?:an? (?:\w+ )?(?:balance|bill|appointment)|been (?:with|coming|seeing|a part))|met with you|right (?:call|choice|fit|option) for you|(?:from|to) collections|good as new|paid off for you|working (?:well )?and that you)\b/i,
  ],
  [
    'visit',
    /\byour (?!feedback|review|reviews|comment|comments|message|note|words|post|concerns?|experience|rating|kind|kindness|opinion|time|email|question|questions|story|suggestions?|perspective|remarks?|input|observation|disappointment|frustration|photos?)\w+ (?:was|were|has been|had|could not|couldn['’]t|got) (?!not )\w+/i,
  ],
  [
    'visit',
    /\b(?:the|a|your) (?:claim|pre-?authorization|bill|invoice|copay|balance|estimate) (?:was|were|has been|had been) (?:\w+ )?(?:denied|sent|submitted|resubmitted|paid|rejected|processed|approved|adjusted|waived|corrected)|never (?:received|got) (?:the|any|your) (?:\w+ )?from you|\bsleep apnea\b|\byour carrier\b/i,
  ],
  [
    'treatment',
    new RegExp(
      `\\b(?:that|those|get that|the) (?:\\w+ ){0,2}?${treatment}\\b[^.!?]{0,30}?\\b(?:is|are|was|were|fixed|showed?|paid off|looks?|healed|feels?)\\b`,
      'i',
    ),
  ],
];
