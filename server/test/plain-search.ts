import { findInsurancePlan } from '#shared/places/insurance-plans.ts';
import { isOpenAt, parseDayHours, parseWeekHours } from '#shared/listings/opening-hours.ts';
import { openDays, type OpenDay } from '#shared/search-terms.ts';
import { findState } from '#shared/places/states.ts';
import type { Box } from '#shared/places/box.ts';
import { nameWords } from '#server/directory/name-words.ts';
import type { SearchQuery } from '#server/directory/search.ts';
import { clock, serviceIds, services, type Listing } from './directory.ts';

const norm = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
const cityOf = (text: string): string =>
  norm(text)
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint');

/** Only the places in `directory.ts` can match. */
function inPlace(raw: string, { city, state, zipCode }: Listing['place']): boolean {
  const text = raw.replace(/\s+/g, ' ').trim();
  if (text === '') return true;
  if (/^\d{5}(-\d{4})?$/.test(text)) return zipCode?.slice(0, 5) === text.slice(0, 5);
  if (/^\d{1,4}$/.test(text)) return zipCode?.startsWith(text) ?? false;
  if (findState(text)?.code === state) return true;
  const wanted = cityOf(text);
  if (wanted === '') return false;
  const parts = [
    cityOf(city),
    `${cityOf(city)} ${state.toLowerCase()}`,
    `${cityOf(city)} ${findState(state)!.name.toLowerCase()}`,
  ];
  return parts.includes(wanted) || (text === 'nowhere' && city.startsWith('Nowhere'));
}

/** The dentist's name, then the practice's, as the search keys hold them. */
const namesOf = ({ name, practice }: Listing): string =>
  practice === null ? norm(name) : `${norm(name)} \u0001 ${norm(practice)}`;

function hasName(raw: string, one: Listing): boolean {
  const plain = namesOf(one);
  return nameWords(raw).every((word) => {
    const wanted = norm(word);
    if (Array.from(word).length >= 3) return plain.includes(wanted);
    return plain.startsWith(wanted) || plain.includes(` ${wanted}`);
  });
}

const planSlugs = (one: Listing): string[] =>
  (one.insurancePlans ?? '').split('; ').flatMap((name) => findInsurancePlan(name)?.slug ?? []);

/** The minutes of a day in which a listing is open, from the texts of that day and of the day before. */
function isOpenBetween(one: Listing, day: OpenDay, from: number, to: number): boolean {
  const texts: Partial<Record<OpenDay, string | null>> = { wed: one.hours, sat: one.saturdayHours };
  const before = openDays.at(openDays.indexOf(day) - 1)!;
  const spans = [
    ...(parseDayHours(texts[day]) ?? []),
    ...(parseDayHours(texts[before]) ?? []).map(([start, end]) => [start - 1440, end - 1440] as const),
  ];
  return spans.some(([start, end]) => start < to && end > from);
}

function isOpenOn(one: Listing, { openOn = [], evening }: SearchQuery): boolean {
  if (openOn.length === 0 && !evening) return true;
  const days = openOn.length > 0 ? openOn : openDays;
  return days.some((day) => isOpenBetween(one, day, evening ? 18 * 60 : 5 * 60, 1440));
}

/** Staff verified none of the plain listings. */
const isVerified = (_: Listing): boolean => false;

/** The plain listings have hours of two days at most. */
const isAlwaysOpen = (_: Listing): boolean => false;

/** On a date of holiday hours those count, from midnight to midnight; otherwise the week does. Unknown weeks never do. */
function isOpenNow(one: Listing): boolean {
  const week = parseWeekHours({ wednesdayHours: one.hours, saturdayHours: one.saturdayHours });
  if (week === null) return false;
  const [date, time] = clock.now().toLocaleString('sv-SE', { timeZone: one.place.timeZone }).split(' ') as [
    string,
    string,
  ];
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  for (const part of one.holidayHours?.split('; ') ?? []) {
    const dates = part.slice(0, part.indexOf(': '));
    const [from, to = from] = dates.split(' to ') as [string, string?];
    if (from <= date && date <= to)
      return parseDayHours(part.slice(dates.length + 2))!.some(([start, end]) => start <= minute && minute < end);
  }
  return isOpenAt(week, one.place.timeZone, clock.now());
}

