import type { Knex } from 'knex';
import { Refusal } from '#server/base/http/errors.ts';
import type { QueueDeps } from './add-to-queue.ts';
import { clearOpening, endItem, markOpening, tryOpeningLock, type QueueItem } from './queries-queue.ts';

const KILLED =
  'The server stopped while it opened this file, so the file wasn’t tried again. Nothing was changed. Check the file, then try again.';

/** The items whose mark this process has set and not yet cleared, by database. */
const marks = new WeakMap<Knex, Set<number>>();
function marksOf(db: Knex): Set<number> {
  const items = marks.get(db) ?? new Set<number>();
  marks.set(db, items);
  return items;
}

/**
 * Opens the file of an item. The item is marked before, so that a file that kills the server ends as failed after the next start
 * instead of killing it again. Returns null in that case. The lock shows other servers that this one is alive.
 */
export async function openOnce<T>(deps: QueueDeps, item: QueueItem, open: () => Promise<T>): Promise<T | null> {
  const lock = await deps.db.transaction();
  try {
    if (!(await tryOpeningLock(lock, item.id)))
      throw new Refusal(409, 'import_running', 'Another server is opening this file.');
    // This process is alive, so it could not clear an earlier mark because the database was down.
    if (marksOf(deps.db).has(item.id)) await clearMark(deps.db, item.id);
    if (!(await markOpening(deps.db, item.id, deps.clock.now()))) {
      await endItem(deps.db, item.id, 'failed', KILLED, deps.clock.now());
      return null;
    }
    marksOf(deps.db).add(item.id);
    try {
      return await open();
    } finally {
      await clearMark(deps.db, item.id).catch(() => undefined);
    }
  } finally {
    await lock.rollback().catch(() => undefined);
  }
}

async function clearMark(db: Knex, id: number): Promise<void> {
  await clearOpening(db, id);
  marksOf(db).delete(id);
}

/** Clears the marks of this process, because a planned stop isn't the fault of a file. */
export async function clearMarks(db: Knex): Promise<void> {
  for (const id of marksOf(db)) await clearMark(db, id).catch(() => undefined);
}
