import { fixCapitals, splitCredentials } from './clean-text.ts';

const namePart = /^\p{L}[\p{L}\s.'’-]*$/u;
/** Words after the comma that belong to a company or a family name, so they are no first name. */
const suffix = /^(?:inc|llc|l\.l\.c|pllc|p\.?c|pa|p\.a|llp|ltd|corp|co|jr|sr|ii|iii|iv|esq)\.?$/i;

/** Turns “Doe, Jane Q, DDS” into “Jane Q Doe, DDS”. Null for other texts. */
export function turnLastFirst(cell: string): string | null {
  const { name, title } = splitCredentials(cell);
  const [last = '', first = '', end, ...more] = name.split(',').map((part) => part.trim());
  if (more.length > 0 || !namePart.test(last) || !namePart.test(first) || suffix.test(first)) return null;
  if (end !== undefined && !suffix.test(end)) return null;
  return [fixCapitals(`${first} ${last}`), end, title].filter(Boolean).join(', ');
}
export const isLastFirst = (cell: string): boolean => turnLastFirst(cell) !== null;
