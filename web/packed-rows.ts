/** Marks a packed array: the field names, then the values of each object. */
const ROWS = '$rows';
/** Begins a reference to a text by its number. Another text that begins so has it twice. */
const REFERENCE = '~';
const SHORTEST_SHARED_TEXT = 6;
type Fields = Record<string, unknown>;
type Packed = [texts: string[], value: unknown];

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapFields = (fields: Fields, map: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));

/** The field names of a list of equal objects; null for any other list. */
function findSharedNames(list: readonly unknown[]): string[] | null {
  const [first] = list;
  if (list.length < 2 || !isObject(first)) return null;
  const names = Object.keys(first);
  const isSame = (other: unknown) => {
    if (!isObject(other)) return false;
    const otherNames = Object.keys(other);
    return otherNames.length === names.length && otherNames.every((name, index) => name === names[index]);
  };
  return names.length > 0 && list.every(isSame) ? names : null;
}

/** Copies a value, and writes the field names of a list of equal objects once, because ten listings would repeat 4 kB of them. */
function packRows(value: unknown): unknown {
  if (isObject(value)) return mapFields(value, packRows);
  if (!Array.isArray(value)) return value;
  const names = findSharedNames(value);
  if (!names) return value.map(packRows);
  return { [ROWS]: [names, ...(value as Fields[]).map((row) => names.map((name) => packRows(row[name])))] };
}

function visitTexts(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const item of value) visitTexts(item, visit);
  else if (isObject(value)) for (const name of Object.keys(value)) visitTexts(value[name], visit);
}

/** Changes the texts of a value in place. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index++) value[index] = replaceTexts(value[index], replace);
  else if (isObject(value)) for (const name of Object.keys(value)) value[name] = replaceTexts(value[name], replace);
  return value;
}

/** Packs equal objects, and writes repeated texts once: hours of ten listings, their time zones, the names of services. */
export function packReplies(replies: unknown): Packed {
  const rows = packRows(replies);
  const counts = new Map<string, number>();
  visitTexts(rows, (text) => counts.set(text, (counts.get(text) ?? 0) + 1));
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  for (const [text, count] of counts)
    if (count > 1 && text.length >= SHORTEST_SHARED_TEXT) numbers.set(text, texts.push(text) - 1);
  const toReference = (text: string) => {
    const number = numbers.get(text);
    return number === undefined ? (text.startsWith(REFERENCE) ? REFERENCE + text : text) : REFERENCE + number;
  };
  return [texts, replaceTexts(rows, toReference)];
}

export function unpackReplies([texts, packed]: Packed): unknown {
  const unpack = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value[0] === REFERENCE ? (texts[Number(value.slice(1))] ?? value.slice(1)) : value;
    if (Array.isArray(value)) return value.map(unpack);
    if (!isObject(value)) return value;
    if (!(ROWS in value)) return mapFields(value, unpack);
    const [names, ...rows] = unpack(value[ROWS]) as [string[], ...unknown[][]];
    return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  };
  return unpack(packed);
}
