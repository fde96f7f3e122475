import { randomBytes } from 'node:crypto';
import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';

export interface TestPostgres {
  /** Connects as a role that may create databases. */
  url: string;
  /** A migrated, empty database without connections, because Postgres can't copy one that has any. */
  template: string;
  /** The fastest way to copy the template on this server. */
  strategy: '' | 'strategy file_copy';
}

export interface FreshDatabase {
  url: string;
  db: Knex;
  drop: () => Promise<void>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

async function statement(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Prefers shared memory when 3 GB are free: creating and dropping databases touches many small files, which is ten
 * times faster there.
 */
export async function quickFolder(): Promise<string> {
  try {
    const memory = '/dev/shm';
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    if (Math.min(bavail * bsize, freemem()) > 3 * 2 ** 30) return memory;
  } catch {
    // This system has no shared memory folder.
  }
  return tmpdir();
}

/** Starts a throwaway Postgres, or uses TEST_DATABASE_URL, and creates a migrated template there. */
export async function startTestPostgres(): Promise<TestPostgres & { stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    const made = await makeTemplate(given, `enamel_template_${randomBytes(4).toString('hex')}`, '');
    return { ...made, stop: () => statement(given, `drop database if exists ${made.template} with (force)`) };
  }
  const dataDir = await mkdtemp(join(await quickFolder(), 'enamel-test-'));
  // Under root, Postgres runs as another account, which needs access to the folder.
  await chmod(dataDir, 0o711);
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  const embedded = await startEmbedded({ dataDir, unsafe: true }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const stop = async (): Promise<void> => {
    await embedded.stop();
    await remove();
  };
  try {
    return { ...(await makeTemplate(embedded.url, 'enamel_template', 'strategy file_copy')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTemplate(url: string, template: string, strategy: TestPostgres['strategy']): Promise<TestPostgres> {
  await statement(url, `create database ${template}`);
  const db = openKnex(withDatabase(url, template), { max: 1 });
  try {
    await migrate(db, withDatabase(url, template), { checksSchema: false });
    await db.raw('analyze');
  } finally {
    await db.destroy();
  }
  return { url, template, strategy };
}

let cloned = 0;

/** Creates a database without tables. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const { url, strategy } = (await import('vitest')).inject('postgres');
  return createDatabase({ url, template: 'template0', strategy });
}

/** Copies the template. In vitest, the server comes from the global setup. */
export async function freshDatabase(server?: TestPostgres): Promise<FreshDatabase> {
  return createDatabase(server ?? (await import('vitest')).inject('postgres'));
}

async function createDatabase({ url, template, strategy }: TestPostgres): Promise<FreshDatabase> {
  const name = `enamel_test_${process.pid}_${++cloned}_${randomBytes(3).toString('hex')}`;
  await statement(url, `create database ${name} template ${template} ${strategy}`);
  const own = withDatabase(url, name);
  const db = openKnex(own, { max: 6 });
  return {
    url: own,
    db,
    async drop() {
      await db.destroy();
      await statement(url, `drop database if exists ${name} with (force)`);
    },
  };
}
