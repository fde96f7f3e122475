import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import { migrationSource } from './migration-source.ts';

const { types } = pg;
// Our bigint and numeric columns hold counts, ratings, and prices, all far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);

const camelNames = new Map<string, string>();
const camel = (name: string): string => {
  let camelName = camelNames.get(name);
  if (camelName === undefined) {
    camelName = name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (camelNames.size < 5_000) camelNames.set(name, camelName);
  }
  return camelName;
};
const snake = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camelRow = (row: unknown): unknown => {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return row;
  const out: Record<string, unknown> = {};
  for (const key in row) out[camel(key)] = (row as Record<string, unknown>)[key];
  return out;
};

/** Converts column names, because SQL uses snake_case and TypeScript camelCase. No other module converts names. */
function camelResult(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(camelRow);
  if (result !== null && typeof result === 'object' && 'rows' in result && Array.isArray(result.rows)) {
    result.rows = result.rows.map(camelRow);
    return result;
  }
  return camelRow(result);
}

/**
 * Sent after connecting, because PgBouncer refuses startup options. Our queries are nested loops over covering indexes, so JIT
 * compilation and parallel workers only add latency. The search path doesn't depend on the role's or the database's.
 */
const SESSION_SETTINGS = `set search_path = public; set timezone = 'UTC'; set jit = off; set max_parallel_workers_per_gather = 0;
  set statement_timeout = 60000; set client_connection_check_interval = 2000`;

type Connection = pg.Client & { __knex__disposed?: string };

type Prepared = (error?: Error | null, client?: Connection) => void;

const prepareConnection = (isReadOnly: boolean) => (client: Connection, done: Prepared) => {
  if (!isReadOnly) discardWhenReadOnly(client);
  client.query(`${SESSION_SETTINGS}${isReadOnly ? '; set default_transaction_read_only = on' : ''}`).then(
    () => done(null, client),
    (error: Error) => done(error, client),
  );
};

/**
 * Discards a connection that refused a write as read-only, because it may stay read-only: its default was set when it was
 * opened, or its server is now a standby. A new connection gets the current state.
 */
function discardWhenReadOnly(client: Connection): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === '25006') client.__knex__disposed = 'read-only';
  });
}

interface PoolOptions {
  min?: number;
  max?: number;
  /** How long a query waits for a connection. */
  acquireMs?: number;
  /** The database refuses writes on these connections. */
  isReadOnly?: boolean;
}

export function knexConfig(url: string, pool: PoolOptions = {}): Knex.Config {
  return {
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'enamel',
    },
    pool: { min: pool.min ?? 0, max: pool.max ?? 10, afterCreate: prepareConnection(pool.isReadOnly ?? false) },
    acquireConnectionTimeout: pool.acquireMs ?? 10_000,
    // The caller gets connection errors as exceptions. Knex would also print them to stdout.
    log: { warn() {}, error() {}, debug() {}, deprecate() {} },
    wrapIdentifier: (value, original) => (value === '*' ? value : original(snake(value))),
    postProcessResponse: camelResult,
    migrations: {
      migrationSource,
      tableName: 'schema_migrations',
      // After an upgrade that failed, the earlier release starts on a database with migrations that it doesn't have.
      disableMigrationsListValidation: true,
    },
  };
}

export const openKnex = (url: string, pool?: PoolOptions): Knex => knexModule(knexConfig(url, pool));

/** Runs a raw statement and returns its rows, typed by the caller. */
export async function rows<T>(
  db: Knex,
  sql: string,
  bindings: readonly unknown[] | Record<string, unknown> = [],
): Promise<T[]> {
  const result = (await db.raw(sql, bindings as Knex.RawBinding[])) as { rows: T[] };
  return result.rows;
}

const statementNames = new Map<string, string>();

/**
 * Like `rows`, as a prepared statement that is planned once per connection. For statements whose text never changes. After
 * `timeoutMs` it fails, and its connection is closed.
 */
export async function prepared<T>(
  db: Knex,
  sql: string,
  bindings: readonly unknown[],
  timeoutMs?: number,
): Promise<T[]> {
  let name = statementNames.get(sql);
  if (name === undefined) statementNames.set(sql, (name = `enamel_${statementNames.size}`));
  const query = db.raw(sql, bindings as Knex.RawBinding[]).options({ name });
  const result = (await (timeoutMs === undefined ? query : query.timeout(timeoutMs))) as { rows: T[] };
  return result.rows;
}

/**
 * The rows of lists, each a binding, for a prepared statement. The planner can't see how long the lists are. Otherwise it would plan the
 * statement again for each call, because short lists look cheaper than the average, and that takes longer than reading ten listings.
 */
export function unnestLists(types: readonly string[], rowsAs: string): string {
  const columns = types.map((type, index) => `?::${type} as list_${index}`).join(', ');
  const lists = types.map((_, index) => `lists.list_${index}`).join(', ');
  return `(select ${columns} offset 0) as lists cross join lateral unnest(${lists}) ${rowsAs}`;
}
