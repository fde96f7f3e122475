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

/** Writes the field names of a list of equal objects once, because ten listings would repeat 4 kB of them. */
function packRows(value: unknown): unknown {
  if (isObject(value)) return mapFields(value, packRows);
  if (!Array.isArray(value)) return value;
  const [first, ...others] = value as unknown[];
  const names = isObject(first) ? Object.keys(first) : [];
  const isSame = (other: unknown) => isObject(other) && Object.keys(other).join('\n') === names.join('\n');
  return names.length > 0 && others.length > 0 && others.every(isSame)
    ? { [ROWS]: [names, ...(value as Fields[]).map((row) => Object.values(row).map(packRows))] }
    : value.map(packRows);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  return isObject(value) ? mapFields(value, (field) => mapTexts(field, map)) : value;
}

/** Packs equal objects, and writes repeated texts once: hours of ten listings, their time zones, the names of services. */
export function packReplies(replies: unknown): Packed {
  const rows = packRows(replies);
  const counts = new Map<string, number>();
  mapTexts(rows, (text) => {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return text;
  });
  const texts = [...counts].flatMap(([text, count]) => (count > 1 && text.length >= SHORTEST_SHARED_TEXT ? text : []));
  const numbers = new Map(texts.map((text, number) => [text, number]));
  const toReference = (text: string) => {
    const number = numbers.get(text);
    return number === undefined ? (text.startsWith(REFERENCE) ? REFERENCE + text : text) : REFERENCE + number;
  };
  return [texts, mapTexts(rows, toReference)];
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
