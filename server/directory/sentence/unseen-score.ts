import type { Reading } from './reading.ts';

/** A sentence, the wishes in it, and the words that may be set aside, in the notation of unseen.tsv. */
interface UnseenSentence {
  sentence: string;
  wishes: { kind: string; value: string }[];
  asides: string;
}

export const readUnseen = (text: string): UnseenSentence[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [sentence = '', wishes = '', asides = ''] = line.split('\t');
      return {
        sentence,
        asides,
        wishes: wishes
          .split(';')
          .map((wish) => wish.trim())
          .filter(Boolean)
          .map((wish) => ({ kind: wish.slice(0, wish.indexOf('=')), value: wish.slice(wish.indexOf('=') + 1) })),
      };
    });

const services: Readonly<Record<string, RegExp>> = {
  whitening: /whitening|bleaching/i,
  implants: /implants/i,
  crowns: /crowns/i,
  'wisdom teeth': /extraction/i,
  orthodontics: /braces|aligners/i,
  invisalign: /aligners/i,
  'oral surgery': /extraction/i,
};
/** Wishes that no filter has, because listings don't say them. They are words that put names first. */
const wordWishes: Readonly<Record<string, RegExp>> = {
  sedation: /seda[tc]|anxi|nerv|scared|afraid|fear|terrif|phob|sleep|laughing gas/i,
  seniors: /abuel|viejit|senior|elder|grand|older|aging|7\d|8\d/i,
  walkIn: /walk/i,
  sameDay: /same.?day/i,
  video: /video|virtual|tele|zoom/i,
  paymentPlans: /payment|financ|install/i,
  freeConsultation: /free|consult/i,
  retainers: /retainer/i,
  'night guard': /guard/i,
  '14:30': /2:30/,
};
/** Wishes that are found by their words. */
const wordKinds: ReadonlySet<string> = new Set(['name', 'street', 'phone']);
const foldPlace = (text: string): string =>
  text
    .toLowerCase()
    .replace('st. ', 'saint ')
    .replace(/\bave\b/, 'avenue')
    .replace(/\bblvd\b/, 'boulevard')
    .replace(/\bcir\b/, 'circle')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const ends = (text: string): string => {
  const parts = text.split(', ');
  return foldPlace(`${parts[0]} ${parts.at(-1)}`);
};

function hasWish(reading: Reading, words: string, { kind, value }: UnseenSentence['wishes'][number]): boolean {
  const flags = reading as unknown as Record<string, unknown>;
  const isWord = wordWishes[value]?.test(words) ?? false;
  switch (kind) {
    case 'place':
      return value === 'ask'
        ? reading.location === ''
        : ends(reading.location) === ends(value) || foldPlace(reading.location).endsWith(foldPlace(value));
    case 'service':
      return (
        isWord || reading.services.some((name) => (services[value] ?? new RegExp(value.slice(0, -1), 'i')).test(name))
      );
    case 'guide':
      return reading.services.some((name) => new RegExp(value.split(' ')[0]!, 'i').test(name));
    case 'price':
      return value === 'cheap' ? flags.sort === 'price' : reading.maxPrice === Number(value.replace('max=', ''));
    case 'day':
      return value === 'today'
        ? reading.openOn.join() === 'thu'
        : value === 'tomorrow'
          ? reading.openOn.join() === 'fri'
          : reading.openOn.includes(value.slice(0, 3) as 'mon');
    case 'holiday':
      return /^\d{4}-/.test(String(flags.openAt));
    case 'time':
      if (value === 'now') return reading.openNow;
      if (value === 'late' || value === '18:00') return reading.evening;
      return value === '14:30' || flags.openAt === (value === 'lunch' || value === 'morning' ? value : 'early');
    case 'wish':
      if (value === 'emergency') return reading.emergency || reading.services.includes('Emergency Care');
      if (value === 'children') return reading.services.includes('Pediatric Dentistry');
      if (value === 'noInsurance') return reading.selfPay;
      if (value === 'paymentPlans' && flags.sort === 'price') return true;
      if (value === 'walkIn' || value === 'sameDay') return isWord || reading.openOn.includes('thu');
      return flags[value] === true || isWord;
    case 'insurance': {
      const slug = value.toLowerCase().replace(/[^a-z]+/g, '-');
      return reading.plans.includes(slug === 'denti-cal' ? 'medicaid' : slug);
    }
    case 'language':
      return reading.language.includes(value === 'Mandarin' ? 'Chinese' : value);
    case 'rating':
      return value === 'best' ? reading.sort === 'rating' : reading.minRating === Number(value);
    case 'miles':
      return reading.radius === Number(value);
    case 'gender':
      return reading.gender === value;
    case 'phone':
      return words.replace(/\D/g, '').includes(value);
    default:
      return foldPlace(words).includes(foldPlace(value));
  }
}

/** Lists the errors of a reading. */
export function judge(reading: Reading, { wishes, asides }: UnseenSentence): string[] {
  const words = reading.rest;
  const wrong = wishes
    .filter((wish) => !hasWish(reading, words, wish))
    .map(({ kind, value }) => `${kind}=${value} is missing`);
  const kinds = new Set(wishes.map(({ kind }) => kind));
  const mayKeepWords = wishes.some(({ kind, value }) => wordKinds.has(kind) || value in wordWishes);
  if (words !== '' && asides === '' && !mayKeepWords) wrong.push(`“${words}” may not be set aside`);
  if (reading.location !== '' && !kinds.has('place')) wrong.push(`location=${reading.location} is not meant`);
  if (reading.services.length > 0 && !['service', 'guide', 'wish'].some((kind) => kinds.has(kind)))
    wrong.push(`service=${reading.services.join('|')} is not meant`);
  for (const [kind, value] of [
    ['insurance', reading.plans.join()],
    ['language', reading.language],
    ['miles', reading.radius ?? ''],
  ] as const)
    if (value !== '' && !kinds.has(kind)) wrong.push(`${kind}=${value} is not meant`);
  if (reading.gender !== null && !/gender/.test([...kinds].join()) && !/female|woman|lady|male/i.test(asides))
    wrong.push('gender is not meant');
  return wrong;
}
