import { formatPlans } from '#shared/places/insurance-plans.ts';
import { readBookingLinks } from './booking-links.ts';
import { readHours } from './hours-text.ts';
import type { Line, Page } from './read-page.ts';
import { quoteOf, type Statement, type Topic } from './statement.ts';
import { bookingOf, contactsOf, findPractices, hoursOf, languagesOf, offersOf } from './structured-data.ts';
import { createServiceFinder, readLanguages, readPlans, readServices } from './text-rules.ts';

/** The practice that a site should be about. */
interface Subject {
  phone: string | null;
  address: string | null;
}

const zipCodes = /\b[A-Z]{2},?\s+(\d{5})(?:-\d{4})?\b/g;
const hasSeveralPlaces = (pages: readonly Page[]): boolean =>
  new Set(pages.flatMap(({ lines }) => lines.flatMap(({ text }) => [...text.matchAll(zipCodes)].map(([, zip]) => zip))))
    .size > 1;

/** Below this certainty, nothing is suggested. */
const MIN_CERTAINTY = 70;
const STRUCTURED = 95;
const TEXT = 80;
const DOUBT = 30;
/** Fewer days are hardly a whole week. */
const MIN_DAYS = 4;

const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(-10);
const phones = /(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s./–-]{0,3}\d{3}[\s.–-]{0,2}\d{4}/g;
const words: Record<string, string> = { street: 'st', avenue: 'ave', road: 'rd', boulevard: 'blvd', drive: 'dr', lane: 'ln', suite: 'ste', north: 'n', south: 's', east: 'e', west: 'w', court: 'ct', place: 'pl', highway: 'hwy', parkway: 'pkwy' }; // prettier-ignore
/** The house number and the words of the street, without a suite. */
const streetKey = (text: string): string =>
  text.toLowerCase().replace(/[.,#]/g, ' ').split(/\s+/).filter(Boolean).map((word) => words[word] ?? word).join(' ').replace(/ (?:ste|unit|apt|fl|floor)\b.*$/, ''); // prettier-ignore
const isStreet = (key: string): boolean => /^\d+ \w/.test(key);

function isAbout({ phone, address }: Subject, contacts: { phones: string[]; streets: string[] }): boolean {
  const key = streetKey(address ?? '');
  return (
    (digitsOf(phone ?? '').length === 10 && contacts.phones.some((text) => digitsOf(text) === digitsOf(phone!))) ||
    (isStreet(key) && contacts.streets.some((text) => ` ${streetKey(text)} `.includes(` ${key} `)))
  );
}

const contactsIn = (lines: readonly Line[]) => ({
  phones: lines.flatMap(({ text }) => text.match(phones) ?? []),
  streets: lines.map(({ text }) => text).filter((text) => /\d/.test(text) && text.length < 400),
});

/** A practice has one of each. A second one may be that of another dentist or office. */
const singular = new Set<Topic>(['hours', 'bookingUrl']);

/** Keeps the statements of one topic that agree with each other, the most certain first. */
function agree(statements: readonly Statement[]): Statement[] {
  const [best] = statements.toSorted((a, b) => b.certainty - a.certainty);
  if (!best) return [];
  const contradicts = statements.some(({ values }) =>
    Object.entries(values).some(([field, value]) => best.values[field] !== undefined && best.values[field] !== value),
  );
  return singular.has(best.topic) && contradicts ? [] : [best];
}

/**
 * Reads what a site states about one practice. On a site of several offices, only structured data with the phone number or
 * street of this one counts. Hours that pages contradict aren't read.
 */
export function readSite(pages: readonly Page[], subject: Subject, catalog: readonly string[]): Statement[] {
  const findService = createServiceFinder(catalog);
  const found: Statement[] = [];
  const nodes = pages.flatMap((page) => findPractices(page.data).map((node) => ({ page, node })));
  const own = nodes.filter(({ node }) => isAbout(subject, contactsOf(node)));
  const others = nodes.filter(({ node }) => {
    const contacts = contactsOf(node);
    return contacts.phones.length + contacts.streets.length > 0 && !isAbout(subject, contacts);
  });
  const isNamed = own.length > 0 || pages.some(({ lines }) => isAbout(subject, contactsIn(lines)));
  if (!isNamed) return [];
  const state = (topic: Topic, page: Page, values: Record<string, string>, quote: string, certainty: number) =>
    found.push({ topic, values, page: page.url, quote: quoteOf(quote), certainty });

  const services = (names: readonly string[]): string[] =>
    [...new Set(names.map(findService))].filter((name) => name !== null);
  // Without a second office, data without a phone number or street is about this one.
  for (const { page, node } of own.length > 0 ? own : others.length === 0 ? nodes : []) {
    const [hours, spoken, offers] = [hoursOf(node), languagesOf(node), offersOf(node)];
    if (hours) state('hours', page, hours.week, hours.quote, STRUCTURED);
    if (spoken) state('languages', page, { languages: spoken.names.join(', ') }, spoken.quote, STRUCTURED);
    const booking = bookingOf(node, page.url);
    if (booking) state('bookingUrl', page, { bookingUrl: booking.url }, booking.quote, STRUCTURED);
    const offered = services(offers?.names ?? []);
    if (offers && offered.length > 0)
      state('services', page, { services: offered.join('; ') }, offers.quote, STRUCTURED);
  }

  let hasDoubtfulHours = false;
  // The text of a site of several offices doesn't say which one it is about.
  if (others.length === 0 && !hasSeveralPlaces(pages))
    for (const page of pages) {
      const { lines, url } = page;
      const hours = readHours(lines);
      const known = Object.keys(hours.week).length;
      hasDoubtfulHours ||= hours.isDoubtful;
      // Hours that aren't suggested can still contradict others.
      if (known > 0) state('hours', page, hours.week, hours.lines.join(' | '), TEXT - (known < MIN_DAYS ? DOUBT : 0));
      const spoken = readLanguages(lines);
      if (spoken.names.length > 0)
        state('languages', page, { languages: spoken.names.join(', ') }, spoken.lines.join(' | '), TEXT);
      const plans = readPlans(lines);
      if (plans.names.length > 0)
        state('insurancePlans', page, { insurancePlans: formatPlans(plans.names)! }, plans.lines.join(' | '), TEXT);
      for (const { url: bookingUrl, text } of readBookingLinks(page))
        state('bookingUrl', page, { bookingUrl }, text, TEXT);
      const offers = readServices(lines, url, findService);
      if (offers.names.length > 0)
        state('services', page, { services: offers.names.join('; ') }, offers.lines.join(' | '), TEXT);
    }

  return [...new Set(found.map(({ topic }) => topic))]
    .flatMap((topic) => agree(found.filter((statement) => statement.topic === topic)))
    .filter(({ topic, certainty }) => certainty >= MIN_CERTAINTY && !(topic === 'hours' && certainty === TEXT && hasDoubtfulHours)); // prettier-ignore
}
