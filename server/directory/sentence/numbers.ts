import { MAX_RADIUS } from '#shared/search-terms.ts';
import type { Token } from './tokens.ts';
import type { Effect } from './reading.ts';

const MAX_PRICE = 100_000;
const MAX_REVIEWS = 1_000;

const amount = String.raw`\$?(\d+(?:\.\d+)?)`;
const dollars = String.raw`(?: ?(?:\$|dollars?|bucks|usd|dolares))`;
const below = String.raw`(?:under|below|less than|cheaper than|up to|no more than|not more than|at most|max|maximum|maximum of|for under|<|<=|within|budget|budget of|my budget is|menos de|lower than|for less than|cost under|priced under|starting under|not over)`;
const atLeast = String.raw`(?:at least|over|above|more than|minimum|min|with|rated|rating|rated at least|rating of|rated over|rated above|minimum of|rating at least|rating above|rating over|better than|>|with at least|ratings above|ratings over|with over|has at least|a)`;
const orMore = String.raw`(?:\+|or better|or more|or higher|or above|and up|and above|plus|and higher|minimum|or up|or over)`;
const stars = String.raw`(?:star|stars|star rating|stars rating|star ratings|star dentist|star reviews|rating|star rated)`;
const miles = String.raw`(?:miles|mile|mi|mils|miles away)`;
const minutes = String.raw`(?:minutes?|mins?)(?: drive| walk| ride| away)?`;

type Rule = readonly [pattern: RegExp, read: (match: RegExpExecArray) => Effect | null];
const rule = (pattern: string, read: Rule[1]): Rule => [new RegExp(`^${pattern}(?= |$)`), read];

const readPrice = (match: RegExpExecArray): Effect | null => {
  const price = Math.floor(Number(match[1]));
  return price >= 1 && price <= MAX_PRICE ? { maxPrice: price } : null;
};
const readRating = (match: RegExpExecArray): Effect | null => {
  const rating = Math.floor(Number(match[1]) * 2) / 2;
  return rating >= 1 && rating <= 5 ? { minRating: rating } : null;
};
const readReviews = (match: RegExpExecArray): Effect | null => ({
  minReviews: Math.min(Number.parseInt(match[1]!, 10), MAX_REVIEWS),
});
const toRadius = (miles: number): Effect => ({ radius: Math.min(MAX_RADIUS, Math.max(1, Math.ceil(miles))) });
const readRadius = (match: RegExpExecArray): Effect => toRadius(Number(match[1]));
const MILES_A_MINUTE = 0.5;
const readMinutes = (match: RegExpExecArray): Effect => toRadius(Number(match[1]) * MILES_A_MINUTE);

const EVENING_STARTS = 6;
/** The office is open past 6 PM if it is open after 5 PM, or until 7 PM. Other hours are no filter. */
const readHour = (match: RegExpExecArray): Effect | null => {
  const [, link, hour, minutes = '', half] = match;
  const time = Number(hour) + (minutes === '' ? 0 : Number(minutes.slice(1)) / 60);
  if (half === 'am' || time > 11) return null;
  const isLate = /^(?:till?|til|until|thru|through)$/.test(link!) ? time > EVENING_STARTS : time >= EVENING_STARTS - 1;
  return isLate ? { evening: true } : null;
};

const EARLY_ENDS = 8;
/** A practice that is open before 8 AM is open early, and one that opens at 8 AM isn't. */
const readMorning = (match: RegExpExecArray): Effect | null => {
  const latest = match[1] === 'before' ? EARLY_ENDS : EARLY_ENDS - 1;
  return Number(match[2]) <= latest ? { openAt: 'early' } : null;
};

