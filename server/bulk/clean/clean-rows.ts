import { listingFields, refusingFields, type FieldKind } from '#shared/bulk/fields.ts';
import { isWellFormed } from '#shared/limits.ts';
import { readCell } from '../read/cells.ts';
import { cellReasons } from '../refusal-reasons.ts';
import { createCellCleaner, refuse, type CleanResult, type ReferenceIds } from './clean-cell.ts';
import { createCleanCheck } from './clean-fast-path.ts';
import { detachText, getSlot, type CleanRow } from './clean-row.ts';
import { buildNameKey, splitCredentials } from './clean-text.ts';
import { isPlaceholder } from './placeholders.ts';
import { splitColumns } from './split-columns.ts';

const NAME = getSlot('name');
const TITLE = getSlot('title');
const PHONE = getSlot('phone');
const LAT = getSlot('lat');
const LNG = getSlot('lng');
const PLANS = getSlot('insurancePlans');
const ACCEPTS_INSURANCE = getSlot('acceptsInsurance');
const PRICE_FROM = getSlot('whiteningPriceFrom');
const PRICE_TO = getSlot('whiteningPriceTo');

const maxLengths: Partial<Record<FieldKind, number>> = {
  prose: 20_000,
  name: 200,
  services: 5_000,
  plans: 5_000,
  url: 2_000,
  holidays: 3_000,
};

/** Kinds whose stored value has one notation, so the original text isn't needed for comparing. */
const typedKinds = new Set<FieldKind>([
  'id',
  'flag',
  'count',
  'rating',
  'degrees',
  'practiceType',
  'services',
  'npi',
  'gender',
  'plans',
  'price',
  'date',
  'holidays',
  'licenseStatus',
  'discipline',
  'exactness',
  'operating',
]);
/** Kinds whose cells rarely repeat, so caching them wouldn't help. */
const uniqueKinds = new Set<FieldKind>(['prose', 'id', 'npi', 'degrees', 'phone', 'email', 'url', 'name', 'services']);
const kindByField = new Map(listingFields.map(({ name, kind }) => [name as string, kind as FieldKind]));

/** A word for “none” is blank in the fields that every row needs and in texts. In others it is listed with the unusable cells. */
const textKinds = new Set<FieldKind>(['name', 'text', 'prose', 'place', 'hours']);
const keepsPlaceholders = (field: string, kind: FieldKind | null): boolean =>
  kind === null ? nameParts.has(field) : !textKinds.has(kind) && !refusingFields.has(field);
/** Na and Null are family names. */
const nameParts = new Set(['firstName', 'lastName', 'middleName']);

/** Cleans repeated cells once. The cache is bounded, and its texts are detached from the file. */
function cacheResults(clean: (cell: string) => CleanResult): (cell: string) => CleanResult {
  const cache = new Map<string, CleanResult>();
  return (cell) => {
    let value = cache.get(cell);
    if (value === undefined) {
      value = clean(cell);
      if (cache.size < 4000 && cell.length < 200) {
        const detachedCell = detachText(cell);
        cache.set(detachedCell, value === cell ? detachedCell : value);
      }
    }
    return value;
  };
}

/** A point at zero degrees is a blank one that a program filled in. */
function findPointProblem(lat: string | undefined, lng: string | undefined): { why: string; raw: string } | null {
  if (lat === undefined) return null;
  if (Math.abs(Number(lat)) > 90) return { why: cellReasons.latitude, raw: lat };
  return Number(lat) === 0 && lng !== undefined && Number(lng) === 0 ? { why: cellReasons.zeroPoint, raw: lat } : null;
}

interface Column {
  field: string;
  index: number;
  /** Null for a column that is split into several fields. */
  kind: FieldKind | null;
  slot: number;
  isAlreadyClean(cell: string): boolean;
  clean(cell: string): CleanResult;
}

