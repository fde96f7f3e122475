import { headerKey } from '../read/headers.ts';
import { fingerprint } from './cluster-keys.ts';
import type { ClusterOptions, CountedValue } from './clusters.ts';
import { scanChangedRows, type OpenedFile } from './opened-file.ts';

type Knowledge = Pick<ClusterOptions, 'mayJoin' | 'isKnown'>;

/** The share of a column's values that are towns if it is a column of towns. */
const TOWN_SHARE = 0.5;
/** Bounds memory. A value in more places than this is a chain. */
const MAX_PLACES = 200;
/** Fields that name a practice or a person, who may have a namesake elsewhere. */
const namedFields = new Set(['name', 'practice', 'lastFirst', 'lastName']);

/** Finds out which values of a column are different things, however alike they are spelled. */
export async function gatherKnowledge(
  opened: OpenedFile,
  column: number,
  values: readonly CountedValue[],
): Promise<Knowledge> {
  const { field, header } = opened.columns[column]!;
  if (field !== null && namedFields.has(field)) return separateByPlace(opened, column);
  const towns = await opened.store.listTowns(values.map(({ value }) => value)); // prettier-ignore
  const isTownColumn =
    field === 'city' || /city|town/.test(headerKey(header)) || towns.size >= TOWN_SHARE * values.length;
  if (!isTownColumn) return {};
  return {
    isKnown: (value) => towns.has(value),
    mayJoin(a, b) {
      const [town, other] = [towns.get(a), towns.get(b)];
      return town === undefined || other === undefined || town === other;
    },
  };
}

/** Values that occur at different addresses, and never at the same one, belong to different practices. */
async function separateByPlace(opened: OpenedFile, column: number): Promise<Knowledge> {
  const find = (name: string) => opened.columns.findIndex(({ field }) => field === name);
  const whole = find('fullAddress');
  const places = whole === -1 ? [find('address'), find('zipCode') === -1 ? find('city') : find('zipCode')] : [whole];
  if (places[0] === -1) return {};
  const placesByValue = new Map<string, Set<string>>();
  for await (const block of scanChangedRows(opened))
    for (const { cells } of block) {
      const key = places.map((place) => fingerprint(cells[place] ?? '')).join('|');
      if (key.startsWith('|') || key === '') continue;
      const value = cells[column] ?? '';
      const known = placesByValue.get(value);
      if (!known) placesByValue.set(value, new Set([key]));
      else if (known.size < MAX_PLACES) known.add(key);
    }
  return {
    mayJoin(a, b) {
      const [place, other] = [placesByValue.get(a), placesByValue.get(b)];
      return !place || !other || [...place].some((key) => other.has(key));
    },
  };
}