/** Tried in order on the words from a number, or from the word before it. */
const rules: readonly Rule[] = [
  rule(`(?:within |less than |under )?(?:a )?(\\d+) ?${minutes} ?(?:of|from|away|to)?`, readMinutes),
  rule(
    `(?:stays? )?(?:open )?(?:late )?(after|past|till?|til|until|thru|through)(?: at)? (\\d{1,2})(:\\d{2})?(?: ?(am|pm))?`,
    readHour,
  ),
  rule(`(?:open )?(?:(before|by|at|around|from) )?(\\d{1,2})(?::\\d{2})? ?am`, readMorning),
  rule(`(?:between |from )?\\$?\\d+ ?(?:and|to)? \\$(\\d+)`, readPrice),
  rule(`(?:between |from )?\\$?\\d+ (?:and|to) (\\d+)${dollars}`, readPrice),
  rule(
    `(?:within|less than|under|in|no more than|up to|max|not more than|around|about)(?: a| an)? ${amount} ?${miles}(?: radius)?(?: of| from| around| to)?`,
    readRadius,
  ),
  rule(`(?:a )?${amount} ${miles}(?: radius)?(?: or less| max)?(?: of| from| around| to)?`, readRadius),
  rule(`${atLeast} ${amount}\\+? (?:good |google |positive )?(?:reviews?|ratings)`, readReviews),
  rule(`${amount} ?${orMore} (?:good |google |positive )?(?:reviews?|ratings)`, readReviews),
  rule(`${amount}\\+ (?:good |google |positive )?reviews?`, readReviews),
  rule(`${atLeast} ${amount}\\+?(?: ${orMore})? ${stars}(?: ${orMore})?`, readRating),
  rule(`${amount}\\+? ${stars}(?: ${orMore})?`, readRating),
  rule(`${amount}(?: ?${orMore}) ${stars}`, readRating),
  rule(
    `(?:rated|rating|rating of|rated at least|ratings above|rating above|rating over|rated over|rated above)(?: at least| over| above)? (\\d(?:\\.\\d)?)\\+?(?: ${orMore})?`,
    readRating,
  ),
  rule(`(\\d\\.\\d)\\+?(?: ${orMore})`, readRating),
  rule(`(\\d(?:\\.\\d)?)\\+`, readRating),
  rule(`${below} \\$(\\d+(?:\\.\\d+)?)${dollars}?(?: or less| max)?`, readPrice),
  rule(`${below} (\\d+(?:\\.\\d+)?)${dollars}?(?: or less| max)?`, readPrice),
  rule(
    `${amount}${dollars}? (?:or less|max|maximum|or under|or below|and under|tops|at most|or cheaper|budget)`,
    readPrice,
  ),
  rule(`(?:for |around |about |roughly )?\\$(\\d+(?:\\.\\d+)?)`, readPrice),
  rule(`(?:for |around |about |roughly )?(\\d+(?:\\.\\d+)?)${dollars}`, readPrice),
];
const firstWords = new Set(
  'within less under in no up max not a at over above more minimum min with rated rating better > has below cheaper maximum for < budget my menos lower cost priced starting ratings around about roughly between from open stay stays late after past before by at til till until thru through'.split(
    ' ',
  ),
);

const LONGEST = 9;

/** Reads a price, a rating, a number of reviews, or a distance that begins at this token. */
export function readNumber(tokens: readonly Token[], start: number): { effect: Effect; length: number } | null {
  const first = tokens[start]!.word;
  if (!/^\$?\d/.test(first) && !firstWords.has(first)) return null;
  const words: string[] = [];
  for (let index = start; index < Math.min(tokens.length, start + LONGEST); index++) {
    if (index > start && tokens[index]!.startsClause) break;
    words.push(tokens[index]!.word);
  }
  if (!words.some((word) => /\d/.test(word))) return null;
  const text = words.join(' ');
  for (const [pattern, read] of rules) {
    const match = pattern.exec(text);
    if (!match) continue;
    const effect = read(match);
    // A ZIP code is not a price.
    const isZip =
      effect?.maxPrice !== undefined && /^\d{5}$/.test(match[1]!) && !/\$|dolar|dollar|buck|usd/.test(match[0]);
    if (effect && !isZip) return { effect, length: match[0].trim().split(' ').length };
  }
  return null;
}
