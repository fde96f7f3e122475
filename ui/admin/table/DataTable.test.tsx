import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainSort, type FilterShape, type TableShape } from '#shared/tables/table-shape.ts';
import { tableNames, tableShapes, type TableName } from '#shared/tables/table-list.ts';
import type { TableRow } from '#contract/tables/tables.ts';
import { useSession } from '#ui/base/session.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { DataTable } from './DataTable.tsx';

const TOTAL = 250;
const PAGE = 5;
const change = {
  id: 7,
  status: 'previewed',
  total: TOTAL,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  restored: 0,
  kept: 0,
  reasons: [],
  keptRows: [],
  stopped: null,
  canUndo: false,
};
const sample = { text: 'Words', number: 3, flag: true, time: '2026-03-01T12:00:00Z', money: 9_900 };
const rowsOf = ({ columns }: TableShape): TableRow[] =>
  Array.from({ length: PAGE }, (_, n) => ({
    ...Object.fromEntries(Object.entries(columns).map(([id, { kind }]) => [id, sample[kind]])),
    id: n + 1,
    name: `Row ${n + 1}`,
  }));
const valueOf = (filter: FilterShape): string => {
  if (filter.kind === 'choice') return filter.options[0]?.[0] ?? 'a choice of the database';
  return { flag: '1', text: 'words', days: '2026-01-01..2026-01-31', numbers: '1..5' }[filter.kind];
};

