import type { AnyEndpoint } from '#contract/endpoint.ts';
import { answerInTime } from '#server/base/db/hung-database.ts';
import type { Actor } from './context.ts';
import { unavailable } from './errors.ts';
import type { Guard } from './guards.ts';

/** As long as a query may wait for a connection. */
const SHARED_READ_MS = 10_000;
/** Longer than the statement timeout of a database that works. */
const PERSONAL_READ_MS = 65_000;

/**
 * The result of a read, or an error if it takes too long, because a hung database never answers. Reads that began to send their
 * reply may finish, and so may personal files, which wait for their turn.
 */
export async function readInTime<T>(
  { endpoint, guard }: { endpoint: AnyEndpoint; guard: Guard<Actor | null> },
  work: Promise<T>,
  hasBegun: () => boolean = () => false,
): Promise<T> {
  if (endpoint.method !== 'GET' || (endpoint.streams && !guard.shares)) return work;
  const done = await answerInTime(
    work.then((value) => ({ value })),
    guard.shares ? SHARED_READ_MS : PERSONAL_READ_MS,
  );
  if (done) return done.value;
  if (hasBegun()) return work;
  throw unavailable('The database didn’t answer in time. Please try again in a moment.');
}
