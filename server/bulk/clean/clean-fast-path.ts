import type { FieldKind } from '#shared/bulk/fields.ts';
import { insurancePlans } from '#shared/places/insurance-plans.ts';
import { parseDate, stateCodes } from './clean-text.ts';
import { isPlaceholder } from './placeholders.ts';

/**
 * Fast path, because most cells of most files are already clean. A cell that matches would leave the cleaner unchanged, has no
 * guarding apostrophe, and contains nothing that COPY escapes. A cell that doesn't match may be clean too, so run the cleaner.
 */
const text = /^[!-&(-[\]-~](?:[ -[\]-~]*[!-[\]-~])?$/;
const prose = /^[ -&(-[\]-~][ -[\]-~]*$/;
const lower = /[a-z]/;
const degree =
  / (?:D\.?D\.?S|D\.?M\.?D|M\.?D|M\.?S|M\.?S\.?D|Ph\.?D|M\.?P\.?H|M\.?A\.?G\.?D|F\.?A\.?G\.?D|B\.?D\.?S|M\.?Sc|F\.?I\.?C\.?D|F\.?A\.?C\.?D|R\.?D\.?H)\.?$/i;
const phone = /^\([2-9]\d\d\) \d{3}-\d{4}$/;
const email = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]+$/;
const url = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?:\/[A-Za-z0-9_.~/-]*)?$/;
const zip = /^\d{5}(?:-\d{4})?$/;
const wholeNumber = /^\d{1,9}$/;
const id = /^[1-9]\d{0,8}$/;
const npi = /^\d{10}$/;
const rating = /^(?:[0-4](?:\.\d)?|5(?:\.0)?)$/;
const degrees = /^-?(?:[1-9]\d?|1[0-7]\d)(?:\.\d{1,15})?$/;

const price = /^[1-9]\d{0,4}$/;
const planNames = new Set(insurancePlans.map(({ name }) => name));

const isText = (cell: string) => cell.length <= 500 && text.test(cell) && !isPlaceholder(cell);
const isName = (cell: string) =>
  cell.length <= 200 && text.test(cell) && lower.test(cell) && !cell.includes('  ') && !isPlaceholder(cell);

const checks: Partial<Record<FieldKind, (cell: string) => boolean>> = {
  id: (cell) => id.test(cell),
  name: isName,
  place: isName,
  // A bracket starts a list in JSON, which the cleaner joins.
  text: (cell) => cell.charCodeAt(0) !== 91 && isText(cell),
  hours: isText,
  prose: (cell) => cell.length <= 20_000 && prose.test(cell) && cell.trim() !== '' && !isPlaceholder(cell),
  state: (cell) => cell.length === 2 && stateCodes.has(cell),
  zip: (cell) => zip.test(cell),
  phone: (cell) => phone.test(cell),
  email: (cell) => cell.length <= 254 && email.test(cell),
  // Browsers resolve "/./" and "/../".
  url: (cell) => cell.length <= 250 && url.test(cell) && !cell.includes('xn--') && !cell.includes('/.'),
  flag: (cell) => cell === 'true' || cell === 'false',
  count: (cell) => wholeNumber.test(cell),
  rating: (cell) => rating.test(cell),
  degrees: (cell) => degrees.test(cell),
  npi: (cell) => npi.test(cell),
  gender: (cell) => cell === 'female' || cell === 'male',
  plans: (cell) => planNames.has(cell),
  price: (cell) => price.test(cell),
  date: (cell) => cell.length === 10 && parseDate(cell) === cell,
};
const never = () => false;
const isNameWithoutCredentials = (cell: string) => isName(cell) && !cell.includes(',') && !degree.test(cell);

/** Returns the fast check for a field. The listing's name may contain credentials, which the cleaner moves to the title. */
export const createCleanCheck = (field: string, kind: FieldKind): ((cell: string) => boolean) =>
  field === 'name' ? isNameWithoutCredentials : (checks[kind] ?? never);
