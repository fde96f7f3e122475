import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { unavailable } from '#server/http/errors.ts';
import { yieldBetween } from '#server/http/yield-between.ts';
import { packed, storeEvents, type Packed, type EventBatch } from './queries-track.ts';

/** Beyond this the server is not keeping up, and says so instead of filling its memory. */
const MOST_WAITING = 20_000;
const MOST_AT_ONCE = 2_000;
/** When several visits talk at once, each batch gathers this long: nobody waits for it, and searches get the processor. */
const GATHER_MS = 60;

/** Values that cannot be stored, and locks in the way: faults of some rows and not of the database. */
const OF_ROWS = /^(22|23|40)/;

interface Waiting {
  events: Packed;
  done(): void;
  failed(error: unknown): void;
}

export const nothing = (): EventBatch => ({
  sessions: [],
  events: [],
  views: [],
  searches: [],
  clicks: [],
  conversions: [],
  leaves: [],
});

/**
 * Group commit: while one batch is being written the next one gathers, and each request is answered when its batch is
 * committed. So what was acknowledged is in the database, whatever happens to the process. Only one connection ever writes
 * events, so that they cannot take the connections of searches.
 */
class Collector {
  readonly #db: Knex;
  readonly #log: Logger;
  #waiting: Waiting[] = [];
  #size = 0;
  #settling = false;
  #writing: Promise<void> | null = null;

  constructor(db: Knex, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** What waits is text: objects that live as long as a batch gathers would be moved about at every collection. */
  add(given: EventBatch): Promise<void> {
    const events = packed(given);
    if (events.size === 0) return Promise.resolve();
    if (this.#size + events.size > MOST_WAITING) throw unavailable();
    this.#size += events.size;
    return new Promise((done, failed) => {
      this.#waiting.push({ events, done, failed });
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when nothing is left to write. */
  async settle(): Promise<void> {
    this.#settling = true;
    while (this.#writing) await this.#writing;
    this.#settling = false;
  }

  async #write(): Promise<void> {
    // Requests that are being read in this turn come along.
    await new Promise((done) => setImmediate(done));
    while (this.#waiting.length > 0) {
      const started = performance.now();
      const batch: Waiting[] = [];
      for (let size = 0; this.#waiting.length > 0 && size < MOST_AT_ONCE;) {
        const next = this.#waiting.shift()!;
        batch.push(next);
        size += next.events.size;
      }
      await this.#commit(batch);
      for (const { events } of batch) this.#size -= events.size;
      const rest = started + GATHER_MS - performance.now();
      if (batch.length > 1 && rest > 0 && this.#size < MOST_AT_ONCE && !this.#settling)
        await new Promise((done) => setTimeout(done, rest));
    }
    this.#writing = null;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      await storeEvents(
        this.#db,
        batch.map(({ events }) => events),
      );
      void yieldBetween(batch, (one) => one.done());
    } catch (error) {
      const { code } = error as { code?: string };
      if (batch.length > 1 && code !== undefined && OF_ROWS.test(code)) {
        this.#log.debug({ err: error }, 'a batch of events is written in halves');
        const half = batch.length >> 1;
        await this.#commit(batch.slice(0, half));
        return this.#commit(batch.slice(half));
      }
      for (const one of batch) one.failed(error);
    }
  }
}

const collectors = new WeakMap<Knex, Collector>();

export function collectorOf({ db, log }: { db: Knex; log: Logger }): Collector {
  let known = collectors.get(db);
  if (!known) collectors.set(db, (known = new Collector(db, log)));
  return known;
}
