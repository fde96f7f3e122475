import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseProblem } from './database-problem.ts';

const PATIENCE_MS = 60_000;
const ATTEMPT_MS = 5_000;
const PAUSE_MS = 500;

/** Errors of a server that is starting, restarting, or not reachable yet. 53300 means that all its connections are taken. */
const NOT_UP = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'ENOENT', '53300', '57P01', '57P02', '57P03']); // prettier-ignore
const NOT_UP_MESSAGE =
  /timeout expired|timeout exceeded|Connection terminated|cannot connect to server|server login (?:has been )?failing|server_login_retry/i;

/** The host and port of a URL, for messages. They never show the user's name and password. */
export function hostOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || '5432'}`;
}

export interface ConnectOptions {
  patienceMs?: number;
  log?: (line: string) => void;
}

/** Opens a connection. Waits for a database that starts later, and says so once. */
export async function connect(
  url: string,
  { patienceMs = PATIENCE_MS, log = console.error }: ConnectOptions = {},
): Promise<pg.Client> {
  const deadline = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'enamel-start',
      connectionTimeoutMillis: Math.max(1, Math.min(ATTEMPT_MS, deadline - Date.now())),
    });
    // A connection that is lost later fails its next query.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      rejectPermanentProblem(url, error);
      if (Date.now() + PAUSE_MS >= deadline)
        throw new DatabaseProblem(
          `The database at ${hostOf(url)} didn't answer within ${Math.round(patienceMs / 1_000)} seconds (${reasonOf(error)}). ` +
            'Start it, or correct DATABASE_URL.',
          { cause: error },
        );
      if (attempt === 1)
        log(`Waiting up to ${Math.round(patienceMs / 1_000)} seconds for the database at ${hostOf(url)}.`);
      await pause(PAUSE_MS);
    }
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || 'no connection';
};

function rejectPermanentProblem(url: string, error: unknown): void {
  const { code = '', message } = error as { code?: string; message: string };
  if (NOT_UP.has(code) || NOT_UP_MESSAGE.test(message)) return;
  throw new DatabaseProblem(
    code === '3D000'
      ? `The database server at ${hostOf(url)} is up, but ${message}. Create the database, or correct DATABASE_URL.`
      : `The database at ${hostOf(url)} refused the connection: ${message}. Correct DATABASE_URL, or the settings of the database.`,
    { cause: error },
  );
}

/**
 * Throws if connections lead to a pooler that assigns a server for a transaction only, because sessions then lose their settings,
 * locks, and prepared statements. A client's process id shows a pooler, because it differs from the server's.
 */
export async function rejectTransactionPooler(client: pg.Client, url: string): Promise<void> {
  const backend = await readBackend(client);
  if ((client as pg.Client & { processID: number | null }).processID === backend) return;
  const others: pg.Client[] = [];
  try {
    for (let round = 0; round < 3; round++) {
      const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: ATTEMPT_MS });
      other.on('error', () => undefined);
      others.push(other);
      // A pooler in session mode may have no server left. Then this waits, and nothing is shared.
      if (
        !(await other.connect().then(
          () => true,
          () => false,
        ))
      )
        return;
      // Statement mode refuses transactions.
      await other.query('begin').catch(() => Promise.reject(sharedServers(url)));
      // In session mode, `backend` stays reserved for the first client.
      if ((await readBackend(other)) === backend || (await readBackend(client)) !== backend) throw sharedServers(url);
    }
  } finally {
    await Promise.all(others.map((other) => other.end().catch(() => undefined)));
  }
}

const readBackend = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

const sharedServers = (url: string) =>
  new DatabaseProblem(
    `DATABASE_URL leads to a connection pooler in transaction or statement mode at ${hostOf(url)}, and the server needs sessions: set pool_mode = ` +
      'session for this database in PgBouncer, or connect to Postgres itself.',
  );
