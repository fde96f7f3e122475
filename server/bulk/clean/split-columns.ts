import { dayNames } from '#contract/opening-hours.ts';
import { parseWeek } from './clean-hours.ts';
import { getSlot, type CleanRow } from './clean-row.ts';
import { fixCapitals, collapseSpaces, findStateCode } from './clean-text.ts';

const ADDRESS = getSlot('address');

/** Cells that become several fields; a field the file has by itself stays. */
export function splitColumns(
  spread: ReadonlyMap<string, string>,
  values: readonly (string | undefined)[],
  set: (slot: number, value: string) => void,
  problems: CleanRow['problems'],
): CleanRow['problems'] {
  const open = (field: string, value: string) => {
    if (values[getSlot(field)] === undefined) set(getSlot(field), value);
  };
  const whole = (...parts: string[]) =>
    parts
      .map((part) => spread.get(part))
      .filter(Boolean)
      .join(' ');
  if (spread.has('lastName')) open('name', fixCapitals(collapseSpaces(whole('firstName', 'middleName', 'lastName'))));
  const second = spread.get('address2');
  const street = values[ADDRESS];
  if (second && street !== undefined) set(ADDRESS, `${street} ${fixCapitals(collapseSpaces(second))}`);
  const full = spread.get('fullAddress');
  if (full) readAddress(full, open);
  const hours = spread.get('weekHours');
  if (!hours) return problems;
  const week = parseWeek(hours);
  if (!week)
    return { ...problems, weekHours: { why: 'These hours cannot be read. Give them day by day.', raw: hours } };
  for (const day of dayNames) if (week[day]) open(`${day}Hours`, week[day]);
  return problems;
}

/** "12 Main St, Suite 4, Boston, MA 02134, United States" into its parts. */
function readAddress(text: string, open: (field: string, value: string) => void): void {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(usa?|united states( of america)?)$/i.test(part));
  const last = /^(.+?)\s+(\d{5}(?:-\d{4})?)$/.exec(parts.at(-1) ?? '');
  const state = last && findStateCode(last[1]!);
  if (!last || !state || parts.length < 3) return;
  open('zipCode', last[2]!);
  open('state', state);
  open('city', fixCapitals(parts.at(-2)!));
  open('address', fixCapitals(parts.slice(0, -2).join(', ')));
}
