import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { hostOf } from './connect.ts';
import { answerInTime } from './hung-database.ts';
import { openKnex } from './knex.ts';
import { findReplayed, findWritten } from './queries-replicas.ts';

export { findReplayed, findWritten } from './queries-replicas.ts';

/** A replica that is further behind is left out. */
export const MOST_BEHIND_MS = 1_000;
const CHECK_EVERY_MS = 200;
const ANSWER_MS = 500;

interface Replica {
  name: string;
  db: Knex;
  /** How far it had replayed at the last check. Null while it doesn't answer, or is no replica. */
  replayed: bigint | null;
  isUsed: boolean;
}
interface Written {
  at: number;
  position: bigint;
}

/**
 * The replicas that public reads may use. How far behind one is follows from positions in the write-ahead log: it must have replayed
 * what the primary had written a second ago.
 */
export class Replicas {
  readonly #primary: Knex;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #replicas: Replica[];
  /** Positions of the primary, the oldest first. */
  #written: Written[] = [];
  #turn = 0;
  #checking: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(urls: readonly string[], primary: Knex, log: Pick<Logger, 'info' | 'warn'>) {
    this.#primary = primary;
    this.#log = log;
    this.#replicas = urls.map((url) => ({
      name: hostOf(url),
      db: openKnex(url, { acquireMs: 1_000, isReadOnly: true }),
      replayed: null,
      isUsed: false,
    }));
    this.#timer = setInterval(
      () => void (this.#checking ??= this.#check().finally(() => (this.#checking = null))),
      CHECK_EVERY_MS,
    );
    this.#timer.unref();
  }

  /** The next replica that has replayed this position of the log. Undefined if none has. */
  choose(least = 0n): Knex | undefined {
    // Without a recent position of the primary, no replica's distance is known.
    if (performance.now() - (this.#written.at(-1)?.at ?? -Infinity) > MOST_BEHIND_MS) return undefined;
    const usable = this.#replicas.filter(({ isUsed, replayed }) => isUsed && replayed !== null && replayed >= least);
    return usable[this.#turn++ % usable.length]?.db;
  }

  /** For each replica, whether it is used, and how far behind it is at least. Null if that isn't known. */
  states(): { name: string; isUsed: boolean; secondsBehind: number | null }[] {
    const now = performance.now();
    return this.#replicas.map(({ name, isUsed, replayed }) => {
      if (replayed === null) return { name, isUsed, secondsBehind: null };
      const missing = this.#written.find(({ position }) => position > replayed);
      return { name, isUsed, secondsBehind: missing ? (now - missing.at) / 1_000 : 0 };
    });
  }

  /** The position that the primary has written up to now. */
  written = (): Promise<bigint> => findWritten(this.#primary);

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#replicas.map(({ db }) => db.destroy()));
  }

  async #check(): Promise<void> {
    // Replicas are read after the primary, so that a quick one isn't taken for being behind.
    const at = performance.now();
    const written = await inTime(findWritten(this.#primary).then((position) => ({ at, position })));
    if (written) this.#remember(written);
    await Promise.all(this.#replicas.map((replica) => this.#checkReplica(replica)));
  }

  #remember(written: Written): void {
    this.#written.push(written);
    // A minute is enough to say how far behind a slow replica is.
    while (written.at - this.#written[0]!.at > 60_000) this.#written.shift();
  }

  async #checkReplica(replica: Replica): Promise<void> {
    replica.replayed = (await inTime(findReplayed(replica.db)))?.position ?? null;
    const needed = this.#written.findLast(({ at }) => performance.now() - at >= MOST_BEHIND_MS);
    const isUsed = needed !== undefined && replica.replayed !== null && replica.replayed >= needed.position;
    if (isUsed !== replica.isUsed) {
      const about = { replica: replica.name };
      if (isUsed) this.#log.info(about, 'a replica serves public reads');
      else this.#log.warn(about, 'a replica is left out, because it is behind or does not answer');
    }
    replica.isUsed = isUsed;
  }
}

const inTime = <T extends object>(query: Promise<T | null>): Promise<T | null> =>
  answerInTime(query as Promise<T>, ANSWER_MS).catch(() => null);
