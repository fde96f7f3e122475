import { fileURLToPath } from 'node:url';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';

const { types } = pg;
// bigint and numeric hold counts and ratings here, all far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);

const camelOf = new Map<string, string>();
const camel = (name: string): string => {
  let known = camelOf.get(name);
  if (known === undefined) {
    known = name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (camelOf.size < 5_000) camelOf.set(name, known);
  }
  return known;
};
const snake = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camelRow = (row: unknown): unknown => {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return row;
  const out: Record<string, unknown> = {};
  for (const key in row) out[camel(key)] = (row as Record<string, unknown>)[key];
  return out;
};

/** SQL speaks snake_case, TypeScript camelCase; this is the one place where they meet. */
function camelResult(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(camelRow);
  if (result !== null && typeof result === 'object' && 'rows' in result && Array.isArray(result.rows)) {
    result.rows = result.rows.map(camelRow);
    return result;
  }
  return camelRow(result);
}

/**
 * A connection that takes no writes may never take them again: its default was set when it began, or its server is no
 * longer the one in charge. It is not used a second time; the next one finds out how things stand.
 */
function leaveWhenReadOnly(client: pg.Client & { __knex__disposed?: string }, done: () => void): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === '25006') client.__knex__disposed = 'read-only';
  });
  done();
}

export function knexConfig(url: string, pool: { min?: number; max?: number } = {}): Knex.Config {
  return {
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'enamel',
      // Nested-loop plans over covering indexes win here; the just-in-time compiler and parallel workers only add tail latency.
      options:
        '-c jit=off -c max_parallel_workers_per_gather=0 -c statement_timeout=60000 -c client_connection_check_interval=2000 -c timezone=UTC',
    },
    pool: { min: pool.min ?? 0, max: pool.max ?? 10, afterCreate: leaveWhenReadOnly },
    acquireConnectionTimeout: 10_000,
    // A connection that cannot be had is raised where it was asked for; knex would print it to stdout as well.
    log: { warn() {}, error() {}, debug() {}, deprecate() {} },
    wrapIdentifier: (value, original) => (value === '*' ? value : original(snake(value))),
    postProcessResponse: camelResult,
    migrations: {
      directory: fileURLToPath(new URL('./migrations', import.meta.url)),
      tableName: 'schema_migrations',
      loadExtensions: ['.ts'],
      extension: 'ts',
    },
  };
}

export const openKnex = (url: string, pool?: { min?: number; max?: number }): Knex => knexModule(knexConfig(url, pool));

/** The rows of a raw statement, typed by the caller. */
export async function rows<T>(
  db: Knex,
  sql: string,
  bindings: readonly unknown[] | Record<string, unknown> = [],
): Promise<T[]> {
  const result = (await db.raw(sql, bindings as Knex.RawBinding[])) as { rows: T[] };
  return result.rows;
}

const namesOf = new Map<string, string>();

/** The same, planned once a connection: for a statement whose text is always the same. */
export async function prepared<T>(db: Knex, sql: string, bindings: readonly unknown[]): Promise<T[]> {
  let name = namesOf.get(sql);
  if (name === undefined) namesOf.set(sql, (name = `enamel_${namesOf.size}`));
  const result = (await db.raw(sql, bindings as Knex.RawBinding[]).options({ name })) as { rows: T[] };
  return result.rows;
}
