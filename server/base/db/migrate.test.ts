import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { freshDatabase, quickFolder } from '#server/test/programs/database.ts';
import { startEmbedded } from './embedded.ts';
import { openKnex, rows } from './knex.ts';
import { DatabaseProblem } from './database-problem.ts';
import { migrate } from './migrate.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NEW_DATABASE_ADVICE =
  "An earlier release made this database, and it can't be upgraded: set DATABASE_URL to a new, empty database to start over, " +
  'and to keep your listings, export them as CSV with the earlier release first and import that file afterward.';

/** Every table with its files and rows, so that any write shows. */
async function readState(db: Knex) {
  const tables = await rows<{ name: string }>(
    db,
    `select relname as name, oid, relfilenode from pg_class where relnamespace = 'public'::regnamespace order by relname`,
  );
  const migrations = await rows(db, 'select * from schema_migrations order by id');
  const locks = await rows(db, 'select * from schema_migrations_lock');
  return { tables, migrations, locks };
}

async function oldDatabase() {
  const database = await freshDatabase();
  await database.db.raw(`delete from schema_migrations`);
  await database.db('schema_migrations').insert([
    { name: '0100_users.ts', batch: 1, migration_time: new Date() },
    { name: '0990_write_told.ts', batch: 1, migration_time: new Date() },
  ]);
  return database;
}

async function run(args: string[], url: string): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, errors };
}

it('refuses a database of the earlier, numbered migrations and changes nothing in it', async () => {
  const { db, url, drop } = await oldDatabase();
  const before = await readState(db);
  await expect(migrate(db, url)).rejects.toEqual(new DatabaseProblem(NEW_DATABASE_ADVICE));
  expect(await readState(db)).toEqual(before);
  await drop();
});

it('names the way over from a database of the release before the squashed schema, and changes nothing in it', async () => {
  const { db, url, drop } = await freshDatabase();
  await db('schema_migrations').insert({ name: '20261122120000_text_keys.ts', batch: 1, migration_time: new Date() });
  const before = await readState(db);
  await expect(migrate(db, url)).rejects.toEqual(
    new DatabaseProblem(
      'An earlier release made this database, and this release can only read its backup: run "npm run backup -- FILE" with ' +
        'the earlier release, set DATABASE_URL to a new, empty database, and run "npm run restore -- FILE" with this release before its first start.',
    ),
  );
  expect(await readState(db)).toEqual(before);
  await drop();
});

it('makes commands exit with code 1 and print only the advice', async () => {
  const { db, url, drop } = await oldDatabase();
  const before = await readState(db);
  const knexCli = ['node_modules/knex/bin/cli.js', '--knexfile', 'knexfile.ts', 'migrate:latest'];
  for (const command of [knexCli, ['server/bulk/commands/export.ts', 'dentist-listings', '/nowhere/listings.csv']])
    expect(await run(command, url)).toEqual({ code: 1, errors: `${NEW_DATABASE_ADVICE}\n` });
  expect(await readState(db)).toEqual(before);
  await drop();
});

it('accepts a database of this release, and runs nothing twice', async () => {
  const { db, url, drop } = await freshDatabase();
  const readMigrations = () => rows(db, 'select * from schema_migrations order by id');
  const before = await readMigrations();
  await migrate(db, url);
  expect(await readMigrations()).toEqual(before);
  await drop();
});

it('names the folder to move when the old database is the embedded one, and starts without it', async () => {
  const folder = await mkdtemp(join(await quickFolder(), 'enamel-old-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const tryToStart = async (prepare: (db: Knex) => Promise<unknown>) => {
    const embedded = await startEmbedded({ dataDir, unsafe: true });
    const db = openKnex(embedded.url);
    try {
      await prepare(db);
      await migrate(db, embedded.url);
    } finally {
      await db.destroy();
      await embedded.stop();
    }
  };
  try {
    const home = join(dataDir, 'postgres');
    await expect(
      tryToStart((db) => db.raw(`create table schema_migrations as select '0100_users.ts' as name`)),
    ).rejects.toThrow(`it can't be upgraded: move the folder ${home} away to start over`);
    await rename(home, join(folder, 'moved'));
    await tryToStart(() => Promise.resolve());
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}, 90_000);

it('starts on the database of a newer release, and changes nothing in it', async () => {
  const { db, url, drop } = await freshDatabase();
  await db('schema_migrations').insert({ name: '20991231000000_future.ts', batch: 9, migration_time: new Date() });
  const { tables, migrations } = await readState(db);
  await migrate(db, url);
  expect(await readState(db)).toMatchObject({ tables, migrations });
  await drop();
});
