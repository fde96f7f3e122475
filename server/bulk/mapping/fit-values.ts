import { listingFields, type FieldKind } from '#shared/bulk/fields.ts';
import { createCellCleaner, type ReferenceIds } from '../clean/clean-cell.ts';
import { parseWeek } from '../clean/clean-hours.ts';
import { isPlaceholder } from '../clean/placeholders.ts';
import { parsePoint, splitFullAddress } from '../clean/split-address.ts';
import { isLastFirst } from '../clean/last-first.ts';
import { readCell } from '../read/cells.ts';

type Test = (cell: string) => boolean;

const MAX_LENGTH = 20_000;
/** Names may have a number, as in “Suite 1200 Dental”. */
const MOST_DIGITS = 0.7;
const kinds = new Map<string, FieldKind>(listingFields.map(({ name, kind }) => [name, kind]));
const digitShare = (cell: string) => cell.replace(/\D/g, '').length / cell.length;
const isWords: Test = (cell) => cell.length <= 120 && /\p{L}{2}/u.test(cell) && !/[@<>]|:\/\//.test(cell);
const inDegrees = (cell: string, low: number, high: number) => {
  const value = /^-?\d{1,3}(?:\.\d+)?$/.test(cell) ? Number(cell) : 0;
  return value === 0 ? /^-?0(?:\.0+)?$/.test(cell) : value >= low && value <= high;
};

const streetWord =
  /\b(?:box|suite|plaza|road|street|avenue|square|mall|st|ave|av|rd|blvd|boulevard|ln|lane|dr|drive|ct|court|way|hwy|highway|pkwy|pl|sq|ter|cir)\b/i;

/** Tests for fields whose cleaner accepts any text, by the form that their cells usually have. */
const shapes: Record<string, Test> = {
  name: (cell) => isWords(cell) && digitShare(cell) < MOST_DIGITS,
  practice: (cell) => isWords(cell) && digitShare(cell) < MOST_DIGITS,
  firstName: (cell) => isWords(cell) && digitShare(cell) === 0 && cell.split(/\s+/).length <= 3,
  lastName: (cell) => isWords(cell) && digitShare(cell) === 0 && cell.split(/\s+/).length <= 4,
  middleName: (cell) => /^\p{L}[\p{L}\s.'’-]*$/u.test(cell) && cell.length <= 40,
  title: (cell) => cell.length <= 60 && /\p{L}/u.test(cell) && digitShare(cell) === 0,
  specialty: (cell) => isWords(cell) && digitShare(cell) < 0.2,
  languages: (cell) => isWords(cell) && digitShare(cell) === 0,
  license: (cell) => cell.length <= 40 && /\d/.test(cell),
  address: (cell) => /\p{L}/u.test(cell) && (/\d/.test(cell) || streetWord.test(cell)),
  city: (cell) => cell.length <= 50 && /^[\p{L}\s.'’()-]{2,}$/u.test(cell),
  bio: (cell) => cell.length >= 40,
  houseNumber: (cell) => /^\d{1,6}(?:[-/ ]?[A-Za-z\d]{1,4})?$/.test(cell),
  // The US and its territories, so that meters and foreign places don't fit.
  lat: (cell) => inDegrees(cell, -15, 72),
  lng: (cell) => inDegrees(cell, -180, -60) || inDegrees(cell, 140, 180),
  weekHours: (cell) => parseWeek(cell) !== null,
  fullAddress: (cell) => splitFullAddress(cell, true) !== null,
  cityStateZip: (cell) => splitFullAddress(cell, false) !== null,
  point: (cell) => parsePoint(cell) !== null,
  lastFirst: isLastFirst,
};
/** Kinds whose cleaner accepts any text. */
const freeKinds = new Set<FieldKind>(['name', 'text', 'prose', 'place', 'hours']);

/** Tests whether a cell suits a field. Null for fields that take any text. */
export function createFieldTest(field: string, references: ReferenceIds): Test | null {
  const kind = kinds.get(field);
  const shape = shapes[field];
  if (shape) return shape;
  if (kind === undefined || freeKinds.has(kind)) return null;
  const clean = createCellCleaner(kind, references);
  return (cell) => typeof clean(cell) === 'string';
}

export interface Fit {
  /** The share of the cells that suit the field. */
  share: number;
  cells: number;
}

/** Measures how many cells of a column suit a field, leaving out blank ones and words for “none”. Null if that can't be known. */
export function measureFit(cells: readonly string[], test: Test | null): Fit | null {
  if (!test || cells.length === 0) return null;
  return { share: cells.filter(test).length / cells.length, cells: cells.length };
}

/** The cells of a column that say something. */
export const listTellingCells = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows
    .map((cells) => readCell(cells[column] ?? '').trim())
    .filter((cell) => cell !== '' && cell.length <= MAX_LENGTH && !isPlaceholder(cell));
