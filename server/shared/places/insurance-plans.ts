import { formatPlans, insurancePlans, type InsurancePlan } from './insurance-plan-names.ts';

export { formatPlans, insurancePlans, MOST_PLANS, storedNameOf, type InsurancePlan } from './insurance-plan-names.ts';

/** Other names of the plans, in files and in what people type. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  'delta-dental': ['Delta', 'Delta Dental PPO', 'Delta Dental Premier', 'DeltaCare', 'DeltaCare USA'],
  aetna: ['Aetna Dental', 'Aetna DMO', 'Aetna PPO'],
  cigna: ['Cigna Dental', 'Cigna Healthcare', 'Cigna DPPO', 'Cigna DHMO'],
  metlife: ['Met Life', 'MetLife Dental', 'MetLife PDP', 'MetLife PDP Plus'],
  guardian: ['Guardian Life', 'Guardian Dental', 'DentalGuard', 'Guardian DentalGuard'],
  humana: ['Humana Dental', 'HumanaDental', 'CompBenefits'],
  unitedhealthcare: ['United Healthcare', 'United Health Care', 'UHC', 'UHC Dental', 'Dental Benefit Providers'],
  anthem: ['Anthem Dental', 'Anthem Blue Cross', 'Anthem BCBS', 'Elevance Health'],
  'blue-cross-blue-shield': ['BCBS', 'Blue Cross', 'Blue Shield', 'BlueCross BlueShield', 'BCBS FEP Dental'],
  ameritas: ['Ameritas Dental', 'Ameritas Life'],
  principal: ['Principal Financial', 'Principal Dental', 'Principal Life'],
  'sun-life': ['SunLife', 'Sun Life Financial', 'Sun Life Dental', 'Assurant', 'Assurant Dental'],
  dentaquest: ['Denta Quest'],
  medicaid: ['Medi-Cal', 'Denti-Cal', 'CHIP', 'MassHealth', 'BadgerCare', 'TennCare'],
  'medicare-advantage': ['Medicare', 'Medicare Part C'],
  tricare: ['TRICARE Dental', 'Tri-Care', 'TRICARE Dental Program'],
  'united-concordia': ['Concordia', 'UCCI', 'United Concordia Dental'],
  careington: ['Care 500', 'Careington Dental'],
  geha: ['GEHA Connection Dental', 'Connection Dental'],
  'lincoln-financial': ['Lincoln', 'Lincoln Financial Group', 'Lincoln DentalConnect', 'Lincoln National'],
  renaissance: ['Renaissance Dental', 'Renaissance Life'],
  'liberty-dental': ['Liberty', 'Liberty Dental Plan'],
  'mcna-dental': ['MCNA', 'Managed Care of North America'],
  'dominion-national': ['Dominion', 'Dominion Dental'],
  solstice: ['Solstice Benefits', 'Solstice Dental'],
  'beam-benefits': ['Beam', 'Beam Dental'],
  'physicians-mutual': ['Physicians Mutual Dental'],
  'mutual-of-omaha': ['Mutual of Omaha Dental'],
  'the-standard': ['Standard', 'Standard Insurance', 'StanCorp'],
  unum: ['Unum Dental', 'Colonial Life', 'Starmount'],
  'reliance-standard': ['Reliance Matrix'],
  'nippon-life': ['Nippon Life Benefits'],
  'securian-dental': ['Securian'],
  'northeast-delta-dental': ['NEDD'],
  'kaiser-permanente': ['Kaiser', 'Kaiser Dental'],
  'molina-healthcare': ['Molina', 'Molina Dental'],
  'centene-dental': ['Centene', 'Envolve Dental', 'Ambetter', 'WellCare'],
  healthpartners: ['Health Partners', 'HealthPartners Dental'],
  'willamette-dental': ['Willamette Dental Group'],
  dencap: ['DenCap Dental Plans'],
  avesis: ['Avesis Dental'],
  'spirit-dental': ['Spirit'],
};

/** The form in which names are compared, ignoring case, spaces, and punctuation. */
export const foldPlanName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

const indexByKey = new Map<string, number>();
insurancePlans.forEach(({ slug, name }, index) => {
  for (const text of [slug, name, ...aliases[slug]!]) indexByKey.set(foldPlanName(text), index);
});

/** Stored names by folded name, for names that staff gave. */
export type AddedPlanNames = ReadonlyMap<string, string>;
const noAddedNames: AddedPlanNames = new Map();

/** Finds a shipped plan by its slug, its name, or another name of it. */
export const findInsurancePlan = (text: string): InsurancePlan | undefined => {
  const key = foldPlanName(text);
  return insurancePlans[indexByKey.get(key) ?? indexByKey.get(withoutKind(key)) ?? -1];
};

const withoutKind = (key: string): string => key.replace(/(?:insurance|plan|plans)+$/, '');

function findStoredName(text: string, added: AddedPlanNames): string | undefined {
  const key = foldPlanName(text);
  return findInsurancePlan(text)?.name ?? added.get(key) ?? added.get(withoutKind(key));
}

/** The other names of a shipped plan. */
export const shippedAliases = (slug: string): readonly string[] => aliases[slug] ?? [];

/** The names of each shipped plan that people and files use. */
export const insurancePlanAliases: readonly { slug: string; names: readonly string[] }[] = insurancePlans.map(
  ({ slug, name }) => ({ slug, names: [name, ...aliases[slug]!] }),
);

/** Divides a list that people typed or a file holds into stored names and names that we don't know. */
export function readPlans(text: string, added: AddedPlanNames = noAddedNames): { known: string[]; unknown: string[] } {
  const known: string[] = [];
  const unknown: string[] = [];
  for (const name of text.split(/[;|\n]/).map((part) => part.trim())) {
    if (name === '') continue;
    // "Aetna, Cigna" is one name only if it is the name of a plan.
    const parts = findStoredName(name, added) === undefined ? name.split(',').map((part) => part.trim()) : [name];
    for (const part of parts.filter(Boolean)) {
      const storedName = findStoredName(part, added);
      if (storedName === undefined) unknown.push(part);
      else known.push(storedName);
    }
  }
  return { known, unknown };
}

/** Reads a list of plans. Returns the first name that we don't know, if there is one. */
export function parsePlans(text: string, added?: AddedPlanNames): { text: string | null } | { unknown: string } {
  const { known, unknown } = readPlans(text, added);
  return unknown.length > 0 ? { unknown: unknown[0]! } : { text: formatPlans(known) };
}
