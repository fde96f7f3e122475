import type { Recipe, RecipeStep } from '#contract/bulk/recipe.ts';
import type { CsvFile, CsvRow } from '../read/csv.ts';
import { rowReasons } from '../refusal-reasons.ts';
import { changeCase, formatDate, formatPhone, mapItems, trimCell } from './cell-changes.ts';
import { changeInParts } from './change-in-parts.ts';
import { RowLimits } from './row-limits.ts';

/** Replacements of whole cells, one after the other, as one lookup for each cell. */
class ValueChanges {
  readonly #results = new Map<string, string>();
  /** The original values of each result. */
  readonly #origins = new Map<string, string[]>();

  /** Adds replacements that happen at once, after the earlier ones. */
  add(values: Readonly<Record<string, string>>): void {
    const moves = Object.entries(values).map(([from, to]) => {
      const origins = this.#origins.get(from) ?? [];
      return { from, to, origins: this.#results.has(from) ? origins : [...origins, from] };
    });
    for (const { from } of moves) this.#origins.delete(from);
    for (const { to, origins } of moves) {
      for (const origin of origins) this.#results.set(origin, to);
      const others = this.#origins.get(to);
      if (others) for (const origin of origins) others.push(origin);
      else this.#origins.set(to, origins);
    }
  }

  get(cell: string): string {
    return this.#results.get(cell) ?? cell;
  }
}

/** Names for columns that are unique, so that steps and mappings can use them. */
export function nameColumns(headers: readonly string[]): string[] {
  const used = new Set<string>();
  return headers.map((header, index) => {
    const base = header || `Column ${index + 1}`;
    let name = base;
    for (let n = 2; used.has(name); n++) name = `${base} (${n})`;
    used.add(name);
    return name;
  });
}

type RowChange = (cells: string[], line: number) => void;
export interface CompiledRecipe {
  /** The column names of the changed file. */
  headers: string[];
  /** Columns that steps use and the file lacks. Those steps do nothing. */
  missing: string[];
  /** Returns the same array if the recipe is empty. */
  apply(cells: readonly string[], line: number): readonly string[];
}

/** Prepares a recipe for the rows of a file with these column names. Steps that would fill the memory are refused with their number. */
export function compileRecipe(steps: Recipe, columnNames: readonly string[]): CompiledRecipe {
  const headers = [...columnNames];
  const missing = new Set<string>();
  const changes: { number: number; change: RowChange }[] = [];
  const limits = new RowLimits();
  const add = (change: RowChange) => changes.push({ number: limits.step, change });
  const editsByLine = new Map<number, [column: number, value: string][]>();
  const find = (name: string): number => {
    const index = headers.indexOf(name);
    if (index === -1) missing.add(name);
    return index;
  };
  const findOrAdd = (name: string): number => {
    const index = headers.indexOf(name);
    if (index !== -1) return index;
    limits.refuseColumns(headers.length + 1 - columnNames.length);
    return headers.push(name) - 1;
  };
  const addEdits = () => {
    if (editsByLine.size === 0) return;
    const edits = new Map(editsByLine);
    editsByLine.clear();
    add((cells, line) => {
      for (const [column, value] of edits.get(line) ?? []) limits.write(cells, column, value);
    });
  };
  // Consecutive replacements in a column are one lookup for each row, too.
  let last: { column: string; values: ValueChanges } | null = null;
  const addValueChanges = (name: string) => {
    const [column, values] = [find(name), new ValueChanges()];
    if (column !== -1) add((cells) => limits.write(cells, column, values.get(cells[column]!)));
    return { column: name, values };
  };
  for (const [index, step] of steps.entries()) {
    // Consecutive edits are one lookup for each row.
    if (step.do === 'edit') {
      last = null;
      if (editsByLine.size === 0) limits.step = index + 1;
      const column = find(step.column);
      if (column !== -1) editsByLine.set(step.line, [...(editsByLine.get(step.line) ?? []), [column, step.value]]);
      continue;
    }
    addEdits();
    limits.step = index + 1;
    if (step.do === 'map') {
      if (last?.column !== step.column) last = addValueChanges(step.column);
      last.values.add(step.values);
      continue;
    }
    last = null;
    const change = compileStep(step, limits, find, findOrAdd);
    if (change) add(change);
  }
  addEdits();
  const width = headers.length;
  return {
    headers,
    missing: [...missing],
    apply(cells, line) {
      if (changes.length === 0) return cells;
      const changed = Array.from({ length: width }, (_, column) => cells[column] ?? '');
      limits.startRow(line);
      for (const { number, change } of changes) {
        limits.step = number;
        change(changed, line);
      }
      return changed;
    },
  };
}

function compileStep(
  step: Exclude<RecipeStep, { do: 'edit' | 'map' }>,
  limits: RowLimits,
  find: (name: string) => number,
  findOrAdd: (name: string) => number,
): RowChange | null {
  const onCell = (name: string, change: (cell: string) => string): RowChange | null => {
    const column = find(name);
    return column === -1 ? null : (cells) => limits.write(cells, column, change(cells[column]!));
  };
  switch (step.do) {
    case 'trim':
      return onCell(step.column, trimCell);
    case 'case':
      return onCell(step.column, (cell) => changeCase(cell, step.to));
    case 'replace':
      return onCell(step.column, (cell) => {
        // The result may be far longer than the cell, so its length is computed first.
        if (step.with.length > step.find.length)
          limits.refuseLength(cell.length + (cell.split(step.find).length - 1) * (step.with.length - step.find.length));
        return cell.replaceAll(step.find, () => step.with);
      });
    case 'phone':
      return onCell(step.column, formatPhone);
    case 'date':
      return onCell(step.column, (cell) => formatDate(cell, step.order));
    case 'items': {
      const values = new Map(Object.entries(step.values));
      return onCell(step.column, (cell) => mapItems(cell, values));
    }
    case 'fill': {
      const column = findOrAdd(step.column);
      return (cells) => {
        if (!step.onlyBlank || cells[column]!.trim() === '') limits.write(cells, column, step.value);
      };
    }
    case 'split': {
      const column = find(step.column);
      if (column === -1) return null;
      const targets = step.into.map(findOrAdd);
      return (cells) => {
        const parts = cells[column]!.split(step.by);
        // The last column holds what is left.
        const rest = parts.slice(targets.length - 1).join(step.by);
        const values = [...parts.slice(0, targets.length - 1), rest];
        targets.forEach((target, part) => limits.write(cells, target, (values[part] ?? '').trim()));
      };
    }
    case 'join': {
      const columns = step.columns.map(find);
      if (columns.includes(-1)) return null;
      const target = findOrAdd(step.into);
      return (cells) => {
        const parts = columns.map((column) => cells[column]!.trim()).filter(Boolean);
        limits.write(cells, target, parts.join(step.by));
      };
    }
  }
}

const hasExtraCells = (cells: readonly string[], width: number) => {
  for (let column = width; column < cells.length; column++) if (cells[column]!.trim() !== '') return true;
  return false;
};

/** Changes a row. Rows that can't be read, or have too many cells, stay as they are and are refused. */
export function changeRow(row: CsvRow, recipe: CompiledRecipe, width: number): CsvRow {
  if (row.broken !== undefined) return row;
  if (hasExtraCells(row.cells, width))
    return { ...row, broken: rowReasons.tooManyCells(row.line, row.cells.length, width) };
  const cells = recipe.apply(row.cells, row.line);
  return cells === row.cells ? row : { ...row, cells: cells as string[] };
}

/** The file with a recipe applied to each row as it is read. */
export function applyRecipe(file: CsvFile, steps: Recipe): CsvFile {
  const names = nameColumns(file.headers);
  const recipe = compileRecipe(steps, names);
  return {
    ...file,
    headers: recipe.headers,
    batches: (async function* () {
      for await (const batch of file.batches)
        yield* changeInParts(batch, (row) => changeRow(row, recipe, names.length));
    })(),
  };
}

interface MappedRecipe {
  steps: Recipe;
  mapping: Record<string, string | null> | null;
}

/** The columns that a recipe or its mapping uses, and the file lacks. */
export function listMissing({ steps, mapping }: MappedRecipe, headers: readonly string[]): string[] {
  const compiled = compileRecipe(steps, headers);
  return [...compiled.missing, ...Object.keys(mapping ?? {}).filter((header) => !compiled.headers.includes(header))];
}

/** True if a recipe has a mapping for exactly the columns of the file. */
export function isMadeFor(recipe: MappedRecipe, headers: readonly string[]): boolean {
  if (recipe.mapping === null || listMissing(recipe, headers).length > 0) return false;
  return compileRecipe(recipe.steps, headers).headers.every((header) => header in recipe.mapping!);
}
