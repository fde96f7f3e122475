const spellings: Record<string, string> = {
  PHD: 'PhD',
  MSC: 'MSc',
  BSC: 'BSc',
  MED: 'MEd',
  DRPH: 'DrPH',
  DMSC: 'DMSc',
};
/** Forms of a company, and words that name no degree. */
const noDegree = new Set([
  'PC',
  'PA',
  'LLC',
  'PLLC',
  'INC',
  'PS',
  'DR',
  'DENTIST',
  'NONE',
  'NA',
  'DENTAL',
  'DOCTOR',
  'AND',
]);
const MAX_DEGREES = 5;

/** "D.D.S., M.S." becomes "DDS, MS". Null without a degree. */
export function writeCredentials(text: string): string | null {
  const degrees: string[] = [];
  for (const part of text
    .toUpperCase()
    .replace(/\bD[\s.]*D[\s.]*S\b\.?/g, 'DDS ')
    .replace(/\bD[\s.]*M[\s.]*D\b\.?/g, 'DMD ')
    .split(/[\s,;/&()]+/)) {
    const degree = part.replace(/[^A-Z]/g, '');
    if (degree.length < 2 || degree.length > 8 || noDegree.has(degree)) continue;
    const spelled = spellings[degree] ?? degree;
    if (!degrees.includes(spelled)) degrees.push(spelled);
  }
  return degrees.length > 0 ? degrees.slice(0, MAX_DEGREES).join(', ') : null;
}
