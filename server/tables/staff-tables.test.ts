import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can } from '#shared/permissions.ts';
import { staffRoles } from '#shared/roles.ts';
import { tableNames, tableShapes } from '#shared/tables/table-list.ts';
import type { ColumnShape, TableShape } from '#shared/tables/table-shape.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { tables } from './registry.ts';
import { plainArticles, plainAudit } from './test/plain-content.ts';
import { plainCallList } from './test/plain-call-list.ts';
import { plainMessages, plainNewListings, plainPrivacy, plainProblems, plainReviews } from './test/plain-inboxes.ts';
import { plainAppointments, plainClaims, plainImports, plainSubscriptions } from './test/plain-operations.ts';
import { sorted, type BaseRow, type Viewer } from './test/plain-table.ts';

/** The lists of listings and of users have tests of their own. */
const plainTables = [
  plainAudit,
  plainArticles,
  plainMessages,
  plainProblems,
  plainReviews,
  plainPrivacy,
  plainNewListings,
  plainAppointments,
  plainSubscriptions,
  plainImports,
  plainClaims,
  plainCallList,
];

/** A cell of the JSON reply as CSV. The seeded rows have no line breaks and no formulas. */
function cellOf(value: unknown, kind: ColumnShape['kind']): string {
  if (value === null) return '';
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

it('know every list', () => {
  expect([...plainTables.map(({ name }) => name), 'listings', 'users'].toSorted()).toEqual([...tableNames].toSorted());
});

describe.each(plainTables)('the list of $name', (plain) => {
  const { name } = plain;
  const shape: TableShape = tableShapes[name];
  let app: TestApp;
  let token: string;
  let viewer: Viewer;
  let everything: BaseRow[];

  beforeAll(async () => {
    app = await testApp();
    const admin = await app.signIn({ role: 'admin' });
    token = admin.token;
    viewer = { userId: admin.userId, now: app.deps.clock.now() };
    await plain.seed(app, viewer);
    everything = await rows<BaseRow>(app.deps.db, plain.sql);
    expect(everything.length).toBeGreaterThan(40);
  });
  afterAll(() => app.stop());

  const shown = () => everything.filter((row) => plain.shown?.(row, viewer) ?? true);
  const path = (call: string, query: Record<string, string>) =>
    `/api/admin/tables/${name}/${call}?${new URLSearchParams(query)}`;
  const get = async (call: string, query: Record<string, string>, as = token) =>
    app.get(path(call, query), { token: as });
  const total = async (query: Record<string, string>) => (await get('total', query)).body.total as number;

  /** Reads a whole list forward, or backward from its end. */
  async function walk(query: Record<string, string>, backward = false): Promise<(number | string)[]> {
    const ids: (number | string)[] = [];
    let next: string | null = null;
    do {
      const from: Record<string, string> = backward
        ? next
          ? { before: next }
          : { end: '1' }
        : next
          ? { after: next }
          : {};
      const { status, body } = await get('rows', { ...query, ...from, limit: '19' });
      expect(status, JSON.stringify(body)).toBe(200);
      const pageIds = (body.rows as BaseRow[]).map(({ id }) => id);
      ids.splice(backward ? 0 : ids.length, 0, ...pageIds);
      next = (backward ? body.before : body.after) as string | null;
    } while (next !== null);
    return ids;
  }

  it('is compared in every sort and filter', () => {
    expect(Object.keys(plain.sorts).toSorted()).toEqual(Object.keys(tables[name].source.sorts).toSorted());
    const compared = new Set(plain.filters.map(([filter]) => filter));
    expect([...compared].toSorted()).toEqual(Object.keys(shape.filters).toSorted());
    for (const [filter, definition] of Object.entries(shape.filters))
      if (definition.kind === 'flag')
        expect(plain.filters.filter(([compare]) => compare === filter).map(([, [value]]) => value)).toEqual(['1', '0']);
  });

  it('is sorted by each column, and by pairs, like plain rows', async () => {
    const columns = Object.keys(plain.sorts);
    const single = columns.flatMap((column) => [column, `-${column}`]);
    const pairs = columns.flatMap((column, index) => {
      const other = columns[(index + 1) % columns.length]!;
      return [`${column},${other}`, `-${column},${other}`, `${column},-${other}`];
    });
    for (const sort of [...single, ...pairs]) {
      const expected = sorted(shown(), sort, plain.sorts);
      expect(await walk({ sort }), sort).toEqual(expected);
      expect(await walk({ sort }, true), `${sort}, from the end`).toEqual(expected);
    }
  }, 120_000);

  it('is sorted by every other column as it shows, missing values last', async () => {
    const others = Object.keys(shape.columns).filter((column) => !(column in plain.sorts));
    for (const [index, column] of others.entries()) {
      const desc = index % 2 === 1;
      const sort = `${desc ? '-' : ''}${column}`;
      const { status, body } = await get('rows', { sort, columns: column, limit: '500' });
      expect(status, JSON.stringify(body)).toBe(200);
      const list = body.rows as (BaseRow & Record<string, string | number | boolean | null>)[];
      const ids = list.map(({ id }) => id);
      expect(ids.toSorted(), sort).toEqual(
        shown()
          .map(({ id }) => id)
          .toSorted(),
      );
      const keys = list.map((row) => (typeof row[column] === 'string' ? row[column].toLowerCase() : row[column]!));
      expect(keys, sort).toEqual(
        keys.toSorted((x, y) => {
          if (x === y) return 0;
          if (x === null || y === null) return x === null ? 1 : -1;
          return x < y === desc ? 1 : -1;
        }),
      );
      expect(await walk({ sort }, desc), `${sort}, page by page`).toEqual(ids);
    }
  }, 120_000);

  it('is filtered and counted like plain rows', async () => {
    const sort = Object.keys(plain.sorts).at(-1)!;
    for (const [filter, values, matches] of plain.filters) {
      const from = plain.replacing?.includes(filter) ? everything : shown();
      const expected = from.filter((row) => matches(row, viewer));
      const filters = JSON.stringify({ [filter]: values });
      expect(await walk({ sort, filters }), filters).toEqual(sorted(expected, sort, plain.sorts));
      expect(await total({ filters }), filters).toBe(expected.length);
    }
  }, 120_000);

  it('combines filters', async () => {
    const sort = `-${Object.keys(plain.sorts)[0]!}`;
    for (const [index, [one, oneValues, oneMatches]] of plain.filters.entries()) {
      const [other, otherValues, otherMatches] = plain.filters[(index + 3) % plain.filters.length]!;
      if (one === other) continue;
      const isReplaced = [one, other].some((filter) => plain.replacing?.includes(filter));
      const expected = (isReplaced ? everything : shown()).filter(
        (row) => oneMatches(row, viewer) && otherMatches(row, viewer),
      );
      const filters = JSON.stringify({ [one]: oneValues, [other]: otherValues });
      expect(await walk({ sort, filters }), filters).toEqual(sorted(expected, sort, plain.sorts));
    }
  }, 120_000);

  it('is searched literally, and by number', async () => {
    for (const [q, matches] of plain.searches) {
      const expected = shown()
        .filter((row) => matches(row))
        .map(({ id }) => id);
      expect((await walk({ q })).toSorted(), q).toEqual(expected.toSorted());
      expect(expected.length, q).toBeGreaterThan(0);
      expect(await total({ q }), q).toBe(expected.length);
    }
    const [first] = shown();
    if (typeof first!.id === 'number') expect(await walk({ q: `#${first!.id}` })).toEqual([first!.id]);
  });

  it('shows every column, and saves the same as CSV', async () => {
    const columns = Object.keys(shape.columns);
    const { status, body } = await get('rows', { columns: columns.join(',') });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(Object.keys((body.rows as object[])[0]!).toSorted()).toEqual([...new Set(['id', ...columns])].toSorted());
    const sort = Object.keys(plain.sorts)[0]!;
    const saved = await get('csv', { columns: 'id', sort });
    const [heading, ...ids] = saved.text.replace('\ufeff', '').trim().split('\r\n');
    expect(heading).toBe(shape.columns.id!.label);
    // The audit log has an entry of its own export.
    expect(ids).toEqual((await walk({ sort })).map(String));
  });

  it('saves exactly the rows and cells that a filtered view shows', async () => {
    const columns = Object.keys(shape.columns);
    const sort = Object.keys(plain.sorts).at(-1)!;
    const [filter, values] = plain.filters.find(([, , matches]) => shown().some((row) => matches(row, viewer)))!;
    const view = { sort: `-${sort}`, filters: JSON.stringify({ [filter]: values }), columns: columns.join(',') };
    const { body } = await get('rows', { ...view, limit: '500' });
    const { text } = await get('csv', view);
    expect(body.after).toBeNull();
    const expected = (body.rows as Record<string, unknown>[]).map((row) =>
      columns.map((column) => cellOf(row[column], shape.columns[column]!.kind)),
    );
    const [heading, ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(heading).toBe(columns.map((column) => shape.columns[column]!.label).join(','));
    expect(lines).toEqual(expected.map((cells) => cells.join(',')));
  });

  it('is read only by the roles that have its permission', async () => {
    for (const role of staffRoles) {
      const { token: as } = await app.signIn({ role });
      const isAllowed = can(role, shape.reading) ? 200 : 403;
      expect((await get('rows', {}, as)).status, `rows as ${role}`).toBe(isAllowed);
      expect((await get('total', {}, as)).status, `total as ${role}`).toBe(isAllowed);
      expect((await app.get(`/api/admin/table-views?table=${name}`, { token: as })).status).toBe(isAllowed);
      const [action] = Object.keys(shape.actions);
      if (action === undefined) continue;
      const preview = await app.post(
        `/api/admin/tables/${name}/bulk-changes`,
        { action, value: viewer.userId },
        { token: as },
      );
      expect(preview.status, `${action} as ${role}`).toBe(can(role, shape.changing) ? 200 : 403);
    }
  });
});