describe.each(tableNames)('the list of %s', (name: TableName) => {
  const shape: TableShape = tableShapes[name];
  const actions = Object.entries(shape.actions);
  const canSelect = actions.length > 0;
  let sent: { method: string; path: string; query: URLSearchParams; body: unknown }[];
  let address: string;
  let opened: TableRow[];
  let saved: string[];

  const replyTo = (method: string, path: string): unknown => {
    if (path.endsWith('/rows')) return { rows: rowsOf(shape), before: null, after: 'next' };
    if (path.endsWith('/total')) return { total: TOTAL };
    if (path.endsWith('/undo')) return { ...change, status: 'undone', restored: TOTAL };
    if (path.endsWith('/bulk-changes') || path.endsWith('/apply')) return change;
    if (path.endsWith('/bulk-changes/7'))
      return { ...change, status: 'applied', changed: TOTAL, canUndo: actions[0]![1].canUndo };
    if (path.endsWith('/table-views') && method === 'GET')
      return [{ id: 1, name: 'Theirs', search: 'q=theirs', isShared: true, isOwn: false, ownerName: 'Cory' }];
    return [{ id: 4, name: 'Ann' }];
  };
  beforeEach(() => {
    // Only rows in view are drawn.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    sent = [];
    opened = [];
    saved = [];
    useSession.setState({ user: { id: 1, role: 'admin', name: 'Ada' } as never, isReady: true });
    vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
      const { pathname: path, searchParams: query } = new URL(input, 'http://enamel.test');
      sent.push({ method, path, query, body: body ? JSON.parse(body) : undefined });
      return Response.json(replyTo(method, path));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    useSession.setState({ user: null, isReady: false });
  });

  function Address() {
    const { search } = useLocation();
    useEffect(() => void (address = search), [search]);
    return null;
  }
  const show = async (search = '') => {
    const platform = fakePlatform(async (url) => {
      saved.push(url);
      return '';
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PlatformContext value={platform}>
          <MemoryRouter initialEntries={[`/list?${search}`]}>
            <DataTable
              name={name}
              label="The list"
              one="row"
              many="rows"
              searchHint="Words"
              rowLabel={(row) => `Row ${String(row.id)}`}
              onOpen={(row) => opened.push(row)}
            />
            <Address />
          </MemoryRouter>
        </PlatformContext>
      </QueryClientProvider>,
    );
    await screen.findByText(`1–${PAGE} of ${TOTAL} rows`);
  };
  const param = (id: string) => new URLSearchParams(address).get(id);
  const read = () => sent.filter(({ path }) => path.endsWith('/rows')).at(-1)!.query;
  const headers = () =>
    screen
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent.replace(/\d$/, ''))
      .filter(Boolean);
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

  it('is sorted by several headers, and the URL holds the order', async () => {
    const columns = Object.keys(shape.columns);
    const [first, second] = columns
      .flatMap((one) => columns.filter((other) => other !== one).map((other) => [one, other] as const))
      .find(
        ([one, other]) =>
          explainSort(
            shape,
            [one, other].map((column) => ({ column, desc: false })),
          ) === null,
      )!;
    await show(`columns=${columns.join()}&sort=-${first}`);
    const header = (id: string) =>
      screen.getByRole('button', { name: new RegExp(`^${shape.columns[id]!.label}\\d?$`) });
    for (const id of columns) expect(header(id)).toBeTruthy();
    fireEvent.click(header(second), { shiftKey: true });
    await waitFor(() => expect(param('sort')?.split(',').length).toBe(2));
    expect(param('sort')).toMatch(new RegExp(`^-${first},-?${second}$`));
    await waitFor(() => expect(read().get('sort')).toBe(param('sort')));
  });

  it('shows the chosen columns in their order, at the chosen height', async () => {
    await show();
    const labels = shape.defaultColumns.map((id) => shape.columns[id]!.label);
    expect(headers()).toEqual(labels);
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: labels[1]! }));
    await waitFor(() => expect(headers()).toEqual(labels.toSpliced(1, 1)));
    fireEvent.click(screen.getByRole('button', { name: `Move ${labels[2]!} up` }));
    const expected = [labels[2], labels[0], ...labels.slice(3)];
    await waitFor(() => expect(headers()).toEqual(expected));
    const ids = param('columns')!.split(',');
    expect(ids.map((id) => shape.columns[id]!.label)).toEqual(expected);
    expect(read().get('columns')!.split(',')).toEqual(expect.arrayContaining(ids));
    fireEvent.click(screen.getByRole('radio', { name: 'Roomy' }));
    await waitFor(() => expect(param('density')).toBe('roomy'));
  });

  it('shows every filter as a chip, which can be removed', async () => {
    const offered = Object.entries(shape.filters).filter(([, { hidden }]) => !hidden);
    const search = new URLSearchParams(offered.map(([id, filter]): [string, string] => [id, valueOf(filter)]));
    await show(search.toString());
    const asked = () => Object.keys(JSON.parse(read().get('filters') ?? '{}') as object);
    expect(asked().toSorted()).toEqual(offered.map(([id]) => id).toSorted());
    const chips = () => screen.getAllByRole('button', { name: /^Remove the filter/ });
    expect(chips()).toHaveLength(offered.length);
    fireEvent.click(chips()[0]!);
    await waitFor(() => expect(chips()).toHaveLength(offered.length - 1));
    expect(param(offered[0]![0])).toBeNull();
    await waitFor(() => expect(asked()).not.toContain(offered[0]![0]));
  });

  it('is read and selected by keyboard', async () => {
    await show();
    press('j');
    press('j');
    const row = () => document.activeElement!;
    expect(row().getAttribute('data-index')).toBe('1');
    press('x');
    expect(row().getAttribute('aria-selected')).toBe(canSelect ? 'true' : null);
    press('k');
    press('Enter');
    expect(opened.map(({ id }) => id)).toEqual([1]);
  });

  it('reaches the last page, and says which rows it shows', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(read().get('after')).toBe('next'));
    fireEvent.click(screen.getByRole('button', { name: 'Last page' }));
    await waitFor(() => expect(read().get('end')).toBe('1'));
    expect(param('end')).toBe('1');
  });

  it('is saved as CSV with the columns, order, filters, and search that it shows', async () => {
    const [filter, definition] = Object.entries(shape.filters).find(([, { hidden }]) => !hidden)!;
    const column = Object.keys(shape.columns).find((id) => id !== 'id');
    const shown = { q: 'words', [filter]: valueOf(definition), sort: `-${column!}`, columns: `${column!},id` };
    await show(new URLSearchParams(shown).toString());
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save these rows as CSV' })));
    const { pathname, searchParams } = new URL(saved[0]!, 'http://enamel.test');
    expect(pathname).toBe(`/api/admin/tables/${name}/csv`);
    for (const part of ['q', 'filters', 'sort']) expect(searchParams.get(part), part).toBe(read().get(part));
    expect(searchParams.get('columns')).toBe(shown.columns);
  });

  it('opens views of colleagues, and saves its own', async () => {
    await show('q=mine');
    fireEvent.click(screen.getByRole('button', { name: 'Saved views' }));
    fireEvent.change(await screen.findByLabelText('Save the current view as'), { target: { value: 'Mine' } });
    fireEvent.click(screen.getByLabelText('Share with colleagues'));
    fireEvent.click(screen.getByRole('button', { name: 'Save this view' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/api/admin/table-views',
        body: { table: name, name: 'Mine', search: 'q=mine', isShared: true },
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Theirs/ }));
    await waitFor(() => expect(read().get('q')).toBe('theirs'));
  });

  if (canSelect)
    it('changes all that match after a preview, and undoes it', async () => {
      await show('q=words');
      fireEvent.click(screen.getAllByRole('checkbox', { name: 'Select all rows' })[0]!);
      fireEvent.click(await screen.findByRole('button', { name: `Select all ${TOTAL} rows` }));
      expect(screen.getByText(`All ${TOTAL} selected`)).toBeTruthy();
      const [id, action] = actions[0]!;
      fireEvent.keyDown(screen.getByRole('button', { name: 'Change' }), { key: 'Enter' });
      fireEvent.click(await screen.findByRole('menuitem', { name: action.label }));
      const dialog = within(await screen.findByRole('dialog'));
      if (action.choices) {
        await dialog.findByRole('option', { name: 'Ann' });
        fireEvent.change(dialog.getByRole('combobox'), { target: { value: '4' } });
      }
      const apply = await dialog.findByRole('button', { name: `${action.verb} ${TOTAL} rows` });
      const preview = sent.findLast(({ path }) => path === `/api/admin/tables/${name}/bulk-changes`)!;
      expect(preview.body).toMatchObject({ action: id, q: 'words', filters: {}, ...(action.choices && { value: 4 }) });
      expect(preview.body).not.toHaveProperty('ids');
      expect(sent.some(({ path }) => path.endsWith('/apply'))).toBe(false);
      fireEvent.click(apply);
      await screen.findByText(`${TOTAL} rows changed`);
      if (!action.canUndo) return expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await screen.findByText(`${TOTAL} rows restored`);
    });
});
