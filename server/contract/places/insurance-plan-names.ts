/**
 * The large US dental plans that listings name and searches filter by. Append only: the index of a name is its bit in plan_mask(),
 * whose list of names a test compares with this one. A file of its own, because public pages load it.
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
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
}));

export interface InsurancePlan {
  slug: string;
  name: string;
}

const SEPARATOR = '; ';

/** Plans in the notation of a listing: names in the order of the catalog, separated by semicolons. Null for none. */
export function formatPlans(chosen: Iterable<InsurancePlan>): string | null {
  const slugs = new Set(Array.from(chosen, ({ slug }) => slug));
  const names = insurancePlans.filter(({ slug }) => slugs.has(slug)).map(({ name }) => name);
  return names.length > 0 ? names.join(SEPARATOR) : null;
}
