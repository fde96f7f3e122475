import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/base/db/connect.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { listMigrationFiles } from '#server/base/db/migration-source.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { freshDatabase } from '#server/test/programs/database.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { startDebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { check, goodMachine, surroundingsFor, type Changes } from '#server/test/surroundings.ts';
import { examine } from './examine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const DAY = 86_400_000;
const psql = findProgram('psql', 'postgresql-client');
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: new Date().toISOString() });
});
afterAll(() => app.stop());

/** Runs a fix as an operator would, on the database of the test. */
async function runFix(fix: string, url: string): Promise<void> {
  const command = fix.replaceAll(/sudo -u postgres psql -d (\S+)/g, `psql -v ON_ERROR_STOP=1 "${url}"`);
  await promisify(execFile)('sh', ['-c', command], { cwd: root, env: { ...process.env, DATABASE_URL: url } });
}

describe('a broken database', () => {
  /** How it is broken, the check that finds it, what it says, its fix, and whether the fix is a command that ends the fault. */
  const setups: [name: string, statement: string, key: string, state: string, seen: RegExp, fix: RegExp, isCommand: boolean][] = [
    ['an index is missing', 'drop index dentists_npi', 'schema', 'error', /lacks 1 index \(dentists_npi\)/, /^grep -E "\^CREATE \(UNIQUE \)\?INDEX dentists_npi " /, true],
    ['a function is missing', 'drop function store_events', 'schema', 'error', /lacks 1 function \(store_events\)/, /^sed -n .*FUNCTION public\.store_events\(/, true],
    ['a trigger is missing', 'drop trigger users_paid on users', 'schema', 'error', /lacks 1 trigger \(users_paid\)/, /^grep "\^CREATE TRIGGER users_paid " /, true],
    ['a function differs from the release', 'create or replace function public.rebuild_directory() returns void language sql as $$ select $$', 'schema', 'warning', /^The function rebuild_directory differs from this release\.$/, /FUNCTION public\.rebuild_directory\(/, true],
    ['a trigger is turned off', 'alter table users disable trigger users_paid', 'schema', 'error', /^The trigger users_paid is turned off\.$/, /alter table public\.users enable trigger users_paid/, true],
    ['a table is missing', 'drop table shared_shortlists', 'schema', 'error', /lacks 1 table \(shared_shortlists\)/, /npm run restore -- BACKUP_FILE/, false],
    ['an extension is missing', 'drop extension btree_gin cascade', 'extensions', 'error', /btree_gin is missing/, /create extension btree_gin with schema public/, true],
    ['a migration is pending', 'delete from schema_migrations where name = (select max(name) from schema_migrations)', 'migrations', 'error', /1 migration of this release didn’t run: \d{14}_/, /^npm run migrate\n/, false],
    ['a newer release migrated it', `insert into schema_migrations (name, batch, migration_time) values ('20991231000000_future.ts', 9, now())`, 'migrations', 'warning', /A newer release migrated this database: 20991231000000_future\.ts/, /git fetch --tags/, false],
    ['it is read-only', `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`, 'database-settings', 'error', /^The database is read-only/, /set default_transaction_read_only = off/, false],
  ]; // prettier-ignore

  it.each(setups)('is found where %s, with the fix', async (_, statement, key, state, seen, fix, isCommand) => {
    const broken = await freshDatabase();
    // Settings of a database apply to new connections.
    const db = openKnex(broken.url, { max: 4 });
    const changes = { openDatabase: () => Promise.resolve(db) };
    try {
      await broken.db.raw(statement);
      expect(await check(app, key, changes)).toMatchObject({
        state,
        seen: expect.stringMatching(seen),
        fix: expect.stringMatching(fix),
      });
      if (!isCommand || !psql) return;
      await runFix((await check(app, key, changes)).fix!, broken.url);
      expect(await check(app, key, changes)).toMatchObject({ state: 'ok' });
    } finally {
      await db.destroy();
      await broken.drop();
    }
  });

  it('is not reported if the database is intact', async () => {
    for (const key of ['schema', 'extensions', 'migrations', 'database-rights'])
      expect(await check(app, key), key).toMatchObject({ state: 'ok', fix: null });
  });
});

it('a database whose crashes lose data is found by its settings', async () => {
  const found = await check(app, 'database-settings');
  expect(found).toMatchObject({ state: 'error' });
  expect(found.seen).toMatch(/^fsync is off, so a power failure can destroy the database\./);
  expect(found.fix).toMatch(/alter system set fsync = on/);
});

it('a database that is down is one error, and hides no other check', async () => {
  const openDatabase = () => connect('postgres://ann:sesame@127.0.0.1:9/enamel', { patienceMs: 200, log: () => undefined }).then(() => app.deps.db); // prettier-ignore
  const results = await examine(surroundingsFor(app, { openDatabase }));
  const byKey = new Map(results.map((result) => [result.key, result]));
  expect(byKey.get('database')).toMatchObject({
    state: 'error',
    seen: expect.stringMatching(/^The database at 127\.0\.0\.1:9 didn't answer/),
    fix: 'sudo systemctl start postgresql\nOr correct DATABASE_URL.',
  });
  for (const key of ['database-rights', 'schema', 'migrations', 'backup', 'jobs'])
    expect(byKey.get(key), key).toMatchObject({ state: 'skipped', seen: 'Not checked. The database doesn’t answer.' });
  for (const key of ['node', 'disk', 'memory', 'clock', 'address', 'proxies'])
    expect(byKey.get(key), key).toMatchObject({ state: 'ok' });
  expect(results.filter(({ state }) => state === 'error').map(({ key }) => key)).toEqual(['database']);
});

it('a database with a name that doesn’t exist is named, without the password', async () => {
  const url = Object.assign(new URL(app.databaseUrl), { pathname: '/nowhere' });
  const openDatabase = () => connect(url.href, { log: () => undefined }).then(() => app.deps.db);
  const found = await check(app, 'database', { openDatabase });
  expect(found.seen).toMatch(/is up, but database "nowhere" does not exist\. Create the database/);
  expect(found.seen).not.toContain(url.password);
});

it('a clock that is wrong is compared with the database’s and PUBLIC_URL’s', async () => {
  const machine = { ...goodMachine, readTime: () => Date.now() + 180_000 };
  const found = await check(app, 'clock', { machine });
  expect(found).toMatchObject({
    state: 'error',
    fix: expect.stringMatching(/^sudo timedatectl set-ntp true/),
  });
  expect(found.seen).toContain('This clock is 3 minutes ahead of the database’s.');
  expect(found.seen).toContain('This clock is 3 minutes ahead of PUBLIC_URL’s.');
});

describe('background work', () => {
  const at = (ms: number): Changes => ({ clock: { now: () => new Date(app.deps.clock.now().getTime() + ms) } });
  const backup = (row: object) =>
    app.deps.db('backups').insert({
      madeAt: app.deps.clock.now(),
      kind: 'nightly',
      place: 'folder',
      name: 'b.enamel',
      bytes: 1,
      sha256: 'x',
      rows: 1,
      madeBy: 'Schedule',
      sections: '[]',
      ...row,
    });

  it('that no server does is an error', async () => {
    expect(await check(app, 'jobs')).toMatchObject({
      state: 'error',
      seen: 'No server has run background jobs yet.',
      fix: expect.stringMatching(/^sudo systemctl restart enamel/),
    });
    await app.deps.db('jobSchedules').insert({ name: 'limits.sweep', lastDue: app.deps.clock.now() });
    expect(await check(app, 'jobs')).toMatchObject({ state: 'ok' });
    expect(await check(app, 'jobs', at(3_600_000))).toMatchObject({
      state: 'error',
      seen: 'No server has run background jobs for 60 minutes.',
    });
  });

  it('that is late or failed for good is named', async () => {
    const runAt = new Date(app.deps.clock.now().getTime() - 900_000);
    const job = { payload: '{}', maxAttempts: 3, runAt, createdAt: runAt };
    await app.deps.db('jobs').insert([
      { ...job, name: 'mail' },
      { ...job, name: 'mail', attempts: 3 },
    ]);
    expect(await check(app, 'jobs')).toMatchObject({
      state: 'error',
      seen: 'Jobs are late, the oldest by 15 minutes: 1 mail. 1 job failed for good.',
      fix: expect.stringMatching(/Choose Try again or Dismiss on Home/),
    });
    await app.deps.db('jobs').delete();
  });

  it('without a backup, with an old one, or with a damaged one is an error', async () => {
    expect(await check(app, 'backup')).toMatchObject({ state: 'ok', seen: 'The first backup runs tonight.' });
    expect(await check(app, 'backup', at(2 * DAY))).toMatchObject({ state: 'error', seen: 'There is no backup.' });
    await backup({});
    expect(await check(app, 'backup')).toMatchObject({ state: 'ok' });
    expect(await check(app, 'backup', at(3 * DAY))).toMatchObject({
      state: 'error',
      seen: 'The last backup is 3 days old.',
      fix: expect.stringMatching(/^npm run backup -- today\.enamel/),
    });
    await app.deps.db('backups').update({ damaged: true });
    expect(await check(app, 'backup')).toMatchObject({
      state: 'error',
      seen: 'The last backup, b.enamel, is damaged.',
    });
    await app.deps.db('backups').delete();
  });

  it('whose backups fail their test, or have none, is found', async () => {
    expect(await check(app, 'drill')).toMatchObject({ state: 'ok' });
    expect(await check(app, 'drill', at(9 * DAY))).toMatchObject({ state: 'warning' });
    await backup({});
    const [{ id }] = await app.deps.db('backups').select('id');
    const now = app.deps.clock.now();
    const run = { kind: 'drill', backupId: id, status: 'failed', startedAt: now, finishedAt: now, userName: 'Schedule', message: 'Row 7 is damaged.' }; // prettier-ignore
    await app.deps.db('backupRuns').insert(run);
    expect(await check(app, 'drill')).toMatchObject({
      state: 'error',
      seen: expect.stringMatching(/^The test of a backup failed 0 seconds ago: Row 7 is damaged\.$/),
      fix: expect.stringMatching(/\/admin\/backups/),
    });
  });

  it('reports what the data lacks', async () => {
    expect(await check(app, 'data-health')).toMatchObject({ state: 'ok', seen: 'Listings are counted tonight.' });
    const save = (total: number, counts: object) =>
      app.deps
        .db('dataHealthDays')
        .insert({ day: app.deps.clock.now(), total, counts: JSON.stringify(counts) })
        .onConflict('day')
        .merge();
    await save(0, {});
    expect(await check(app, 'data-health')).toMatchObject({
      state: 'warning',
      seen: 'The directory has no listings.',
      fix: expect.stringMatching(/^npm run import -- FILE/),
    });
    await save(1_200, { wrong_number: 3, duplicate: 40 });
    expect(await check(app, 'data-health')).toMatchObject({
      state: 'warning',
      seen: '3 listings can’t be reached by phone. 40 listings of 1,200 may be duplicates.',
      fix: 'Open /admin/data-health?list=wrong_number\nOpen /admin/data-health?list=duplicate',
    });
  });
});

const postgres = await startDebianPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(!postgres)('a role of Debian’s Postgres', () => {
  const admin = (database: string) => openKnex(postgres!.urlOf(database), { max: 1 });
  const asRole = (database: string) => postgres!.urlOf(database).replace('postgres@', 'enamel@');

  beforeAll(async () => {
    const db = admin('postgres');
    await db.raw('create role enamel login');
    await db.raw('create database clinic owner postgres');
    await db.destroy();
    const own = admin('clinic');
    await own.raw('create table public.dentists (id integer); create extension pg_trgm');
    await own.destroy();
  });

  it('without rights is found, and the printed commands grant them', async () => {
    const db = openKnex(asRole('clinic'), { max: 2 });
    const changes = { openDatabase: () => Promise.resolve(db) };
    try {
      const found = await check(app, 'database-rights', changes);
      expect(found).toMatchObject({ state: 'error' });
      expect(found.seen).toContain('The role enamel can’t read and write dentists.');
      expect(found.seen).toContain('The role enamel can’t create tables, which migrations do.');
      expect(found.seen).toContain(
        'Tables belong to another role than enamel, so migrations can’t change them: dentists.',
      );
      expect(found.seen).toContain('The role enamel can’t create schemas, so backups can’t be tested.');
      expect(found.fix!.split('\n')).toHaveLength(4);
      await runFix(found.fix!, postgres!.urlOf('clinic'));
      expect(await check(app, 'database-rights', changes)).toMatchObject({ state: 'ok' });

      const extensions = await check(app, 'extensions', changes);
      expect(extensions).toMatchObject({ state: 'error', seen: 'The extension btree_gin is missing.' });
      await runFix(extensions.fix!, postgres!.urlOf('clinic'));
      expect(await check(app, 'extensions', changes)).toMatchObject({ state: 'ok' });

      expect(await check(app, 'migrations', changes)).toMatchObject({
        state: 'error',
        seen: 'This database has no tables yet.',
        fix: expect.stringMatching(/^npm run migrate/),
      });
    } finally {
      await db.destroy();
    }
  });

  it('sees a replication slot that fills the disk', async () => {
    const db = admin('clinic');
    try {
      expect(await check(app, 'replication', { openDatabase: () => Promise.resolve(db) })).toMatchObject({
        state: 'ok',
        seen: 'No replica is connected.',
      });
      await db.raw(`select pg_create_physical_replication_slot('gone', true)`);
      // Each switch moves the WAL by a whole segment of 16 MB.
      for (let segment = 0; segment < 18; segment++) await db.raw('select txid_current(), pg_switch_wal()');
      const found = await check(app, 'replication', { openDatabase: () => Promise.resolve(db) });
      expect(found).toMatchObject({
        state: 'warning',
        seen: expect.stringMatching(/^The replication slot gone has no replica and keeps \d+ MB of WAL on the disk\.$/),
      });
      await runFix(found.fix!, postgres!.urlOf('clinic'));
      expect(await check(app, 'replication', { openDatabase: () => Promise.resolve(db) })).toMatchObject({
        state: 'ok',
      });
    } finally {
      await db.destroy();
    }
  });

  it('sees an invalid index', async () => {
    const db = admin('clinic');
    try {
      await db.raw('create index dentists_id on public.dentists (id)');
      await db.raw(`update pg_index set indisvalid = false where indexrelid = cast('dentists_id' as regclass)`);
      await db.raw('create table schema_migrations (name text, migration_time timestamptz)');
      await db('schemaMigrations').insert(listMigrationFiles().map((name) => ({ name })));
      const found = await check(app, 'schema', { openDatabase: () => Promise.resolve(db) });
      expect(found.seen).toContain('The index dentists_id is invalid, so queries don’t use it.');
      expect(found.fix).toContain(`reindex index concurrently public.dentists_id`);
    } finally {
      await db.destroy();
    }
  });
});
