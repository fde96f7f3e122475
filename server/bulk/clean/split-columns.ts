import { dayNames } from '#shared/listings/opening-hours.ts';
import { parseWeek } from './clean-hours.ts';
import { getSlot, type CleanRow } from './clean-row.ts';
import { cellReasons } from '../refusal-reasons.ts';
import { fixCapitals, collapseSpaces, findStateCode } from './clean-text.ts';

const ADDRESS = getSlot('address');

/** Splits cells that hold several fields. A field with its own column keeps that column's value. */
export function splitColumns(
  cells: ReadonlyMap<string, string>,
  values: readonly (string | undefined)[],
  set: (slot: number, value: string) => void,
  problems: CleanRow['problems'],
): CleanRow['problems'] {
  const setIfBlank = (field: string, value: string) => {
    if (values[getSlot(field)] === undefined) set(getSlot(field), value);
  };
  const joinCells = (...fields: string[]) =>
    fields
      .map((field) => cells.get(field))
      .filter(Boolean)
      .join(' ');
  if (cells.has('lastName'))
    setIfBlank('name', fixCapitals(collapseSpaces(joinCells('firstName', 'middleName', 'lastName'))));
  const secondLine = cells.get('address2');
  const street = values[ADDRESS];
  if (secondLine && street !== undefined) set(ADDRESS, `${street} ${fixCapitals(collapseSpaces(secondLine))}`);
  const fullAddress = cells.get('fullAddress');
  if (fullAddress) splitAddress(fullAddress, setIfBlank);
  const hours = cells.get('weekHours');
  if (!hours) return problems;
  const week = parseWeek(hours);
  if (!week) return { ...problems, weekHours: { why: cellReasons.weekHours, raw: hours } };
  for (const day of dayNames) if (week[day]) setIfBlank(`${day}Hours`, week[day]);
  return problems;
}

/** Splits "12 Main St, Suite 4, Boston, MA 02134, United States". */
function splitAddress(text: string, setIfBlank: (field: string, value: string) => void): void {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(usa?|united states( of america)?)$/i.test(part));
  const last = parts.at(-1) ?? '';
  const zip = /\s(\d{5}(?:-\d{4})?)$/.exec(last)?.[1];
  const state = zip === undefined ? null : findStateCode(last.slice(0, -zip.length).trim());
  if (zip === undefined || !state || parts.length < 3) return;
  setIfBlank('zipCode', zip);
  setIfBlank('state', state);
  setIfBlank('city', fixCapitals(parts.at(-2)!));
  setIfBlank('address', fixCapitals(parts.slice(0, -2).join(', ')));
}
