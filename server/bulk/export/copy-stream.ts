import type { Knex } from 'knex';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Readable, Writable } from 'node:stream';

interface Raw extends Client {
  __knex__disposed?: unknown;
}
interface Pooled {
  acquireConnection(): Promise<Raw>;
  releaseConnection(connection: Raw): Promise<void>;
}
const pool = (db: Knex): Pooled => db.client as Pooled;

/** Rows into a table, inside the transaction. */
export async function copyInto(trx: Knex, sql: string): Promise<Writable> {
  return (await pool(trx).acquireConnection()).query(copyFrom(sql));
}
export async function copyOutOf(trx: Knex, sql: string): Promise<Readable> {
  return (await pool(trx).acquireConnection()).query(copyTo(sql));
}

/**
 * A connection of the pool for one long reading, by itself. When the reader goes away before the end the query is
 * stopped at once and the connection given up, so that nothing on the database waits for someone who has left.
 */
export async function withExportConnection<T>(
  db: Knex,
  signal: AbortSignal,
  read: (connection: Client) => Promise<T>,
): Promise<T> {
  const connection = await pool(db).acquireConnection();
  const { processID: pid } = connection as unknown as { processID: number };
  const stop = () => void db.raw('select pg_cancel_backend(?)', [pid]).catch(() => undefined);
  let whole = false;
  try {
    signal.throwIfAborted();
    await connection.query('set statement_timeout = 0');
    const result = await read(connection);
    await connection.query('reset statement_timeout');
    whole = true;
    return result;
  } finally {
    // Only ever a connection that nobody else will use again: a late cancel must not hit the next one's query.
    if (!whole) {
      stop();
      connection.__knex__disposed = new Error('left in the middle of a reading');
    }
    await pool(db).releaseConnection(connection);
  }
}
