import type { Knex } from 'knex';
import type { Actor, Ctx } from '../context.ts';
import { unavailable } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

const DOWNLOADS = 2;
/** Connections for downloads and reports, so that they take none from pages: two for each download, and one for reports. */
export const EXPORT_CONNECTIONS = 2 * DOWNLOADS + 1;

const queues = new WeakMap<Knex, FairQueue>();

export function downloadQueueOf(db: Knex): FairQueue {
  let queue = queues.get(db);
  if (!queue) {
    queue = new FairQueue({
      slots: DOWNLOADS,
      slotsPerClient: DOWNLOADS,
      places: 20,
      placesPerClient: 6,
      waitMs: 60_000,
      refuse: () => unavailable('Other downloads are still running. Please try again in a minute.', 60),
    });
    queues.set(db, queue);
  }
  return queue;
}

/** The database connections for reads that may take long. */
export const exportDbOf = ({ db, exportDb }: { db: Knex; exportDb?: Knex | undefined }): Knex => exportDb ?? db;

/** Waits for one of the connections for downloads. Accounts take turns. */
export function withDownloadSlot<T>(ctx: Ctx<Actor>, send: (db: Knex) => Promise<T>): Promise<T> {
  const db = exportDbOf(ctx);
  return downloadQueueOf(db).run(String(ctx.actor.userId), () => send(db), ctx.signal);
}
