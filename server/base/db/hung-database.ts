import type { Knex } from 'knex';
import { openKnex } from './knex.ts';

/** How long a request waits for a short query before the database counts as hung. */
export const HUNG_MS = 1_000;
/** The connection of a short query is closed after this time, because its server may be gone. */
export const CLOSE_MS = 3_000;

/** Two connections for the short queries that tell whether the database answers, so that they wait for no other. */
export const openStatusKnex = (url: string): Knex => openKnex(url, { max: 2, acquireMs: CLOSE_MS });

/** The result of a query, or null if it takes longer. */
export async function answerInTime<T extends object>(query: Promise<T>, ms = HUNG_MS): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((done) => {
    // After a busy period the timer fires first, so data that has already arrived is read before giving up.
    timer = setTimeout(() => setImmediate(() => done(null)), ms);
  });
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
