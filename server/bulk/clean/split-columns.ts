import { dayNames } from '#shared/listings/opening-hours.ts';
import { parseWeek } from './clean-hours.ts';
import { getSlot, type CleanRow } from './clean-row.ts';
import { cellReasons } from '../refusal-reasons.ts';
import { fixCapitals, collapseSpaces } from './clean-text.ts';
import { turnLastFirst } from './last-first.ts';
import { isPlaceholder } from './placeholders.ts';
import { parsePoint, splitFullAddress, type Point } from './split-address.ts';

const ADDRESS = getSlot('address');
const CITY = getSlot('city');

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
  const setPoint = (point: Point | null) => {
    if (!point) return;
    setIfBlank('lat', point.lat);
    setIfBlank('lng', point.lng);
  };
  if (cells.has('lastName'))
    setIfBlank('name', fixCapitals(collapseSpaces(joinCells('firstName', 'middleName', 'lastName'))));
  const lastFirst = cells.get('lastFirst');
  if (lastFirst) setIfBlank('name', turnLastFirst(lastFirst) ?? fixCapitals(collapseSpaces(lastFirst)));
  const houseNumber = cells.get('houseNumber');
  if (houseNumber && values[ADDRESS] !== undefined) set(ADDRESS, `${houseNumber} ${values[ADDRESS]}`);
  const secondLine = cells.get('address2');
  const street = values[ADDRESS];
  if (secondLine && street !== undefined && !isPlaceholder(secondLine))
    set(ADDRESS, `${street} ${fixCapitals(collapseSpaces(secondLine))}`);
  for (const field of ['fullAddress', 'cityStateZip']) {
    const cell = cells.get(field);
    if (cell === undefined) continue;
    const split = splitFullAddress(cell, field === 'fullAddress');
    if (!split) {
      if (values[CITY] === undefined) problems = { ...problems, [field]: { why: cellReasons.fullAddress, raw: cell } };
      continue;
    }
    if (split.zipCode !== null) setIfBlank('zipCode', split.zipCode);
    setIfBlank('state', split.state);
    setIfBlank('city', fixCapitals(split.city));
    if (split.address !== null) setIfBlank('address', fixCapitals(split.address));
    setPoint(split.point);
  }
  setPoint(parsePoint(cells.get('point') ?? ''));
  const hours = cells.get('weekHours');
  if (!hours) return problems;
  const week = parseWeek(hours);
  if (!week) return { ...problems, weekHours: { why: cellReasons.weekHours, raw: hours } };
  for (const day of dayNames) if (week[day]) setIfBlank(`${day}Hours`, week[day]);
  return problems;
}
