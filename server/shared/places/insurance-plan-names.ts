import { planSlug } from '../search-terms.ts';

/**
 * The large US dental plans that this version ships with, as listings store them. Staff rename, merge, and retire them in
 * insurance_plans. Append only: the index of a name is its bit in plan_mask(), whose list of names a test compares with this one.
 */
const names = [
  'Delta Dental',
  'Aetna',
  'Cigna',
  'MetLife',
  'Guardian',
  'Humana',
  'UnitedHealthcare',
  'Anthem',
  'Blue Cross Blue Shield',
  'Ameritas',
  'Principal',
  'Sun Life',
  'DentaQuest',
  'Medicaid',
  'Medicare Advantage',
  'TRICARE',
  'United Concordia',
  'Careington',
  'GEHA',
  'Lincoln Financial',
  'Renaissance',
  'Liberty Dental',
  'MCNA Dental',
  'Dominion National',
  'Solstice',
  'Beam Benefits',
  'Physicians Mutual',
  'Mutual of Omaha',
  'The Standard',
  'Unum',
  'Reliance Standard',
  'Nippon Life',
  'Securian Dental',
  'Northeast Delta Dental',
  'Kaiser Permanente',
  'Molina Healthcare',
  'Centene Dental',
  'HealthPartners',
  'Willamette Dental',
  'DenCap',
  'Avesis',
  'Spirit Dental',
];

export const insurancePlans: readonly InsurancePlan[] = names.map((name) => ({
  slug: planSlug(name),
  name,
}));

export interface InsurancePlan {
  slug: string;
  name: string;
}

/** plan_mask() has this many bits. Those without a name here are for plans that staff add. */
export const MOST_PLANS = 63;

/** The name by which listings store a plan that staff added. A name of its own could not be changed without changing listings. */
export const storedNameOf = (id: number): string => insurancePlans[id - 1]?.name ?? `Plan ${id}`;

const storedNames = Array.from({ length: MOST_PLANS }, (_, index) => storedNameOf(index + 1));
const SEPARATOR = '; ';

/** Stored names in the notation of a listing: in the order of the catalog, separated by semicolons. Null for none. */
export function formatPlans(chosen: Iterable<string>): string | null {
  const known = new Set(chosen);
  const ordered = storedNames.filter((name) => known.has(name));
  return ordered.length > 0 ? ordered.join(SEPARATOR) : null;
}
