/** Cities with a capital inside their name that no rule finds. */
const exceptions: Record<string, string> = {
  'Desoto, TX': 'DeSoto',
  'Dekalb, IL': 'DeKalb',
  'Dekalb, TX': 'DeKalb',
  'Lagrange, GA': 'LaGrange',
  'Debary, FL': 'DeBary',
  'Deland, FL': 'DeLand',
  'Dupont, WA': 'DuPont',
  'Dubois, PA': 'DuBois',
  'Mcbh Kaneohe Bay, HI': 'MCBH Kaneohe Bay',
};

/** "McAllen" for the postal service's "Mcallen". Only letter case changes. */
export const toNaturalCase = (name: string, state: string): string =>
  exceptions[`${name}, ${state}`] ??
  name
    .replace(/\bMc([a-z])/g, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/\b(?:Afb|Jbsa)\b/g, (word) => word.toUpperCase());
