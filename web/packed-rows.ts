/** Marks a packed array: the field names, then the values of each object. */
const ROWS = '$rows';
type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapFields = (fields: Fields, map: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));

/** Writes the field names of a list of equal objects once, because ten listings would repeat 4 kB of them. */
export function packRows(value: unknown): unknown {
  if (isObject(value)) return mapFields(value, packRows);
  if (!Array.isArray(value)) return value;
  const [first, ...others] = value as unknown[];
  const names = isObject(first) ? Object.keys(first) : [];
  const isSame = (other: unknown) => isObject(other) && Object.keys(other).join('\n') === names.join('\n');
  return names.length > 0 && others.length > 0 && others.every(isSame)
    ? { [ROWS]: [names, ...(value as Fields[]).map((row) => Object.values(row).map(packRows))] }
    : value.map(packRows);
}

export function unpackRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackRows);
  if (!isObject(value)) return value;
  if (!(ROWS in value)) return mapFields(value, unpackRows);
  const [names, ...rows] = value[ROWS] as [string[], ...unknown[][]];
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, unpackRows(row[index])])));
}
