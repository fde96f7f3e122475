import { readPlans } from '#shared/places/insurance-plans.ts';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { ClusterMethod, UnknownNames } from '#contract/bulk/workbench.ts';
import { changeRow, compileRecipe } from '../recipe/apply-recipe.ts';
import { listItems } from '../recipe/cell-changes.ts';
import { createFieldTest } from '../mapping/fit-values.ts';
import { clusterValues, type Cluster, type CountedValue } from './clusters.ts';
import { editDistance } from './edit-distance.ts';
import { gatherKnowledge } from './known-differences.ts';
import { findColumn, scanChangedRows, type OpenedFile } from './opened-file.ts';
import { listPositions, sortInSlices } from './sort-slices.ts';

/** Bounds memory. A column with more values than this has no use for a list of them. */
const MAX_DISTINCT = 200_000;
const MAX_DISTINCT_LENGTH = 20_000_000;
const SHOWN_VALUES = 300;
const MAX_CLUSTERED = 20_000;
const SHOWN_LENGTH = 2_000_000;
/** Longer texts aren't names, so they aren't compared letter by letter. */
const MAX_NAME = 200;
/** A cell with a list may not be longer, because the importer refuses it. */
const MAX_LIST = 5_000;

export async function countValues(
  opened: OpenedFile,
  name: string,
  contains = '',
): Promise<{ values: CountedValue[]; distinct: number; blank: number; isComplete: boolean }> {
  const column = findColumn(opened, name);
  const counts = new Map<string, number>();
  let [blank, isComplete, length] = [0, true, 0];
  for await (const block of scanChangedRows(opened))
    for (const { cells } of block) {
      const value = cells[column] ?? '';
      if (value.trim() === '') blank++;
      const count = counts.get(value);
      if (count !== undefined) counts.set(value, count + 1);
      else if (counts.size < MAX_DISTINCT && length + value.length <= MAX_DISTINCT_LENGTH) {
        counts.set(value, 1);
        length += value.length;
      } else isComplete = false;
    }
  const search = contains.toLowerCase();
  const found: CountedValue[] = [];
  for (const [value, count] of counts)
    if (search === '' || value.toLowerCase().includes(search)) found.push({ value, count });
  const order = await sortInSlices(listPositions(found.length), (a, b) => compareCounts(found[a]!, found[b]!));
  return { values: Array.from(order, (position) => found[position]!), distinct: counts.size, blank, isComplete };
}

const compareCounts = (a: CountedValue, b: CountedValue) => b.count - a.count || (a.value < b.value ? -1 : 1);

export function shownValues(values: readonly CountedValue[]): CountedValue[] {
  let length = 0;
  return values.slice(0, SHOWN_VALUES).filter(({ value }) => (length += value.length) <= SHOWN_LENGTH);
}

/** Clusters of the most frequent values. */
export async function findClusters(
  opened: OpenedFile,
  { column: name, ...method }: { column: string; method?: ClusterMethod | undefined; radius?: number | undefined },
): Promise<Cluster[]> {
  const { values } = await countValues(opened, name);
  if (opened.signal?.aborted) return [];
  const column = findColumn(opened, name);
  const { field } = opened.columns[column]!;
  const names = values.filter(({ value }) => value.length <= MAX_NAME).slice(0, MAX_CLUSTERED);
  const suits = field === null ? null : createFieldTest(field, opened.references);
  const knowledge = await gatherKnowledge(opened, column, names);
  if (opened.signal?.aborted) return [];
  return clusterValues(names, {
    ...knowledge,
    ...(suits ? { suits } : {}),
    ...(method.method ? { method: method.method } : {}),
    ...(method.radius ? { radius: method.radius } : {}),
  });
}

const MAX_SAMPLES = 20;
const MAX_SAMPLE = 20_000;

/** Counts the rows that one more step would change, with samples. */
export async function previewChange(opened: OpenedFile, step: RecipeStep) {
  const width = opened.recipe.headers.length;
  const next = compileRecipe([step], opened.recipe.headers);
  const samples: { line: number; column: string; before: string; after: string }[] = [];
  let [changed, scanned] = [0, 0];
  for await (const block of scanChangedRows(opened))
    for (const row of block) {
      scanned++;
      const { cells } = changeRow(row, next, width);
      if (row.broken !== undefined) continue;
      const column = cells.findIndex((cell, index) => cell !== (row.cells[index] ?? ''));
      if (column === -1) continue;
      changed++;
      if (samples.length < MAX_SAMPLES)
        samples.push({
          line: row.line,
          column: next.headers[column]!,
          before: (row.cells[column] ?? '').slice(0, MAX_SAMPLE),
          after: cells[column]!.slice(0, MAX_SAMPLE),
        });
    }
  return { changed, scanned, samples };
}

/** The known name that is most like this one. */
function suggestName(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_NAME) return null;
  const text = name.toLowerCase();
  let [best, fewest]: [string | null, number] = [null, Math.max(2, Math.floor(text.length / 4)) + 1];
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const edits = other.startsWith(text) || text.startsWith(other) ? 1 : editDistance(text, other, fewest - 1);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** The names of a file that the directory lacks, most frequent first. */
export async function findUnknownNames(opened: OpenedFile): Promise<UnknownNames[]> {
  const { references } = opened;
  const lists: { column: number; field: UnknownNames['field']; counts: Map<string, number> }[] = [];
  opened.columns.forEach(({ field }, column) => {
    if (field === 'services' || field === 'practiceType' || field === 'insurancePlans')
      lists.push({ column, field, counts: new Map<string, number>() });
  });
  if (lists.length === 0) return [];
  const listUnknown = (field: UnknownNames['field'], cell: string): string[] => {
    if (cell.trim() === '' || cell.length > MAX_LIST) return [];
    if (field === 'practiceType') return references.practiceTypes.has(cell.trim().toLowerCase()) ? [] : [cell.trim()];
    if (field === 'services')
      return references.services.has(cell.trim().toLowerCase())
        ? []
        : listItems(cell).filter((item) => !references.services.has(item.toLowerCase()));
    const hasUnknown = (text: string): boolean => readPlans(text, references.plans).unknown.length > 0;
    return hasUnknown(cell) ? listItems(cell).filter(hasUnknown) : [];
  };
  for await (const block of scanChangedRows(opened))
    for (const { cells } of block)
      for (const { column, field, counts } of lists)
        for (const name of listUnknown(field, cells[column] ?? ''))
          if (counts.has(name) || counts.size < MAX_DISTINCT) counts.set(name, (counts.get(name) ?? 0) + 1);
  const knownByField = {
    services: await opened.store.listNames('services'),
    practiceType: await opened.store.listNames('practiceType'),
    insurancePlans: await opened.store.listNames('insurancePlans'),
  };
  return lists
    .filter(({ counts }) => counts.size > 0)
    .map(({ column, field, counts }) => ({
      column: opened.recipe.headers[column]!,
      field,
      known: knownByField[field],
      values: [...counts]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, SHOWN_VALUES)
        .map(([name, count]) => ({ name, count, suggestion: suggestName(name, knownByField[field]) })),
    }));
}
