/** The usual formats of dental license numbers by state. Boards change them, so a match is evidence, not proof. */
export const licenseFormats: Record<string, RegExp> = {
  AL: /^(D?\d{3,5}([A-Z]\d?)?)$/,
  AK: /^(DEND)?\d{3,6}$/,
  AZ: /^D0?\d{4,6}$/,
  AR: /^\d{4}$/,
  CA: /^(DDS)?\d{4,6}$/,
  CO: /^(DEN)?0*\d{4,9}$/,
  CT: /^0*\d{4,6}$/,
  DE: /^G1-?\d{7}$/,
  DC: /^DEN\d{4,8}$/,
  FL: /^DN\d{4,6}$/,
  GA: /^DN\d{6}$/,
  HI: /^DT-?\d{3,5}$/,
  ID: /^D-?\d{4,5}$/,
  IL: /^(019)-?\d{6}$/,
  IN: /^12\d{6}[A-Z]$/,
  IA: /^(DDS-?)?\d{4,6}$/,
  KS: /^\d{4,6}$/,
  KY: /^\d{4,6}$/,
  LA: /^\d{4,5}$/,
  ME: /^DEN\d{3,5}$/,
  MD: /^\d{4,6}$/,
  MA: /^DN\d{4,9}$/,
  MI: /^2901\d{6}$/,
  MN: /^D\d{4,6}$/,
  MS: /^\d{4}-?\d{2}$/,
  MO: /^\d{6,10}$/,
  NV: /^(S\d?-?)?\d{3,6}$/,
  NJ: /^22DI\d{8}$/,
  NM: /^DD\d{3,5}$/,
  NY: /^\d{6}$/,
  NC: /^\d{4,6}$/,
  OH: /^30[.-]?\d{6}$/,
  OR: /^D\d{4,6}$/,
  PA: /^DS\d{6}[A-Z]?$/,
  RI: /^DEN\d{4,6}$/,
  SC: /^\d{3,6}$/,
  TN: /^(DS)?\d{4,6}$/,
  TX: /^\d{4,6}$/,
  UT: /^\d{6,8}-?99\d{2}$/,
  VT: /^016[.-]?\d{7}$/,
  VA: /^0401\d{6}$/,
  WA: /^DE\d{8}$/,
  WI: /^\d{3,7}-?15$/,
};
export const statesWithUnknownFormat: readonly string[] = ['MT', 'NE', 'NH', 'ND', 'OK', 'SD', 'WV', 'WY'];
const plausibleNumber = /^[A-Z]{0,4}[-.]?\d{3,10}([-.]?[A-Z0-9]{1,4})?$/;

type LicenseVerdict = 'usual' | 'unusual' | 'unknown' | 'odd';

export function checkLicenseFormat(number: string, state: string | null): LicenseVerdict {
  const plain = number
    .toUpperCase()
    .replace(/[\s#]/g, '')
    .replace(/^(NO|LIC|LICENSE)[.:]*/, '');
  const format = state ? licenseFormats[state] : undefined;
  if (format?.test(plain) || format?.test(plain.replace(/[.-]/g, ''))) return 'usual';
  if (!plausibleNumber.test(plain)) return 'odd';
  return format ? 'unusual' : 'unknown';
}