/** Creates the function that cleans the rows of one file. */
export function createRowCleaner(
  fields: readonly (string | null)[],
  references: ReferenceIds,
  hasBrokenCharacters: boolean,
): (cells: readonly string[]) => CleanRow {
  const columns = fields.flatMap((field, index): Column[] => {
    if (field === null) return [];
    const kind = kindByField.get(field) ?? null;
    if (!kind) return [{ field, index, kind, slot: -1, isAlreadyClean: () => false, clean: (cell) => cell }];
    const clean = createCellCleaner(kind, references);
    const isAlreadyClean = createCleanCheck(field, kind);
    return [
      {
        field,
        index,
        kind,
        slot: getSlot(field),
        isAlreadyClean,
        clean: uniqueKinds.has(kind) ? clean : cacheResults(clean),
      },
    ];
  });
  // oxlint-disable-next-line no-control-regex
  const suspectCharacters = /[\0\ud800-\udfff]/;
  const row: CleanRow = {
    values: Array.from({ length: listingFields.length }),
    needsEscape: Array.from({ length: listingFields.length }, () => false),
    raw: null,
    problems: null,
    phoneKey: null,
    nameKey: null,
  };
  const { values, needsEscape } = row;
  const set = (slot: number, value: string) => {
    values[slot] = value;
    needsEscape[slot] = true;
  };

  return (cells) => {
    values.fill(undefined);
    let cellsToSplit: Map<string, string> | null = null;
    let raw: CleanRow['raw'] = null;
    let problems: CleanRow['problems'] = null;
    let nameIsClean = false;
    for (const { field, index, kind, slot, isAlreadyClean, clean } of columns) {
      const originalCell = cells[index];
      if (originalCell === undefined || originalCell === '') continue;
      if (isAlreadyClean(originalCell)) {
        values[slot] = originalCell;
        needsEscape[slot] = false;
        if (slot === NAME) nameIsClean = true;
        continue;
      }
      const cell = readCell(originalCell);
      const trimmed = kind === 'prose' ? cell : cell.trim();
      const isBlank = trimmed === '' || (kind === 'prose' && trimmed.trim() === '');
      if (isBlank || (isPlaceholder(trimmed) && !keepsPlaceholders(field, kind))) {
        if (cell !== '') (raw ??= {})[field] = cell;
        continue;
      }
      let value: CleanResult;
      if (suspectCharacters.test(cell) && !isWellFormed(cell)) value = refuse(cellReasons.invalidCharacters);
      else if (hasBrokenCharacters && cell.includes('\ufffd')) value = refuse(cellReasons.damagedCharacter);
      else if (cell.length > (kind ? (maxLengths[kind] ?? 500) : 5_000)) value = refuse(cellReasons.tooLong);
      else if (kind === null) {
        (cellsToSplit ??= new Map<string, string>()).set(field, trimmed);
        continue;
      } else value = clean(trimmed);
      if (typeof value === 'string') {
        set(slot, value);
        if (value !== cell && !typedKinds.has(kind!)) (raw ??= {})[field] = cell;
      } else (problems ??= {})[field] = { why: value.why, raw: cell.replaceAll('\0', '').slice(0, 20_000) };
    }

    if (cellsToSplit) problems = splitColumns(cellsToSplit, values, set, problems);
    const point = findPointProblem(values[LAT], values[LNG]);
    if (point) {
      (problems ??= {}).lat = point;
      values[LAT] = values[LNG] = undefined;
    }

    // A practice that names a plan accepts insurance.
    if (values[PLANS] !== undefined) set(ACCEPTS_INSURANCE, 'true');
    const priceFrom = values[PRICE_FROM];
    const priceTo = values[PRICE_TO];
    if (priceTo !== undefined && (priceFrom === undefined || Number(priceTo) < Number(priceFrom))) {
      (problems ??= {}).whiteningPriceTo ??= {
        why: priceFrom === undefined ? cellReasons.priceFromMissing : cellReasons.priceOrder,
        raw: priceTo,
      };
      values[PRICE_TO] = undefined;
    }

    let name = values[NAME];
    if (name !== undefined && !nameIsClean) {
      const { name: nameWithoutCredentials, title } = splitCredentials(name);
      if (title !== null) {
        (raw ??= {}).name ??= name;
        set(NAME, (name = nameWithoutCredentials));
        if (values[TITLE] === undefined) {
          set(TITLE, title);
          raw.title ??= '';
        }
      }
    }
    const phone = values[PHONE];
    row.raw = raw;
    row.problems = problems;
    row.phoneKey = phone === undefined ? null : phone.slice(1, 4) + phone.slice(6, 9) + phone.slice(10, 14);
    row.nameKey = name === undefined ? null : nameIsClean ? name.toLowerCase() : buildNameKey(name);
    return row;
  };
}
