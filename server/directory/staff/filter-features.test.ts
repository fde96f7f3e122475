import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { countTableRows, filterOf, readTablePage } from '#server/base/tables/read-table.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { thresholds } from '../thresholds.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { listingSource } from './listing-table.ts';

let database: FreshDatabase;
const usual = { ...thresholds };
beforeAll(async () => {
  database = await freshDatabase();
  Object.assign(thresholds, { inside: 2 });
});
afterAll(async () => {
  Object.assign(thresholds, usual);
  await database.drop();
});

const source = listingSource as unknown as TableSource;

interface PlainRow {
  id: number;
  nameNorm: string;
  state: string | null;
  zip5: string | null;
  cityId: number | null;
  address: string | null;
  phone: string | null;
  website: string | null;
  npi: string | null;
  isVerified: boolean;
  isPaid: boolean;
  isProMax: boolean;
  userId: number | null;
  practiceTypeId: number | null;
  practiceImage: string | null;
  identityChangedAt: Date | null;
  mondayHours: string | null;
  sundayHours: string | null;
  deletedAt: Date | null;
  updatedAt: Date;
  fieldSources: Record<string, { source: string }>;
  services: string[];
}

interface Names {
  types: { id: number; name: string }[];
  services: { id: number; name: string }[];
  /** Without a plan, with Professional, and with Pro Max. */
  users: number[];
}

type FilterCase = [name: string, values: string[], test: (row: PlainRow) => boolean];

/** Filters with what they mean for a plain row. */
const filterCases = ({ types, services }: Names): FilterCase[] => {
  const flag = (name: string, test: (row: PlainRow) => boolean): FilterCase[] => [
    [name, ['1'], test],
    [name, ['0'], (row) => !test(row)],
  ];
  return [
    ['state', ['TX'], ({ state }) => state === 'TX'],
    ['state', ['TX', 'MA'], ({ state }) => state === 'TX' || state === 'MA'],
    ['plan', ['free'], ({ isPaid }) => !isPaid],
    ['plan', ['paid'], ({ isPaid, isProMax }) => isPaid && !isProMax],
    ['plan', ['pro_max'], ({ isProMax }) => isProMax],
    ['plan', ['paid', 'pro_max'], ({ isPaid }) => isPaid],
    ...flag('verified', ({ isVerified }) => isVerified),
    ...flag('owned', ({ userId }) => userId !== null),
    ...flag('review', ({ identityChangedAt }) => identityChangedAt !== null),
    ...flag('photos', ({ practiceImage }) => practiceImage !== null),
    ...flag('phone', ({ phone }) => phone !== null),
    ...flag('website', ({ website }) => website !== null),
    ['practiceType', [types[0]!.name.toUpperCase()], ({ practiceTypeId }) => practiceTypeId === types[0]!.id],
    ['practiceType', types.map(({ name }) => name), ({ practiceTypeId }) => practiceTypeId !== null],
    ['practiceType', ['No such type'], () => false],
    ['service', [services[0]!.name], (row) => row.services.includes(services[0]!.name)],
    ['service', services.map(({ name }) => name), (row) => row.services.length > 0],
    ['source', ['staff'], ({ fieldSources }) => fieldSources.name?.source === 'staff'],
    ['source', ['import', 'staff'], ({ fieldSources }) => fieldSources.name !== undefined],
    ['health', ['no_phone'], ({ phone }) => !phone],
    ['health', ['no_address'], ({ address }) => !address],
    ['health', ['no_place'], ({ cityId, zip5 }) => cityId === null || zip5 === null],
    ['health', ['no_hours'], ({ mondayHours, sundayHours }) => !mondayHours && !sundayHours],
    ['health', ['no_services'], (row) => row.services.length === 0],
    ['health', ['no_npi', 'no_phone'], ({ npi, phone }) => npi === null || !phone],
    // These are no features.
    ['updated', ['2026-01-02..2026-01-02'], ({ updatedAt }) => updatedAt.toISOString().startsWith('2026-01-02')],
    ['updated', ['2026-01-03..'], ({ updatedAt }) => updatedAt.toISOString() >= '2026-01-03'],
    ['updated', ['..2026-01-04'], ({ updatedAt }) => updatedAt.toISOString() < '2026-01-05'],
    ['updated', ['2026-01-04..2026-01-02'], () => false],
    ['updated', ['..'], () => true],
    ['zip', ['787'], ({ zip5 }) => zip5?.startsWith('787') ?? false],
    ['city', ['Boston'], ({ state, cityId }) => state === 'MA' && cityId !== null],
  ];
};

const columns = ({ types, users }: Names) => ({
  name: ['Dr. Ada', 'Dr. Bo Long', 'Smile Place'],
  place: [
    { city: 'Austin', state: 'TX', zipCode: '78701' },
    { city: 'Boston', state: 'MA', zipCode: '02108' },
    { city: null, state: null, zipCode: null },
    { city: 'Austin', state: 'TX', zipCode: null },
  ],
  address: ['1 Elm St', '', null],
  phone: ['(512) 555-0100', '', null],
  website: ['https://example.com', null],
  isVerified: [true, false],
  userId: [null, ...users],
  practiceTypeId: [null, ...types.map(({ id }) => id)],
  practiceImage: [null, '/media/x'],
  identityChangedAt: [null, new Date('2026-03-01T00:00:00Z')],
  mondayHours: [null, '', '8-5'],
  sundayHours: [null, '', 'Closed'],
  fieldSources: [{}, { name: { source: 'import' } }, { name: { source: 'staff' } }],
  updatedAt: [new Date('2026-01-02T00:00:00Z'), new Date('2026-01-03T00:00:00Z')],
  deletedAt: [null, null, new Date('2026-03-02T00:00:00Z')],
  npi: [null],
});

