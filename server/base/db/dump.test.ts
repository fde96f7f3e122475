import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '#server/bulk/backup/restore.ts';
import { createSecrets } from '../secrets.ts';
import { startChild } from '#server/test/crashes/child.ts';
import { startDebianPostgres, type DebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { tryMainPaths } from '#server/test/smoke.ts';
import { DatabaseProblem } from './database-problem.ts';
import { openKnex, rows } from './knex.ts';
import { migrate } from './migrate.ts';
import { readSchema } from './queries-schema.ts';
import { formatSchema } from './schema.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = fileURLToPath(new URL('../../..', import.meta.url));
const BACKUP = new URL('./fixtures/earlier-release.enamel', import.meta.url);
const SECRET_KEY = 'a secret for tests that is long enough';
const postgres = await startDebianPostgres();
let exported: Buffer;
let original: DatabaseState;
afterAll(() => postgres?.stop());

interface DatabaseState {
  schema: string;
  tables: Record<string, string>;
  sequences: unknown;
}

/** Reads the definition of every object, and a checksum of every table. */
async function readState(db: Knex): Promise<DatabaseState> {
  const names = await rows<{ name: string }>(
    db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1`,
  );
  const tables: Record<string, string> = {};
  for (const { name } of names) {
    const [sum] = await rows<{ sum: string }>(
      db,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as sum from public."${name}" t`,
    );
    tables[name] = sum!.sum;
  }
  const sequences = await rows(
    db,
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return { schema: formatSchema(await readSchema(db)), tables, sequences };
}

async function withDatabase<T>(name: string, work: (db: Knex, url: string) => Promise<T>): Promise<T> {
  const url = postgres!.urlOf(name);
  const db = openKnex(url, { max: 2 });
  try {
    return await work(db, url);
  } finally {
    await db.destroy();
  }
}

async function exportListings(url: string, file: string): Promise<Buffer> {
  const path = join(postgres!.folder, file);
  const args = ['--import', 'tsx', 'server/bulk/commands/export.ts', 'dentist-listings', path];
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: join(postgres!.folder, 'app'), SECRET_KEY };
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
  return readFile(path);
}

const createDatabase = (pg: DebianPostgres, name: string) =>
  pg.run('createdb', '--maintenance-db', pg.urlOf('postgres'), name);

describe.skipIf(!postgres)('a dump of Postgres’s own pg_dump', () => {
  beforeAll(async () => {
    if (process.env.TEST_DATABASE_URL === undefined)
      console.warn('The embedded Postgres ships no pg_dump, so only the system’s Postgres is dumped here.');
    await createDatabase(postgres!, 'original');
    await withDatabase('original', async (db, url) => {
      await migrate(db, url);
      // A backup with rows in most tables.
      await restoreBackup({ db, secret: createSecrets(SECRET_KEY) }, createReadStream(BACKUP));
      exported = await exportListings(url, 'original.csv');
      // The export is in the audit log.
      original = await readState(db);
    });
    expect(exported.length).toBeGreaterThan(50_000);
    await postgres!.run('pg_dump', '-Fc', '-f', 'dump', postgres!.urlOf('original'));
    await postgres!.run('pg_dump', '-f', 'dump.sql', postgres!.urlOf('original'));
  });

  it('has the schema of schema.sql, as the embedded Postgres has', async () => {
    expect(original.schema).toBe(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
  });

  it.each([
    ['pg_restore', ['--exit-on-error', '-d'], 'dump'],
    ['psql', ['-v', 'ON_ERROR_STOP=1', '-qX', '-f', 'dump.sql', '-d'], ''],
  ])('is restored by %s with every object and row, and the same export', async (program, args, file) => {
    const name = `by_${program}`;
    await createDatabase(postgres!, name);
    await postgres!.run(program, ...args, postgres!.urlOf(name), ...(file ? [file] : []));
    await withDatabase(name, async (db, url) => {
      expect(await readState(db)).toEqual(original);
      await migrate(db, url);
      expect(await exportListings(url, `${name}.csv`)).toEqual(exported);
    });
  });

  it.each([
    ['lacks a table', /dentists/, /it lacks 1 table \(dentists\) and \d+ other objects\./],
    ['lacks the record of its migrations', /schema_migrations/, /it has our tables, but no record of the migrations/],
  ])('that was restored in part, so that it %s, is refused and left as it is', async (words, left, message) => {
    const name = words.replaceAll(' ', '_');
    await createDatabase(postgres!, name);
    const list = (await postgres!.run('pg_restore', '-l', 'dump')).split('\n');
    await writeFile(join(postgres!.folder, 'list'), list.filter((line) => !left.test(line)).join('\n'));
    // It ends with an error, because other objects need the ones that are left out.
    await postgres!.run('pg_restore', '-L', 'list', '-d', postgres!.urlOf(name), 'dump').catch(() => undefined);
    await withDatabase(name, async (db, url) => {
      const countObjects = () => rows(db, `select count(*) as n from pg_class where relnamespace = 'public'::regnamespace and relname not like 'schema_migrations%'`); // prettier-ignore
      const before = await countObjects();
      const refusal = await migrate(db, url).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DatabaseProblem);
      expect((refusal as Error).message).toMatch(message);
      expect(await countObjects()).toEqual(before);
    });
  });
});

it.skipIf(!postgres)('serves everything on a database whose search path is empty', async () => {
  await createDatabase(postgres!, 'no_path');
  const url = postgres!.urlOf('no_path');
  await postgres!.run('psql', '-qX', '-c', `alter database no_path set search_path = ''`, url);
  const child = await startChild({ DATABASE_URL: url, DATA_DIR: join(postgres!.folder, 'app'), SECRET_KEY, LIMIT_API: '100000/60' }); // prettier-ignore
  try {
    await withDatabase('no_path', (db) => tryMainPaths(child.url, db));
    expect(child.errors()).toBe('');
  } finally {
    child.process.kill('SIGKILL');
    await child.ended;
  }
});
