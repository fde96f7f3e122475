import type { FieldKind } from '#contract/bulk-fields.ts';
import { stateCodes } from './clean-text.ts';

/**
 * Most cells of most files are as they should be. One look tells, for each kind: yes means that cleaning would give back the
 * very same text, that nothing in it is special to COPY, and that no apostrophe guards it. No means only that nobody knows yet.
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
const whole = /^\d{1,9}$/;
const id = /^[1-9]\d{0,8}$/;
const npi = /^\d{10}$/;
const rating = /^(?:[0-4](?:\.\d)?|5(?:\.0)?)$/;
const degrees = /^-?(?:[1-9]\d?|1[0-7]\d)(?:\.\d{1,15})?$/;

const sentence = (cell: string) => cell.length <= 500 && text.test(cell);
const words = (cell: string) => cell.length <= 200 && text.test(cell) && lower.test(cell) && !cell.includes('  ');

const looks: Partial<Record<FieldKind, (cell: string) => boolean>> = {
  id: (cell) => id.test(cell),
  name: words,
  place: words,
  // Lists of other services are written as JSON.
  text: (cell) => cell.charCodeAt(0) !== 91 && sentence(cell),
  hours: sentence,
  prose: (cell) => cell.length <= 20_000 && prose.test(cell) && cell.trim() !== '',
  state: (cell) => cell.length === 2 && stateCodes.has(cell),
  zip: (cell) => zip.test(cell),
  phone: (cell) => phone.test(cell),
  email: (cell) => cell.length <= 254 && email.test(cell),
  url: (cell) => cell.length <= 250 && url.test(cell) && !cell.includes('xn--'),
  flag: (cell) => cell === 'true' || cell === 'false',
  count: (cell) => whole.test(cell),
  rating: (cell) => rating.test(cell),
  degrees: (cell) => degrees.test(cell),
  npi: (cell) => npi.test(cell),
};
const never = () => false;
const fullName = (cell: string) => words(cell) && !cell.includes(',') && !degree.test(cell);

/** Whether a cell of this field is clean as it is. The name of a person may carry credentials, that of a practice may not. */
export const createCleanCheck = (field: string, kind: FieldKind): ((cell: string) => boolean) =>
  field === 'name' ? fullName : (looks[kind] ?? never);