/** Changes of random rows. Numbers choose rows, columns, and values. */
const step = fc.tuple(
  fc.constantFrom('insert', 'change', 'change', 'changeAll', 'services', 'remove'),
  fc.nat(10_000),
  fc.nat(10_000),
  fc.nat(10_000),
);

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

let cases: FilterCase[];
let values: [column: string, list: readonly unknown[]][];
let services: Names['services'];

beforeAll(async () => {
  const { db } = database;
  const listNames = (table: string) =>
    rows<{ id: number; name: string }>(db, `select id, name from ${table} order by id limit 2`);
  const users: number[] = [];
  for (const plan of ['free', 'professional', 'pro_max']) {
    const user = { email: `${plan}@example.com`, name: plan, subscriptionPlan: plan, subscriptionStatus: 'active' };
    users.push(((await db('users').insert(user).returning('id')) as [{ id: number }])[0].id);
  }
  services = await listNames('services');
  const names: Names = { types: await listNames('practice_types'), services, users };
  cases = filterCases(names);
  values = Object.entries(columns(names));
});

function valueOf([column, list]: (typeof values)[number], n: number): object {
  const value = pick(list, n);
  return column === 'place' ? (value as object) : { [column]: value };
}

let nextNpi = 1_000_000_000;
async function insert(seed: number): Promise<void> {
  const row = values.map((column, index) => valueOf(column, seed >> index));
  const npi = seed % 2 ? String((nextNpi += 1)) : null;
  await database.db('dentists').insert(Object.assign({}, ...row, { npi }) as object);
}

const listPlain = () =>
  rows<PlainRow>(
    database.db,
    `select d.*, array(select s.name from dentist_services x join services s on s.id = x.service_id where x.dentist_id = d.id) as services
     from dentists d where deleted_at is null order by d.id`,
  );

/** Compares the total of a filter with a plain test, and returns the rows that pass it. */
async function compareTotal(plain: readonly PlainRow[], several: readonly FilterCase[], q = '') {
  const filters = Object.fromEntries(several.map(([name, list]) => [name, list]));
  const tests = new Map(several.map(([name, , test]) => [name, test]));
  const expected = plain
    .filter((row) => [...tests.values()].every((test) => test(row)) && row.nameNorm.includes(q))
    .map((row) => row.id);
  const total = await countTableRows(database.db, source, filterOf({ filters, q }));
  expect([filters, q, total]).toEqual([filters, q, expected.length]);
  return { filters, expected };
}

async function comparePage(plain: readonly PlainRow[], several: readonly FilterCase[], q: string): Promise<void> {
  const { filters, expected } = await compareTotal(plain, several, q);
  const page = await readTablePage(database.db, source, { filters, q, sort: 'id', columns: 'id', limit: 500 });
  expect([filters, q, page.rows.map((row) => row.id)]).toEqual([filters, q, expected]);
}

it.each([
  ['a few', 4_000],
  ['many', 2],
])('totals and pages equal plain tests of all rows while rows change, if %s match', async (_, few) => {
  thresholds.few = few;
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 25 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(10_000), { minLength: 6, maxLength: 6 }),
      async (seeds, steps, chosen) => {
        await db.raw('delete from dentists');
        for (const seed of seeds) await insert(seed);
        for (const [kind, a, b, c] of steps) {
          const ids = (await db('dentists').select('id').orderBy('id')) as { id: number }[];
          const id = ids.length > 0 ? pick(ids, a).id : 0;
          const update = valueOf(pick(values, b), c);
          if (kind === 'insert') await insert(a * b + c);
          else if (kind === 'remove') await db('dentists').where({ id }).delete();
          else if (kind === 'change') await db('dentists').where({ id }).update(update);
          else if (kind === 'changeAll') await db('dentists').update(update);
          else if (id > 0)
            await db('dentistServices')
              .insert({ dentistId: id, serviceId: pick(services, b).id })
              .onConflict()
              .ignore();
          const plain = await listPlain();
          for (const [place, number] of chosen.entries()) {
            const several = chosen.slice(place, place + 1 + (number % 3)).map((n) => pick(cases, n + b));
            await comparePage(plain, several, number % 7 === 0 ? 'long' : '');
          }
        }
      },
    ),
    { numRuns: 10 },
  );
});

it('the change of any column that a filter reads is counted at once', { timeout: 120_000 }, async () => {
  const { db } = database;
  const serviceId = services[0]!.id;
  await db.raw('delete from dentists');
  const insertBlank = async () =>
    ((await db('dentists').insert({ name: 'Dr. Ada' }).returning('id')) as [{ id: number }])[0].id;
  const compareAll = async () => {
    const plain = await listPlain();
    for (const one of cases) await compareTotal(plain, [one]);
  };
  for (const column of values)
    for (const [index] of column[1].entries()) {
      await db.raw('delete from dentists');
      const id = await insertBlank();
      await db('dentists').where({ id }).update(valueOf(column, index));
      await compareAll();
      await db('dentists')
        .where({ id })
        .update(valueOf(column, index + 1));
      await compareAll();
    }
  const id = await insertBlank();
  await db('dentistServices').insert({ dentistId: id, serviceId });
  await compareAll();
  await db('dentistServices').where({ dentistId: id }).delete();
  await compareAll();
  await db('dentists').where({ id }).delete();
  await compareAll();
});
