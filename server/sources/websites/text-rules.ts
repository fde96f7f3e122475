import { languages } from '#shared/listings/languages.ts';
import { findInsurancePlan, foldPlanName } from '#shared/places/insurance-plans.ts';
import type { Line } from './read-page.ts';

interface FoundNames {
  names: string[];
  lines: string[];
}

const negated = /\bnot\b|n['’]t\b|\bno longer\b|\bnever\b|\bexcept\b|out[- ]of[- ]network|\bexcluding\b|\bunable\b|\bstop(?:ped)?\b|\bwithout\b|\bunless\b|\bonly refer|\brefer/i; // prettier-ignore

/** Sentences about what the practice speaks. A sentence that names a dentist doesn't hold for the others. */
const spokenHere = /\b(?:we|team|staff|office|practice)\b.{0,60}\b(?:speaks?|fluent in|spoken)\b|^(?:languages?(?: (?:spoken|we speak))?|we speak|idiomas)\b|\bhablamos\b|\bse habla\b|\blanguages spoken\b|\bbilingual\b/i; // prettier-ignore
const languageHeading = /^(?:languages?(?: (?:spoken|we speak|spoken here))?|we speak)\s*:?$/i;
const notSpoken =
  /\bdr\b|\bdrs\b|doctor|translat|interpret|google|select|choose|learning|studied|menu|read this|website in/i;

/** The words of each language in a text, in its order. */
function findLanguages(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return languages
    .map(([name, ...words]) => {
      const at = words.map((word) => folded.search(new RegExp(`\\b${word}\\b`))).filter((index) => index >= 0);
      return { name, at: Math.min(...at) };
    })
    .filter(({ at }) => at < Infinity)
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Reads the languages that are spoken at the practice: from sentences that say so, and from a list under such a heading. */
export function readLanguages(lines: readonly Line[]): FoundNames {
  const found: FoundNames = { names: [], lines: [] };
  for (const { text, headings } of lines) {
    if (text.length > 400 || negated.test(text) || notSpoken.test(text)) continue;
    for (const sentence of text.split(/(?<=[.!?])\s+/)) {
      const isStated =
        spokenHere.test(sentence) || (languageHeading.test(headings.at(-1) ?? '') && sentence.length < 80);
      const names = isStated ? findLanguages(sentence.replace(/american sign/i, 'sign')) : [];
      if (names.length === 0) continue;
      found.names.push(...names);
      found.lines.push(sentence);
    }
  }
  return { names: unique(found.names), lines: unique(found.lines) };
}

const planHeading = /insurance|dental plans|plans we (?:accept|take)|in[- ]network|providers? we accept/i;
const accepts = /\b(?:we|our (?:office|practice|team))\b.{0,60}\b(?:accept|take|work with|in[- ]network with|participate|welcome|are (?:a )?(?:preferred )?provider)|^(?:in[- ]network(?: with)?|accepted (?:insurance|plans)|insurance(?:s)? accepted|plans accepted)\s*:/i; // prettier-ignore
/** Words after which a sentence applies only to a part of the patients, or to other years. */
const unsure =
  /\bmost\b.{0,12}\bppo|medicare part|until|starting|effective|as of|some\b|may\b|check with|contact|ask\b/i;

const planOf = (text: string): string | null => {
  const key = foldPlanName(text);
  // Short names, such as "Standard" or "Spirit", are ordinary words, too.
  if (key.length < 4 || /^(lincoln|liberty|standard|principal|spirit|beam|dominion|delta|concordia|renaissance|solstice|anthem|guardian)$/.test(key) && !/^\p{Lu}/u.test(text)) return null; // prettier-ignore
  return findInsurancePlan(text.replace(/\b(?:dental|ppo|insurance|plans?|premier)\b\s*/gi, '').trim())?.name ?? findInsurancePlan(text)?.name ?? null; // prettier-ignore
};

/** Reads the insurance plans that the practice accepts: from items under such a heading, and from sentences that say so. */
export function readPlans(lines: readonly Line[]): FoundNames {
  const found: FoundNames = { names: [], lines: [] };
  for (const { text, headings, isItem } of lines) {
    const heading = headings.at(-1) ?? '';
    if (text.length > 600 || negated.test(`${heading} ${text}`)) continue;
    const whole = isItem && planHeading.test(heading) && !unsure.test(heading) ? planOf(text) : null;
    if (whole) {
      found.names.push(whole);
      found.lines.push(text);
      continue;
    }
    for (const sentence of text.split(/(?<=[.!?])\s+(?=[A-Z])/)) {
      if (!accepts.test(sentence) || unsure.test(sentence)) continue;
      const names = sentence
        .replace(accepts, ' , ')
        .replace(/[.!?]+$/, '')
        .split(/\s*(?:[,;:•|]|\band\b|\bincluding\b|\bsuch as\b|\bwith\b|\blike\b|\bor\b)\s*/i)
        .map((part) => planOf(part.trim()))
        .filter((name) => name !== null);
      if (names.length === 0) continue;
      found.names.push(...names);
      found.lines.push(sentence);
    }
  }
  return { names: unique(found.names), lines: unique(found.lines) };
}

/** Other words for services of the catalog. Words that also stand for something else aren't here. */
const serviceWords: Readonly<Record<string, readonly string[]>> = {
  'Teeth Whitening': ['tooth whitening', 'professional teeth whitening'],
  'Zoom Whitening': ['zoom teeth whitening', 'zoom! whitening', 'philips zoom whitening'],
  Veneers: ['porcelain veneers', 'dental veneers', 'composite veneers'],
  'Dental Cleaning': ['dental cleanings', 'teeth cleaning', 'teeth cleanings', 'cleanings'],
  'Dental Exam': ['dental exams', 'oral exams'],
  'Cosmetic Bonding': ['dental bonding', 'bonding'],
  'Porcelain Crowns': ['ceramic crowns'],
  'Clear Aligners': ['invisalign', 'clear aligner therapy', 'invisalign clear aligners'],
  'Dental Implants': ['dental implant', 'implants'],
  Fillings: ['dental fillings', 'tooth-colored fillings', 'composite fillings', 'white fillings'],
  'Emergency Care': ['emergency dentistry', 'dental emergencies', 'emergency dental care'],
  'Root Canal Treatment': ['root canals', 'root canal', 'root canal therapy'],
  Braces: ['dental braces', 'metal braces', 'ceramic braces'],
  'Pediatric Dentistry': ['children’s dentistry', 'kids dentistry'],
  Dentures: ['full dentures', 'partial dentures', 'dentures & partials'],
  'Tooth Extraction': ['tooth extractions', 'extractions', 'wisdom teeth removal', 'wisdom tooth extraction'],
  'Gum Treatment': ['gum disease treatment', 'periodontal treatment', 'periodontal therapy'],
};

const fold = (text: string): string => text.toLowerCase().replaceAll('&', 'and').replace(/[^a-z0-9]+/g, ''); // prettier-ignore

/** Finds the services of the catalog by their names and other words for them. */
export function createServiceFinder(catalog: readonly string[]): (text: string) => string | null {
  const byWord = new Map(
    catalog.flatMap((name) =>
      [name, ...(serviceWords[name] ?? [])].map((word): [string, string] => [fold(word), name]),
    ),
  );
  return (text) => byWord.get(fold(text)) ?? null;
}

const serviceHeading = /\b(?:services|treatments|procedures|what we (?:do|offer))\b/i;

/** Reads the services that the practice lists: items under such a heading, or on a page of services. */
export function readServices(lines: readonly Line[], url: string, find: (text: string) => string | null): FoundNames {
  const found: FoundNames = { names: [], lines: [] };
  const isPageOfServices = serviceHeading.test(new URL(url).pathname.replaceAll(/[-_/]/g, ' '));
  for (const { text, headings, isItem } of lines) {
    if (!isItem || text.length > 60) continue;
    const isListed = isPageOfServices || headings.some((heading) => serviceHeading.test(heading));
    if (!isListed || headings.some((heading) => negated.test(heading) || /blog|articles?|news/i.test(heading)))
      continue;
    const name = find(text);
    if (name === null) continue;
    found.names.push(name);
    found.lines.push(text);
  }
  return { names: unique(found.names), lines: unique(found.lines) };
}
