import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { unavailable } from '#server/base/http/errors.ts';
import { packed, storeEvents, type Packed, type EventBatch } from './queries-track.ts';

/** With more events waiting, the server refuses requests instead of filling its memory. */
const MAX_WAITING = 20_000;
const MAX_BATCH = 2_000;
/** Under load, each batch collects events this long. Visitors don't wait for it, and searches get the CPU. */
const GATHER_MS = 60;

/** Error classes that are caused by some of the rows (invalid values, conflicts), not by the database. */
const ROW_ERROR = /^(22|23|40)/;
/** A user or listing was deleted while its events were being stored, or transactions waited for each other. */
const PASSING_ERROR = /^(23503|40)/;

interface WaitingRequest {
  events: Packed;
  done(): void;
  failed(error: unknown): void;
}

export const emptyBatch = (): EventBatch => ({
  sessions: [],
  events: [],
  views: [],
  searches: [],
  clicks: [],
  conversions: [],
  leaves: [],
});

/**
 * Group commit: while one batch is written, the next one collects. Each request is answered when its batch is committed,
 * so acknowledged events survive a crash. Only one connection writes events, so they cannot use up the connections that
 * searches need.
 */
class EventWriter {
  readonly #db: Knex;
  readonly #log: Logger;
  #waiting: WaitingRequest[] = [];
  #size = 0;
  #settling = false;
  #writing: Promise<void> | null = null;

  constructor(db: Knex, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Waiting events are kept as text, because the garbage collector would copy objects that live this long. */
  add(batch: EventBatch): Promise<void> {
    const events = packed(batch);
    if (events.size === 0) return Promise.resolve();
    if (this.#size + events.size > MAX_WAITING) throw unavailable();
    this.#size += events.size;
    return new Promise((done, failed) => {
      this.#waiting.push({ events, done, failed });
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when all events are written. */
  async settle(): Promise<void> {
    this.#settling = true;
    while (this.#writing) await this.#writing;
    this.#settling = false;
  }

  async #write(): Promise<void> {
    // Lets requests that are being read now join the batch.
    await new Promise((done) => setImmediate(done));
    while (this.#waiting.length > 0) {
      const started = performance.now();
      const batch: WaitingRequest[] = [];
      for (let size = 0; this.#waiting.length > 0 && size < MAX_BATCH;) {
        const next = this.#waiting.shift()!;
        batch.push(next);
        size += next.events.size;
      }
      await this.#commit(batch);
      for (const { events } of batch) this.#size -= events.size;
      const remaining = started + GATHER_MS - performance.now();
      if (batch.length > 1 && remaining > 0 && this.#size < MAX_BATCH && !this.#settling)
        await new Promise((done) => setTimeout(done, remaining));
    }
    this.#writing = null;
  }

  async #commit(batch: readonly WaitingRequest[], tries = 2): Promise<void> {
    try {
      await storeEvents(
        this.#db,
        batch.map(({ events }) => events),
      );
      for (const request of batch) request.done();
    } catch (error) {
      const { code } = error as { code?: string };
      if (batch.length > 1 && code !== undefined && ROW_ERROR.test(code)) {
        this.#log.debug({ err: error }, 'retrying a batch of events in halves');
        const half = batch.length >> 1;
        await this.#commit(batch.slice(0, half));
        return this.#commit(batch.slice(half));
      }
      if (tries > 1 && code !== undefined && PASSING_ERROR.test(code)) return this.#commit(batch, tries - 1);
      for (const request of batch) request.failed(error);
    }
  }
}

const eventWriters = new WeakMap<Knex, EventWriter>();

export function eventWriterOf({ db, log }: { db: Knex; log: Logger }): EventWriter {
  let writer = eventWriters.get(db);
  if (!writer) eventWriters.set(db, (writer = new EventWriter(db, log)));
  return writer;
}
