import type { Knex } from 'knex';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { waitForVacuum } from '../importer/import-lock.ts';

let app: TestApp;
let file: string;
beforeAll(async () => {
  app = await testApp();
  const token = (await app.signIn({ role: 'admin' })).token;
  await seedSample(app.databaseUrl, { count: 1500, clock: app.deps.clock, hashPassword: async () => 'x' });
  file = (await app.get('/api/admin/export-csv', { token })).text;
  await app.deps.db.raw(
    `delete from dentists; delete from listing_tombstones; delete from practices; delete from facets`,
  );
});
afterAll(() => app.stop());

const query = async (sql: string) => ((await app.deps.db.raw(sql)) as { rows: unknown[] }).rows;
const listSchema = () =>
  query(`select indexdef as what from pg_indexes where schemaname = 'public'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated from pg_constraint
       union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`);
const listDerivedData = async () => [
  await query(
    `select d.id, d.slug, d.city_id, d.time_zone, d.service_mask, s.open_hours, s.week_id, s.holiday_hours from dentists d left join schedules s on s.id = d.schedule_id order by d.id`,
  ),
  await query(
    `select scope, key, feature, sum(n)::int as n from facets group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
  ),
];
/** Lists listings whose derived columns don't match their other columns. */
const listWrongListings = () =>
  query(`select id from dentists where (name_norm, zip5, zip3, rank) is distinct from (search_norm(name),
         substring(zip_code from '^\\s*([0-9]{5})'), substring(zip_code from '^\\s*([0-9]{3})[0-9]{2}'),
         rank_of(rating, review_count))
         or practice_norm is distinct from (select search_norm(name) from practices p where p.id = practice_id)`);
const listIndex = async () => [
  await query(`select i.* from listing_index i order by id`),
  await query(`select w.* from listing_words w order by id, word`),
  await query(`select n.* from name_words n order by word`),
];
/** Expects the data that the import derived from sets to equal what the directory derives from rows. */
async function expectDerived() {
  const before = await listDerivedData();
  await app.deps.db.raw('select rebuild_search()');
  expect(await listDerivedData()).toEqual(before);
  expect(await listWrongListings()).toEqual([]);
  const index = await listIndex();
  expect(index[1]!.length).toBeGreaterThan(3000);
  await app.deps.db.raw('select rebuild_directory()');
  expect(await listIndex()).toEqual(index);
}

it('a first load leaves every index and constraint as it is', async () => {
  const before = await listSchema();
  const run = await importText(app, file);
  expect(run).toMatchObject({ status: 'done', rowsNew: 1500, rowsRefused: 0 });
  expect(await listSchema()).toEqual(before);
  await expectDerived();
});

it('practices of an import are numbered in the order of their names', async () => {
  const misplaced = await query(
    `select id from (select id, name < lag(name) over (order by id) as is_misplaced from practices) p where is_misplaced`,
  );
  expect(misplaced).toEqual([]);
  expect(await query(`select count(distinct name) > 100 as has_many from practices`)).toEqual([{ hasMany: true }]);
});

it('a first load reuses existing practices', async () => {
  const countPractices = () =>
    query(`select count(*)::int as n, count(distinct (name, city, state))::int as names from practices`);
  const before = await countPractices();
  await app.deps.db.raw('delete from dentists; delete from listing_tombstones');
  const schema = await listSchema();
  const run = await importText(app, file);
  expect(run).toMatchObject({ status: 'done', rowsNew: 1500 });
  expect([await countPractices(), await listSchema()]).toEqual([before, schema]);
  await expectDerived();
});

it('changing listings one by one or in bulk updates their derived columns', async () => {
  await app.deps.db.raw(`
    update dentists set name = 'Zoë  ' || name, languages = 'Spanish', rating = 1.5 where id % 3 = 0;
    update dentists set zip_code = ' 02134-1234', is_paid = true where id % 3 = 1;
    begin; set local enamel.bulk = 'on'; update dentists set name = 'Ünal ' || id, is_pro_max = true where id % 3 = 2; select rebuild_search(); commit`);
  expect(await listWrongListings()).toEqual([]);
  await expectDerived();
});

const buildCopies = (suffix: (index: number) => string) => {
  const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true });
  return Papa.unparse(
    data.map((row, at) => ({ ...row, id: '', phone: '', npi: '', name: `${row.name} ${suffix(at)}` })),
  );
};

it('bulk inserts into a directory with listings derive the same data', async () => {
  const schema = await listSchema();
  const run = await importText(
    app,
    buildCopies((at) => String(at % 7)),
  );
  expect(run).toMatchObject({ status: 'done', rowsNew: 1500, rowsRefused: 0 });
  expect(await listSchema()).toEqual(schema);
  await expectDerived();
});

it('a caller can wait for the vacuum and the statistics after an import', async () => {
  const countUpkeep = () =>
    query(`select relname, vacuum_count::int as vacuums, analyze_count::int as analyses from pg_stat_user_tables
           where relname in ('dentists', 'listing_index', 'practices', 'facets') order by 1`);
  await waitForVacuum(app.deps.db);
  const before = (await countUpkeep()) as { vacuums: number; analyses: number }[];
  await importText(
    app,
    buildCopies((at) => `Sr ${at % 3}`),
  );
  await waitForVacuum(app.deps.db);
  expect(await countUpkeep()).toEqual(
    before.map((row) => ({ ...row, vacuums: row.vacuums + 1, analyses: row.analyses + 1 })),
  );
});

it('bulk inserts derive the same data if the role cannot disable triggers', async () => {
  await app.deps.db.raw(`alter function leave_row_triggers() rename to leave_row_triggers_original;
    create function leave_row_triggers() returns boolean language sql as 'select false'`);
  const run = await importText(
    app,
    buildCopies((at) => `Jr ${at % 5}`),
  );
  await app.deps.db.raw(
    `drop function leave_row_triggers(); alter function leave_row_triggers_original() rename to leave_row_triggers`,
  );
  expect(run).toMatchObject({ status: 'done', rowsNew: 1500, rowsRefused: 0 });
  await expectDerived();
});

it('rows written without triggers are checked for missing references and lock what they reference', async () => {
  const { db } = app.deps;
  const write = (trx: Knex, what: string) =>
    trx.raw(`
      create temporary table plan_new (id integer) on commit drop; insert into plan_new values (7000000);
      do $$ begin assert leave_row_triggers(); end $$;
      insert into dentists (id, name, name_norm, rank, city_id) values (7000000, 'A', 'a', 0, ${what === 'city' ? -1 : '(select min(id) from cities)'});
      insert into dentist_services (dentist_id, service_id) values (7000000, ${what === 'service' ? -1 : '(select min(id) from services)'});
      set local session_replication_role = origin;
      select check_references('dentists', 'id'), check_references('dentist_services', 'dentist_id')`);
  await expect(db.transaction((trx) => write(trx, 'city'))).rejects.toMatchObject({ code: '23503', constraint: 'dentists_city_id_fkey' }); // prettier-ignore
  await expect(db.transaction((trx) => write(trx, 'service'))).rejects.toMatchObject({ code: '23503', constraint: 'dentist_services_service_id_fkey' }); // prettier-ignore
  const trx = await db.transaction();
  try {
    await write(trx, 'nothing');
    const remove = `set local lock_timeout = 50; delete from cities where id = (select min(id) from cities)`;
    await expect(db.transaction((other) => other.raw(remove))).rejects.toMatchObject({ code: '55P03' });
  } finally {
    await trx.rollback();
  }
  expect(await query(`select from dentists where id = 7000000`)).toEqual([]);
});

it('the fast comparison of phones and addresses gives the same results as the full one', async () => {
  const slow = `substring(regexp_replace(regexp_replace(lower(v), '\\s*(x|ext|extension|#).*$', ''), '[^0-9]', '', 'g') from '^1{0,1}([2-9][0-9]{9})$')`;
  const phones = ['(212) 555-0100', '(112) 555-0100', '(212) 555-0100 x1', '+1 212 555 0100', '(212) 555-010', '２１２-555-0100', '']; // prettier-ignore
  const compared = await app.deps.db.raw<{ rows: { quick: string | null; slow: string | null }[] }>(
    `select phone_key(v) as quick, ${slow} as slow from unnest(cast(? as text[]) || cast(null as text)) v`,
    [phones],
  );
  expect(compared.rows.map(({ quick }) => quick)).toEqual(compared.rows.map((row) => row.slow));
  expect(compared.rows.map(({ quick }) => quick).slice(0, 4)).toEqual(['2125550100', null, '2125550100', '2125550100']);
  const addresses = ['12 Main St', '12 Main Street', '12 N. Main St.', '13 Main St', '12 Main St #4', '12 MAIN ST, Suite 4', '１２ Main St', '12½ Main', 'Main St', '']; // prettier-ignore
  const mismatches = await app.deps.db.raw<{ rows: unknown[] }>(
    `select a, b from unnest(cast(:addresses as text[]) || cast(null as text)) a, unnest(cast(:addresses as text[]) || cast(null as text)) b
     where same_address(a, b) is distinct from (address_key(a) = address_key(b))`,
    { addresses },
  );
  expect(mismatches.rows).toEqual([]);
});
