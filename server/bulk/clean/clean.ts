import { listingFields, type FieldKind } from '#contract/bulk-fields.ts';
import { MAX_ID, isWellFormed } from '#contract/limits.ts';
import { unguardCell } from '../read/cells.ts';
import { createCleanCheck } from './clean-fast-path.ts';
import { detachText, getSlot, type CleanRow } from './clean-row.ts';
import { splitColumns } from './split-columns.ts';
import {
  fixCapitals,
  parseJsonCell,
  cleanPhone,
  buildNameKey,
  splitCredentials,
  collapseSpaces,
  findStateCode,
  cleanUrl,
  parseFlag,
  cleanZip,
} from './clean-text.ts';

/** Names of the reference tables, folded to lower case. */
export interface ReferenceIds {
  services: ReadonlyMap<string, number>;
  practiceTypes: ReadonlyMap<string, number>;
}

const NAME = getSlot('name');
const TITLE = getSlot('title');
const PHONE = getSlot('phone');
const LAT = getSlot('lat');

class Problem {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}
type Cleaned = string | Problem;
const bad = (why: string) => new Problem(why);

const longest: Partial<Record<FieldKind, number>> = { prose: 20_000, name: 200, services: 5_000, url: 2_000 };

/** What a cell of this kind becomes. It gets no blank cells and no text that cannot be stored. */
export function createCellCleaner(kind: FieldKind, known: ReferenceIds): (cell: string) => Cleaned {
  switch (kind) {
    case 'id':
      return (cell) => {
        const plain = cell.replace(/\.0+$/, '');
        return /^[1-9]\d{0,9}$/.test(plain) && Number(plain) <= MAX_ID ? plain : bad('This is not a valid id.');
      };
    case 'name':
      return (cell) => fixCapitals(collapseSpaces(cell));
    case 'place':
      return (cell) => fixCapitals(collapseSpaces(cell));
    case 'text':
      return (cell) => {
        const list = parseJsonCell(cell);
        return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list.join(', ') : cell;
      };
    case 'prose':
    case 'hours':
      return (cell) => cell;
    case 'state':
      return (cell) => findStateCode(cell) ?? bad('This is not a US state or territory.');
    case 'zip':
      return (cell) => cleanZip(cell) ?? bad('This is not a US ZIP code.');
    case 'phone':
      return (cell) => {
        const phone = cleanPhone(cell);
        return 'why' in phone ? bad(phone.why) : phone.text;
      };
    case 'email':
      return (cell) => {
        const first = cell
          .split(/[;,\s]+/)[0]!
          .replace(/^mailto:/i, '')
          .toLowerCase();
        return /^[^\s@"<>()]+@[^\s@.]+(\.[^\s@.]+)+$/.test(first) && first.length <= 254
          ? first
          : bad('This is not an email address.');
      };
    case 'url':
      return (cell) => cleanUrl(cell) ?? bad('This is not a web address that starts with http:// or https://.');
    case 'flag':
      return (cell) => {
        const value = parseFlag(cell);
        return value === null ? bad('This is neither yes nor no.') : String(value);
      };
    case 'count':
      return (cell) => {
        const plain = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.0+)?\+?\s*(?:years?|yrs?|reviews?)?$/i.exec(cell)?.[1];
        return plain ? String(Number(plain.replaceAll(',', ''))) : bad('This is not a whole number.');
      };
    case 'rating':
      return (cell) => {
        const value = /^\d(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
        return value >= 0 && value <= 5 ? value.toFixed(1) : bad('A rating is a number from 0 to 5.');
      };
    case 'degrees':
      return (cell) => {
        const value = /^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
        return Math.abs(value) <= 180 ? String(value) : bad('This is not a coordinate in degrees.');
      };
    case 'npi':
      return (cell) => {
        const plain = cell.replace(/\.0+$/, '');
        return /^\d{10}$/.test(plain) ? plain : bad('An NPI has ten digits.');
      };
    case 'practiceType':
      return (cell) =>
        known.practiceTypes.get(cell.toLowerCase())?.toString() ?? bad(`There is no practice type “${cut(cell)}”.`);
    case 'services':
      return (cell) => {
        const list = parseJsonCell(cell);
        let names = Array.isArray(list) ? list.map(String) : cell.split(/[;|\n]/);
        if (names.length === 1 && !known.services.has(cell.toLowerCase())) names = cell.split(',');
        const ids = new Set<number>();
        for (const name of names.map((text) => text.trim()).filter(Boolean)) {
          const id = known.services.get(name.toLowerCase());
          if (id === undefined) return bad(`There is no service “${cut(name)}”.`);
          ids.add(id);
        }
        return `{${[...ids].sort((a, b) => a - b).join(',')}}`;
      };
  }
}

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Typed columns hold nothing that could be written in another way, so their raw text is of no use. */
const typed = new Set<FieldKind>(['id', 'flag', 'count', 'rating', 'degrees', 'practiceType', 'services', 'npi']);
/** Hardly ever twice the same. */
const unique = new Set<FieldKind>(['prose', 'id', 'npi', 'degrees', 'phone', 'email', 'url', 'name']);
const kinds = new Map(listingFields.map(({ name, kind }) => [name as string, kind as FieldKind]));

/** Cells that come again and again are cleaned once. What is remembered is little, and holds on to no part of the file. */
function remembering(clean: (cell: string) => Cleaned): (cell: string) => Cleaned {
  const known = new Map<string, Cleaned>();
  return (cell) => {
    let value = known.get(cell);
    if (value === undefined) {
      value = clean(cell);
      if (known.size < 4000 && cell.length < 200) {
        const own = detachText(cell);
        known.set(own, value === cell ? own : value);
      }
    }
    return value;
  };
}

interface Column {
  field: string;
  index: number;
  /** Null for a column that becomes several fields. */
  kind: FieldKind | null;
  slot: number;
  quick(cell: string): boolean;
  clean(cell: string): Cleaned;
}

/** Makes the function that cleans the rows of one file. */
export function createRowCleaner(
  fields: readonly (string | null)[],
  known: ReferenceIds,
  hasBroken: boolean,
): (cells: readonly string[]) => CleanRow {
  const columns = fields.flatMap((field, index): Column[] => {
    if (field === null) return [];
    const kind = kinds.get(field) ?? null;
    if (!kind) return [{ field, index, kind, slot: -1, quick: () => false, clean: (cell) => cell }];
    const clean = createCellCleaner(kind, known);
    const quick = createCleanCheck(field, kind);
    return [{ field, index, kind, slot: getSlot(field), quick, clean: unique.has(kind) ? clean : remembering(clean) }];
  });
  // oxlint-disable-next-line no-control-regex
  const cannotBeStored = /[\0\ud800-\udfff]/;
  const row: CleanRow = {
    values: Array.from({ length: listingFields.length }),
    odd: Array.from({ length: listingFields.length }, () => false),
    raw: null,
    problems: null,
    phoneKey: null,
    nameKey: null,
  };
  const { values, odd } = row;
  const set = (slot: number, value: string) => {
    values[slot] = value;
    odd[slot] = true;
  };

  return (cells) => {
    values.fill(undefined);
    let spread: Map<string, string> | null = null;
    let raw: CleanRow['raw'] = null;
    let problems: CleanRow['problems'] = null;
    let quickName = false;
    for (const { field, index, kind, slot, quick, clean } of columns) {
      const given = cells[index];
      if (given === undefined || given === '') continue;
      if (quick(given)) {
        values[slot] = given;
        odd[slot] = false;
        if (slot === NAME) quickName = true;
        continue;
      }
      const cell = unguardCell(given);
      const trimmed = kind === 'prose' ? cell : cell.trim();
      if (trimmed === '' || (kind === 'prose' && trimmed.trim() === '')) {
        if (cell !== '') (raw ??= {})[field] = cell;
        continue;
      }
      let value: Cleaned;
      if (cannotBeStored.test(cell) && !isWellFormed(cell))
        value = bad('This cell holds characters that are not text.');
      else if (hasBroken && cell.includes('\ufffd')) value = bad('This cell holds a broken character.');
      else if (cell.length > (kind ? (longest[kind] ?? 500) : 5_000)) value = bad('This cell is too long.');
      else if (kind === null) {
        (spread ??= new Map<string, string>()).set(field, trimmed);
        continue;
      } else value = clean(trimmed);
      if (typeof value === 'string') {
        set(slot, value);
        if (value !== cell && !typed.has(kind!)) (raw ??= {})[field] = cell;
      } else (problems ??= {})[field] = { why: value.why, raw: cell.replaceAll('\0', '').slice(0, 20_000) };
    }

    if (spread) problems = splitColumns(spread, values, set, problems);
    const lat = values[LAT];
    if (lat !== undefined && Math.abs(Number(lat)) > 90)
      (problems ??= {}).lat = { why: 'A latitude is from -90 to 90.', raw: lat };

    let name = values[NAME];
    if (name !== undefined && !quickName) {
      const { name: bare, title } = splitCredentials(name);
      if (title !== null) {
        (raw ??= {}).name ??= name;
        set(NAME, (name = bare));
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
    row.nameKey = name === undefined ? null : quickName ? name.toLowerCase() : buildNameKey(name);
    return row;
  };
}
