/**
 * The large US dental plans that listings name and searches filter by. Append only: the index is the bit in plan_mask(),
 * whose list of names a test compares with this one. A file of its own, because public pages load it.
 */
export const insurancePlans: readonly InsurancePlan[] = [
  { slug: 'delta-dental', name: 'Delta Dental' },
  { slug: 'aetna', name: 'Aetna' },
  { slug: 'cigna', name: 'Cigna' },
  { slug: 'metlife', name: 'MetLife' },
  { slug: 'guardian', name: 'Guardian' },
  { slug: 'humana', name: 'Humana' },
  { slug: 'unitedhealthcare', name: 'UnitedHealthcare' },
  { slug: 'anthem', name: 'Anthem' },
  { slug: 'blue-cross-blue-shield', name: 'Blue Cross Blue Shield' },
  { slug: 'ameritas', name: 'Ameritas' },
  { slug: 'principal', name: 'Principal' },
  { slug: 'sun-life', name: 'Sun Life' },
  { slug: 'dentaquest', name: 'DentaQuest' },
  { slug: 'medicaid', name: 'Medicaid' },
  { slug: 'medicare-advantage', name: 'Medicare Advantage' },
  { slug: 'tricare', name: 'TRICARE' },
  { slug: 'united-concordia', name: 'United Concordia' },
  { slug: 'careington', name: 'Careington' },
  { slug: 'geha', name: 'GEHA' },
  { slug: 'lincoln-financial', name: 'Lincoln Financial' },
  { slug: 'renaissance', name: 'Renaissance' },
  { slug: 'liberty-dental', name: 'Liberty Dental' },
  { slug: 'mcna', name: 'MCNA Dental' },
  { slug: 'dominion', name: 'Dominion National' },
  { slug: 'solstice', name: 'Solstice' },
  { slug: 'beam', name: 'Beam Benefits' },
  { slug: 'physicians-mutual', name: 'Physicians Mutual' },
  { slug: 'mutual-of-omaha', name: 'Mutual of Omaha' },
  { slug: 'standard', name: 'The Standard' },
  { slug: 'unum', name: 'Unum' },
  { slug: 'reliance-standard', name: 'Reliance Standard' },
  { slug: 'nippon-life', name: 'Nippon Life' },
  { slug: 'securian', name: 'Securian Dental' },
  { slug: 'northeast-delta', name: 'Northeast Delta Dental' },
  { slug: 'kaiser-permanente', name: 'Kaiser Permanente' },
  { slug: 'molina', name: 'Molina Healthcare' },
  { slug: 'centene', name: 'Centene Dental' },
  { slug: 'healthpartners', name: 'HealthPartners' },
  { slug: 'willamette', name: 'Willamette Dental' },
  { slug: 'dencap', name: 'DenCap' },
  { slug: 'avesis', name: 'Avesis' },
  { slug: 'spirit-dental', name: 'Spirit Dental' },
];

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
