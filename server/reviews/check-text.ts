import type { ReviewFlag } from '#shared/reviews/review.ts';

const link =
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|us|io|co|dental|dentist|health|clinic|shop|site|online|app|me|ly)\b/i;
/** Seven digits or more, in groups or words between them, such as "512 555-0100" or "(512) 555.0100". */
const phone = /(?:\d[\s().+–-]{0,3}){7,}/;
const email = /[\w.+-]+\s*(?:@|\(at\)|\[at\]|\sarroba\s)\s*[\w-]+/i;
const street =
  /\b\d{1,6}\s+(?:[NSEW]\.?\s+)?(?:[\p{L}'.]+\s+){1,3}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|highway|hwy|parkway|pkwy)\b\.?|\b(?:calle|avenida)\s+[\p{L}\s]{2,30}\s\d{1,6}\b/iu;

const insult =
  /\b(?:idiots?|morons?|imbeciles?|scum(?:bags?)?|bastards?|bitch(?:es)?|assholes?|cunts?|dickheads?|fuck\w*|shit(?:ty|head)?|pieces? of trash|retard(?:ed|s)?|nazis?|sluts?|whores?|i(?:'| wi)ll (?:kill|hurt|find) (?:you|him|her|them)|should (?:die|be shot)|imb[eé]cil(?:es)?|idiotas?|est[uú]pid[oa]s?|pendej[oa]s?|cabr[oó]n(?:es)?|put[oa]s?|mierda|malnacid[oa]s?|hij[oa]s? de puta)(?![\p{L}])/iu;

const otherPerson =
  /\b(?:(?:his|her|their|the (?:doctor|dentist|owner|receptionist|hygienist|assistant)|(?:my|our) (?:son|daughter|child|kid|baby|husband|wife|spouse|partner|mother|mom|father|dad|brother|sister|friend|neighbor|coworker|boss|grandmother|grandfather|grandma|grandpa)|another patient|other patients?)|(?:mi|nuestr[oa]) (?:hij[oa]|espos[oa]|marido|mujer|madre|mam[aá]|padre|pap[aá]|herman[oa]|amig[oa]|vecin[oa]|abuel[oa])|(?:el|la) (?:doctora?|dentista|recepcionista)|otr[oa] paciente)(?![\p{L}])/iu;
const condition =
  /\b(?:hiv|aids|cancer|tumou?r|diabet\w*|hepatitis|herpes|epilep\w*|autis\w*|adhd|pregnan\w*|depress(?:ion|ed)|bipolar|schizophren\w*|addict\w*|alcoholic|overdos\w*|dementia|alzheimer\w*|parkinson\w*|seizures?|chemo\w*|std|vih|sida|c[aá]ncer|embaraz\w*|depresi[oó]n|adict[oa]s?|autista|epilepsia|demencia)(?![\p{L}])/iu;

/** A person's relation and a condition within the same sentence. */
const tellsOthersHealth = (text: string): boolean =>
  text.split(/[.!?\n]+/).some((sentence) => otherPerson.test(sentence) && condition.test(sentence));

/** Flags a text for staff by its contents alone. It isn't given the stars. */
export function checkText(text: string): ReviewFlag[] {
  const flags: ReviewFlag[] = [];
  if (link.test(text)) flags.push('link');
  if (phone.test(text)) flags.push('phone');
  if (email.test(text) || street.test(text)) flags.push('address');
  if (insult.test(text)) flags.push('insult');
  if (tellsOthersHealth(text)) flags.push('othersHealth');
  return flags;
}
