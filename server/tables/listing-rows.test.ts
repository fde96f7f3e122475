import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingTable } from '#shared/tables/lists/listings.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { addPlainListings, sorted, sortKeys, type PlainRow } from './test/plain-listings.ts';

let app: TestApp;
let token: string;

let plain: PlainRow[];
let ownerId: number;
let typeName: string;
let service: { id: number; name: string };

beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
  ({ userId: ownerId } = await app.signIn({
    email: 'owner@example.com',
    subscriptionPlan: 'pro_max',
    subscriptionStatus: 'active',
  }));
  ({ plain, typeName, service } = await addPlainListings(app, ownerId));
});
afterAll(() => app.stop());

const query = (values: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
async function page(values: Record<string, string | undefined>) {
  const { status, body } = await app.get(`/api/admin/tables/listings/rows?${query(values)}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { rows: { id: number }[]; before: string | null; after: string | null };
}
/** Reads a whole list forward, or backward from its end. */
async function walk(values: Record<string, string | undefined>, backward = false, limit = '37'): Promise<number[]> {
  const ids: number[] = [];
  let next: string | null = null;
  do {
    const from: Record<string, string> = backward
      ? next
        ? { before: next }
        : { end: '1' }
      : next
        ? { after: next }
        : {};
    const got = await page({ ...values, ...from, limit });
    const pageIds = got.rows.map(({ id }) => id);
    ids.splice(backward ? 0 : ids.length, 0, ...pageIds);
    next = backward ? got.before : got.after;
  } while (next !== null);
  return ids;
}

type CellRow = { id: number } & Record<string, string | number | boolean | null>;
const live = () => plain.filter(({ deletedAt }) => deletedAt === null);

describe('orders', () => {
  const single = Object.keys(sortKeys).flatMap((column) => [column, `-${column}`]);
  const several = [
    'state,name',
    '-state,-name',
    'state,-updated',
    '-state,-updated',
    '-state,name',
    '-zip,state',
    'name,-zip,updated',
    'updated,-state',
  ];
  it.each([...single, ...several])('by %s reach every row once, forward and backward', async (sort) => {
    const expected = sorted(live(), sort);
    expect(await walk({ sort })).toEqual(expected);
    expect(await walk({ sort }, true)).toEqual(expected);
  });

  it.each(Object.keys(listingTable.columns).filter((column) => !(column in sortKeys)))(
    'by %s are those of the values that it shows, missing ones last',
    async (column) => {
      const shown = async (sort: string) => (await page({ sort, columns: column, limit: '500' })).rows as CellRow[];
      for (const desc of ['', '-']) {
        const list = await shown(`${desc}${column}`);
        expect(list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(live().map(({ id }) => id));
        const keys = list.map((row) => (typeof row[column] === 'string' ? row[column].toLowerCase() : row[column]!));
        expect(keys).toEqual(
          keys.toSorted((x, y) =>
            x === y ? 0 : x === null || y === null ? (x === null ? 1 : -1) : x < y === (desc === '') ? -1 : 1,
          ),
        );
        const sort = `${desc}${column}`;
        expect(await walk({ sort })).toEqual(list.map(({ id }) => id));
        expect(await walk({ sort }, true)).toEqual(list.map(({ id }) => id));
      }
    },
  );

  it('refuse unknown columns, and what no index continues with', async () => {
    for (const [sort, error] of [
      ['nothing', 'unknown_column'],
      // No index continues with the ZIP code after the state.
      ['state,zip', 'cannot_sort'],
    ] as const) {
      const { status, body } = await app.get(`/api/admin/tables/listings/rows?sort=${sort}`, { token });
      expect([status, body.error]).toEqual([400, error]);
    }
  });
});

const filterCases: [name: string, values: string[], matches: (row: PlainRow) => boolean][] = [
  ['state', ['TX', 'MA'], ({ state }) => state === 'TX' || state === 'MA'],
  ['city', ['Boston'], ({ city }) => city === 'Boston'],
  [
    'city',
    ['buffalo, ny', 'Austin'],
    ({ city, state }) => (city === 'Buffalo' && state === 'NY') || (city === 'Austin' && state !== null),
  ],
  ['zip', ['787'], ({ zip5 }) => zip5?.startsWith('787') ?? false],
  ['plan', ['free'], ({ isPaid }) => !isPaid],
  ['plan', ['pro_max'], ({ isPaid }) => isPaid],
  ['plan', ['paid'], () => false],
  ['verified', ['1'], ({ isVerified }) => isVerified],
  ['verified', ['0'], ({ isVerified }) => !isVerified],
  ['owned', ['1'], ({ userId }) => userId !== null],
  ['owned', ['0'], ({ userId }) => userId === null],
  ['review', ['1'], ({ identityChangedAt }) => identityChangedAt !== null],
  ['review', ['0'], ({ identityChangedAt }) => identityChangedAt === null],
  ['owner', ['Owner@example.com'], ({ userId }) => userId === ownerId],
  ['owner', ['nobody@example.com'], () => false],
  ['practice', ['elm dental'], ({ practiceId }) => practiceId !== null],
  ['photos', ['1'], ({ practiceImage }) => practiceImage !== null],
  ['photos', ['0'], ({ practiceImage }) => practiceImage === null],
  ['specialty', ['orthodont'], ({ specialty }) => specialty === 'Orthodontist'],
  ['address', ['elm'], ({ address }) => address !== null],
  ['email', ['@EXAMPLE.com'], ({ email }) => email !== null],
  ['npi', ['1234567893'], ({ npi }) => npi !== null],
  ['rating', ['4..4.5'], ({ rating }) => rating === 4.2],
  ['rating', ['..4'], ({ rating }) => rating === 3.9],
  ['reviews', ['10..'], ({ reviewCount }) => reviewCount >= 10],
  ['ratingSource', ['goog'], ({ ratingSource }) => ratingSource !== null],
  ['added', ['2026-01-05..2026-01-05'], ({ createdAt }) => createdAt.toISOString().startsWith('2026-01-05')],
  ['phone', ['1'], ({ phone }) => phone !== null],
  ['phone', ['0'], ({ phone }) => phone === null],
  ['website', ['1'], ({ website }) => website !== null],
  ['website', ['0'], ({ website }) => website === null],
  ['source', ['import'], ({ fieldSources }) => fieldSources.name?.source === 'import'],
  ['source', ['staff', 'import'], ({ fieldSources }) => fieldSources.name !== undefined],
  [
    'updated',
    ['2026-01-02..2026-01-03'],
    ({ updatedAt }) => ['2026-01-02', '2026-01-03'].includes(updatedAt.toISOString().slice(0, 10)),
  ],
  ['updated', ['..2026-01-02'], ({ updatedAt }) => updatedAt.toISOString() < '2026-01-03'],
  ['confirmed', ['2026-02-10..2026-02-10'], ({ confirmedAt }) => confirmedAt !== null],
];

describe('filters', () => {
  it('are all compared, on both sides of a flag', () => {
    const compared = new Set(filterCases.map(([name]) => name));
    // The tests below compare these, and those of data health compare theirs.
    const apart = ['practiceType', 'service', 'deleted', 'health'];
    expect([...compared, ...apart].toSorted()).toEqual(Object.keys(listingTable.filters).toSorted());
    for (const [id, { kind }] of Object.entries(listingTable.filters))
      if (kind === 'flag' && id !== 'deleted')
        expect(filterCases.filter(([name]) => name === id).map(([, [value]]) => value)).toEqual(['1', '0']);
  });

  const total = async (filters: object, q?: string) =>
    (await app.get(`/api/admin/tables/listings/total?${query({ filters: JSON.stringify(filters), q })}`, { token }))
      .body.total as number;

  it.each(filterCases)('by %s %j match and count the same rows as a plain test', async (name, values, matches) => {
    const expected = live().filter(matches);
    const filters = { [name]: values };
    expect(await walk({ sort: 'name', filters: JSON.stringify(filters) })).toEqual(sorted(expected, 'name'));
    expect(await walk({ sort: '-state', filters: JSON.stringify(filters) }, true)).toEqual(sorted(expected, '-state'));
    expect(await total(filters)).toBe(expected.length);
  });

  it('by practice type and service use their names', async () => {
    expect((await walk({ filters: JSON.stringify({ practiceType: [typeName.toUpperCase()] }) })).length).toBe(
      live().filter(({ practiceTypeId }) => practiceTypeId !== null).length,
    );
    expect((await walk({ filters: JSON.stringify({ service: [service.name] }) })).length).toBe(
      live().filter(({ serviceIds }) => serviceIds.includes(service.id)).length,
    );
  });

  it('combine, with a search', async () => {
    const filters = { state: ['TX'], verified: ['0'], phone: ['1'] };
    const expected = live().filter(
      (row) => row.state === 'TX' && !row.isVerified && row.phone !== null && row.nameNorm.includes('long'),
    );
    expect(await walk({ q: 'long', filters: JSON.stringify(filters), sort: 'updated' })).toEqual(
      sorted(expected, 'updated'),
    );
    expect(await total(filters, 'long')).toBe(expected.length);
  });

  it('show deleted listings, and count all others without a filter', async () => {
    const deleted = plain.filter(({ deletedAt }) => deletedAt !== null);
    expect(await walk({ filters: '{"deleted":["1"]}' })).toEqual(sorted(deleted, '-id'));
    expect(await total({})).toBe(live().length);
  });

  it('begin a day in the zone of the viewer', async () => {
    const filters = JSON.stringify({ updated: ['2026-01-02..2026-01-02'] });
    const inTexas = live().filter(({ updatedAt }) => {
      const at = updatedAt.toISOString();
      return at >= '2026-01-02T06:00' && at < '2026-01-03T06:00';
    });
    expect(await walk({ filters, zone: 'America/Chicago', sort: 'id' })).toEqual(sorted(inTexas, 'id'));
  });

  it('refuse what no one can mean', async () => {
    for (const bad of ['{"nothing":["1"]}', '{"state":[]}', 'no json', '{"updated":["2026-13-01.."]}'])
      expect((await app.get(`/api/admin/tables/listings/rows?${query({ filters: bad })}`, { token })).status).toBe(400);
  });
});

it('shows the rating of reviews written here, and otherwise an imported one, with its source', async () => {
  const imported = { state: 'TX', rating: 3.1, reviewCount: 40, ratingSource: 'Google' };
  await app.deps.db('dentists').insert([
    { name: 'Zz Imported', ...imported },
    { name: 'Zz Reviewed', ...imported, ownRating: 4.8, ownReviewCount: 6 },
  ]);
  const asked = query({ columns: 'name,rating,reviews,ratingSource', q: 'Zz', sort: 'name' });
  const { text } = await app.get(`/api/admin/tables/listings/csv?${asked}`, { token });
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    'Zz Imported,3.1,40,Google',
    'Zz Reviewed,4.8,6,reviews on this site',
  ]);
  await app.deps.db('dentists').where('name', 'like', 'Zz %').delete();
});

describe('the CSV', () => {
  it('holds the columns, order, and filters of the view', async () => {
    const values = { columns: 'state,name,verified', sort: '-state,name', filters: '{"state":["TX","NY"]}' };
    const { text, headers } = await app.get(`/api/admin/tables/listings/csv?${query(values)}`, { token });
    expect(headers.get('content-disposition')).toContain('attachment; filename="listings-');
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe('State,Name,Verified');
    const expected = live().filter(({ state }) => state === 'TX' || state === 'NY');
    expect(lines.length - 1).toBe(expected.length);
    const stateAt = new Map(plain.map((row) => [row.id, row.state]));
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      sorted(expected, '-state,name').map((id) => stateAt.get(id)),
    );
  });

  it('is for admins only', async () => {
    const { token: user } = await app.signIn();
    expect((await app.get('/api/admin/tables/listings/csv', { token: user })).status).toBe(403);
    expect((await app.get('/api/admin/tables/listings/rows', { token: user })).status).toBe(403);
  });
});
