import { cleanPhone, fixCapitals } from '../clean/clean-text.ts';

export const trimCell = (cell: string) => cell.replace(/[\s\u00a0\u200b]+/g, ' ').trim();

export function changeCase(cell: string, to: 'upper' | 'lower' | 'title'): string {
  if (to === 'upper') return cell.toUpperCase();
  return to === 'lower' ? cell.toLowerCase() : fixCapitals(cell.toUpperCase());
}

/** A number that isn't a US phone number stays as it is. */
export function formatPhone(cell: string): string {
  const phone = cleanPhone(cell);
  return 'why' in phone ? cell : phone.text;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
/** Two digits mean the years from 1950 to 2049. */
const fullYear = (text: string) => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 50 ? 2000 : 1900));

/** Writes a date as 2026-03-01. Text that isn't a date stays as it is. */
export function formatDate(cell: string, order: 'month' | 'day'): string {
  const parts = readDateParts(cell.trim(), order);
  if (!parts) return cell;
  const [year, month, day] = parts;
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : cell;
}

function readDateParts(text: string, order: 'month' | 'day'): [year: number, month: number, day: number] | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?: .*)?$/.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    return order === 'month' ? [fullYear(numbers[3]!), first, second] : [fullYear(numbers[3]!), second, first];
  }
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text);
  if (monthFirst && monthOf(monthFirst[1]!))
    return [Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2])];
  const dayFirst = /^(\d{1,2})[- ]([a-z]{3,9})\.?[- ,]+(\d{4}|\d{2})$/i.exec(text);
  return dayFirst && monthOf(dayFirst[2]!)
    ? [fullYear(dayFirst[3]!), monthOf(dayFirst[2]!), Number(dayFirst[1])]
    : null;
}

/** Splits a cell as the cleaner splits services. */
export const listItems = (cell: string): string[] =>
  (/[;|\n]/.test(cell) ? cell.split(/[;|\n]/) : cell.split(',')).map((item) => item.trim()).filter(Boolean);

/** Replaces items of a list. A cell without any of them stays as it is. */
export function mapItems(cell: string, values: ReadonlyMap<string, string>): string {
  if (values.has(cell.trim())) return values.get(cell.trim())!;
  const items = listItems(cell);
  if (!items.some((item) => values.has(item))) return cell;
  return [...new Set(items.map((item) => values.get(item) ?? item).filter(Boolean))].join('; ');
}
