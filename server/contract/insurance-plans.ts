/**
 * The large US dental plans that listings name and searches filter by: slug, name, and other names in imported files.
 * Append only: the index is the bit in plan_mask(), whose list of names a test compares with this one.
 */
const plans: readonly (readonly [slug: string, name: string, ...aliases: string[]])[] = [
  ['delta-dental', 'Delta Dental', 'Delta', 'Delta Dental PPO', 'Delta Dental Premier', 'DeltaCare', 'DeltaCare USA'],
  ['aetna', 'Aetna', 'Aetna Dental', 'Aetna DMO', 'Aetna PPO'],
  ['cigna', 'Cigna', 'Cigna Dental', 'Cigna Healthcare', 'Cigna DPPO', 'Cigna DHMO'],
  ['metlife', 'MetLife', 'Met Life', 'MetLife Dental', 'MetLife PDP', 'MetLife PDP Plus'],
  ['guardian', 'Guardian', 'Guardian Life', 'Guardian Dental', 'DentalGuard', 'Guardian DentalGuard'],
  ['humana', 'Humana', 'Humana Dental', 'HumanaDental', 'CompBenefits'],
  [
    'unitedhealthcare',
    'UnitedHealthcare',
    'United Healthcare',
    'United Health Care',
    'UHC',
    'UHC Dental',
    'Dental Benefit Providers',
  ],
  ['anthem', 'Anthem', 'Anthem Dental', 'Anthem Blue Cross', 'Anthem BCBS', 'Elevance Health'],
  [
    'blue-cross-blue-shield',
    'Blue Cross Blue Shield',
    'BCBS',
    'Blue Cross',
    'Blue Shield',
    'BlueCross BlueShield',
    'BCBS FEP Dental',
  ],
  ['ameritas', 'Ameritas', 'Ameritas Dental', 'Ameritas Life'],
  ['principal', 'Principal', 'Principal Financial', 'Principal Dental', 'Principal Life'],
  ['sun-life', 'Sun Life', 'SunLife', 'Sun Life Financial', 'Sun Life Dental', 'Assurant', 'Assurant Dental'],
  ['dentaquest', 'DentaQuest', 'Denta Quest'],
  ['medicaid', 'Medicaid', 'Medi-Cal', 'Denti-Cal', 'CHIP', 'MassHealth', 'BadgerCare', 'TennCare'],
  ['medicare-advantage', 'Medicare Advantage', 'Medicare', 'Medicare Part C'],
  ['tricare', 'TRICARE', 'TRICARE Dental', 'Tri-Care', 'TRICARE Dental Program'],
  ['united-concordia', 'United Concordia', 'Concordia', 'UCCI', 'United Concordia Dental'],
  ['careington', 'Careington', 'Care 500', 'Careington Dental'],
  ['geha', 'GEHA', 'GEHA Connection Dental', 'Connection Dental'],
  [
    'lincoln-financial',
    'Lincoln Financial',
    'Lincoln',
    'Lincoln Financial Group',
    'Lincoln DentalConnect',
    'Lincoln National',
  ],
  ['renaissance', 'Renaissance', 'Renaissance Dental', 'Renaissance Life'],
  ['liberty-dental', 'Liberty Dental', 'Liberty', 'Liberty Dental Plan'],
  ['mcna', 'MCNA Dental', 'MCNA', 'Managed Care of North America'],
  ['dominion', 'Dominion National', 'Dominion', 'Dominion Dental'],
  ['solstice', 'Solstice', 'Solstice Benefits', 'Solstice Dental'],
  ['beam', 'Beam Benefits', 'Beam', 'Beam Dental'],
  ['physicians-mutual', 'Physicians Mutual', 'Physicians Mutual Dental'],
  ['mutual-of-omaha', 'Mutual of Omaha', 'Mutual of Omaha Dental'],
  ['standard', 'The Standard', 'Standard', 'Standard Insurance', 'StanCorp'],
  ['unum', 'Unum', 'Unum Dental', 'Colonial Life', 'Starmount'],
  ['reliance-standard', 'Reliance Standard', 'Reliance Matrix'],
  ['nippon-life', 'Nippon Life', 'Nippon Life Benefits'],
  ['securian', 'Securian Dental', 'Securian'],
  ['northeast-delta', 'Northeast Delta Dental', 'NEDD'],
  ['kaiser-permanente', 'Kaiser Permanente', 'Kaiser', 'Kaiser Dental'],
  ['molina', 'Molina Healthcare', 'Molina', 'Molina Dental'],
  ['centene', 'Centene Dental', 'Centene', 'Envolve Dental', 'Ambetter', 'WellCare'],
  ['healthpartners', 'HealthPartners', 'Health Partners', 'HealthPartners Dental'],
  ['willamette', 'Willamette Dental', 'Willamette Dental Group'],
  ['dencap', 'DenCap', 'DenCap Dental Plans'],
  ['avesis', 'Avesis', 'Avesis Dental'],
  ['spirit-dental', 'Spirit Dental', 'Spirit'],
];

export interface InsurancePlan {
  slug: string;
  name: string;
}

export const insurancePlans: readonly InsurancePlan[] = plans.map(([slug, name]) => ({ slug, name }));
export const MAX_PLANS = plans.length;

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

const indexByKey = new Map<string, number>();
plans.forEach((names, index) => {
  for (const name of names) indexByKey.set(fold(name), index);
});

/** Finds a plan by its slug, its name, or another name of it, ignoring case, spaces, and punctuation. */
export const findInsurancePlan = (text: string): InsurancePlan | undefined => {
  const key = fold(text);
  return insurancePlans[indexByKey.get(key) ?? indexByKey.get(key.replace(/(?:insurance|plan|plans)+$/, '')) ?? -1];
};

/** The other names by which people and files call each plan. */
export const insurancePlanAliases: readonly { slug: string; names: readonly string[] }[] = plans.map(
  ([slug, ...names]) => ({ slug, names }),
);

/** The bit of each plan in plan_mask(). */
export const planBit = (slug: string): number => insurancePlans.findIndex((plan) => plan.slug === slug);

const SEPARATOR = '; ';

/** Plans in the notation of a listing: names in the order of the catalog, separated by semicolons. Null for none. */
export function formatPlans(chosen: Iterable<InsurancePlan>): string | null {
  const slugs = new Set(Array.from(chosen, ({ slug }) => slug));
  const names = insurancePlans.filter(({ slug }) => slugs.has(slug)).map(({ name }) => name);
  return names.length > 0 ? names.join(SEPARATOR) : null;
}

/** The plans that a listing names. */
export const plansOf = (text: string | null | undefined): InsurancePlan[] =>
  (text ?? '').split(';').flatMap((name) => findInsurancePlan(name) ?? []);

/** Reads a list that people typed or a file holds. Returns the first name that we don't know, if there is one. */
export function parsePlans(text: string): { text: string | null } | { unknown: string } {
  const known: InsurancePlan[] = [];
  for (const name of text.split(/[;|\n]/).map((part) => part.trim())) {
    if (name === '') continue;
    const plan = findInsurancePlan(name);
    // "Aetna, Cigna" is one name only if it is the name of a plan.
    const parts = plan ? [plan] : name.split(',').map((part) => findInsurancePlan(part) ?? part.trim());
    for (const part of parts) {
      if (typeof part !== 'string') known.push(part);
      else if (part !== '') return { unknown: part };
    }
  }
  return { text: formatPlans(known) };
}
