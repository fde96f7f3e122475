import type { Knex } from 'knex';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Readable, Writable } from 'node:stream';

interface PooledClient extends Client {
  __knex__disposed?: unknown;
}
interface ConnectionPool {
  acquireConnection(): Promise<PooledClient>;
  releaseConnection(connection: PooledClient): Promise<void>;
}
const getPool = (db: Knex): ConnectionPool => db.client as ConnectionPool;

/** Opens a COPY into a table, inside the transaction. */
export async function copyInto(trx: Knex, sql: string): Promise<Writable> {
  return (await getPool(trx).acquireConnection()).query(copyFrom(sql));
}
export async function copyOutOf(trx: Knex, sql: string): Promise<Readable> {
  return openCopy(await getPool(trx).acquireConnection(), sql);
}
export function openCopy(connection: Client, sql: string): Readable {
  const source = connection.query(copyTo(sql));
  // A connection that closes after its reader left is an error of the stream, and an error without a listener would end
  // the process.
  source.on('error', () => {});
  return source;
}

/**
 * Closes the connection of an abandoned read. A statement that waits for its reader ignores a cancel and a timeout, but not
 * the end of its connection.
 */
export async function closeConnection(trx: Knex): Promise<void> {
  disposeConnection(await getPool(trx).acquireConnection());
}
function disposeConnection(connection: PooledClient): void {
  connection.__knex__disposed = new Error('The read was abandoned.');
  void connection.end().catch(() => undefined);
}

/** A statement that sends a file must end within this time. */
const EXPORT_TIMEOUT = '30min';

/**
 * Lends a connection of the pool for one long read. If the client disconnects, the query is canceled and the connection closed,
 * so that the database doesn't keep working for it.
 */
export async function withExportConnection<T>(
  db: Knex,
  signal: AbortSignal,
  read: (connection: Client) => Promise<T>,
): Promise<T> {
  const connection = await getPool(db).acquireConnection();
  const { processID: pid } = connection as unknown as { processID: number };
  const cancelQuery = () => void db.raw('select pg_cancel_backend(?)', [pid]).catch(() => undefined);
  let isComplete = false;
  try {
    signal.throwIfAborted();
    await connection.query(`set statement_timeout = '${EXPORT_TIMEOUT}'`);
    const result = await read(connection);
    await connection.query('reset statement_timeout');
    isComplete = true;
    return result;
  } finally {
    if (!isComplete) {
      cancelQuery();
      disposeConnection(connection);
    }
    await getPool(db).releaseConnection(connection);
  }
}
