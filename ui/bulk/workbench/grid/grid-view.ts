import type { GridView } from './use-grid-rows.ts';

/** Longer filters stay out of the URL, which browsers limit. */
const MAX_LENGTH = 2_000;

/** A view as a parameter of the page's URL, so that a reload and a link show the same rows. */
export function formatView(view: GridView): string | null {
  const text = JSON.stringify(view);
  return text === '{}' || text.length > MAX_LENGTH ? null : text;
}

/** The view without columns that the file no longer has. */
export function fitView({ sort, filter }: GridView, headers: readonly string[]): GridView {
  const hasColumn = (column: string | undefined) => column === undefined || headers.includes(column);
  const { column: _column, equals: _equals, ...others } = filter ?? {};
  const kept = hasColumn(filter?.column) ? filter : others;
  return {
    ...(sort && hasColumn(sort.column) ? { sort } : {}),
    ...(kept && Object.keys(kept).length > 0 ? { filter: kept } : {}),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the view of a URL, and ignores what isn't one. */
export function parseView(text: string | null): GridView {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  const { sort, filter } = (parsed ?? {}) as { sort?: Record<string, unknown>; filter?: Record<string, unknown> };
  const view: GridView = {};
  if (isText(sort?.column)) view.sort = { column: sort.column, descending: sort.descending === true };
  const { column, equals, contains, only } = filter ?? {};
  const kept: GridView['filter'] = {
    ...(isText(column) ? { column } : {}),
    ...(Array.isArray(equals) && equals.every(isText) && isText(column) ? { equals } : {}),
    ...(isText(contains) ? { contains } : {}),
    ...(only === 'problems' || only === 'changed' ? { only } : {}),
  };
  return Object.keys(kept).length === 0 ? view : { ...view, filter: kept };
}