/** The centers of the ZIP codes in `directory.ts`, to a tenth of a degree. */
const zipPositions: Record<string, readonly [lat: number, lng: number]> = {
  '62701': [39.8, -89.6],
  '01103': [42.1, -72.6],
  '10001': [40.8, -74],
  '12207': [42.7, -73.8],
  '63101': [38.6, -90.2],
  '79901': [31.8, -106.5],
  '00907': [18.5, -66.1],
};

function isInBox({ place, position }: Listing, { west, south, east, north }: Box): boolean {
  const [lat, lng] = position ?? zipPositions[place.zipCode?.slice(0, 5) ?? ''] ?? [Number.NaN, Number.NaN];
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

const takesFilters = (one: Listing, q: SearchQuery): boolean =>
  (q.services ?? []).every((id) => one.services.some((service) => serviceIds[service] === id)) &&
  (!q.plan?.length || planSlugs(one).some((slug) => q.plan!.includes(slug))) &&
  isOpenOn(one, q) &&
  (!q.gender || one.gender === q.gender) &&
  (!q.maxPrice || (one.whiteningPriceFrom !== null && one.whiteningPriceFrom <= q.maxPrice)) &&
  (!q.minRating || (one.rating !== null && one.rating >= q.minRating)) &&
  (!q.minReviews || one.reviewCount >= q.minReviews) &&
  (!q.box || isInBox(one, q.box));

/** The mean of the reviews and ten more of 4.5 stars, in twentieths of a star below 5. Unrated listings are last. */
export function ratingLevel({ rating, reviewCount }: { rating: number | null; reviewCount: number }): number {
  if (rating === null) return 51;
  const reviews = Math.max(1, reviewCount);
  const below = 5 * (reviews + 10) * 10 - (Math.round(rating * 10) * reviews + 450);
  return Math.min(50, Math.floor((below * 4 + reviews + 10) / (2 * (reviews + 10))));
}

/** Finds the ids a search must return, by a plain filter without a database. */
export function expected(all: (Listing & { id: number })[], q: SearchQuery): number[] {
  const serviceText = (q.service ?? '').toLowerCase();
  const service = ['', 'all'].includes(serviceText)
    ? null
    : services.findIndex(
        (name, index) => name.toLowerCase() === serviceText || serviceIds[index] === Number(serviceText),
      );
  const languages = (q.language ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);
  const patterns: Record<string, RegExp> = { spanish: /español|spanish/i, persian: /farsi/i };
  const speaks = (one: Listing, language: string): boolean => patterns[language]?.test(one.languages ?? '') ?? false;
  const hits = all.filter((one) => {
    return (
      !one.deleted &&
      inPlace(q.location ?? '', one.place) &&
      (service === null || (service !== -1 && one.services.includes(service))) &&
      hasName(q.name ?? '', one) &&
      takesFilters(one, q) &&
      (!q.openNow || isOpenNow(one)) &&
      (!q.newPatients || one.acceptsNewPatients) &&
      (!q.insurance || one.acceptsInsurance) &&
      (!q.membershipPlan || one.membershipPlan) &&
      (!q.selfPay || one.membershipPlan || one.whiteningPriceFrom !== null) &&
      (!q.emergency || one.emergencyServices) &&
      (!q.wheelchair || one.wheelchairAccessible) &&
      (!q.parking || one.parkingAvailable) &&
      (!q.open24Hours || isAlwaysOpen(one)) &&
      (!q.verified || isVerified(one)) &&
      languages.every((language) => speaks(one, language))
    );
  });
  const bytes = (one: Listing): Buffer => Buffer.from(namesOf(one));
  const byName = (a: (typeof hits)[0], b: (typeof hits)[0]): number =>
    Buffer.compare(bytes(a), bytes(b)) || a.id - b.id;
  const byRating = (a: Listing, b: Listing): number => ratingLevel(a) - ratingLevel(b);
  const priceOf = (one: Listing): number => one.whiteningPriceFrom ?? Number.MAX_SAFE_INTEGER;
  const byPrice = (a: Listing, b: Listing): number => (q.sort === 'price' ? priceOf(a) - priceOf(b) : 0);
  return hits
    .toSorted((a, b) => (q.sort === 'name' ? byName(a, b) : byPrice(a, b) || byRating(a, b) || byName(a, b)))
    .map((one) => one.id);
}
