import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { inTurns } from './yield-between.ts';

export interface Hit {
  key: string;
  cost: number;
  until: Date;
}
export interface Counted {
  hits: number;
  resetsAt: Date;
}
interface Waiting extends Hit {
  now: Date;
  done(counted: Counted): void;
  failed(error: unknown): void;
}

/**
 * Counts hits in Postgres, where all servers see them, with one statement at a time: what arrives while one is under way
 * shares the next. Each hit learns the count as it was after itself, as if it had come alone. Only for a connection of
 * its own: inside a transaction its locks would make everybody wait. When several callers come at once and none is in a
 * hurry, each statement gathers for `gatherMs`.
 */
class HitCounter {
  readonly #db: Knex;
  readonly #gatherMs: number;
  #waiting: Waiting[] = [];
  #callers = 0;
  #counting = false;

  constructor(db: Knex, gatherMs: number) {
    this.#db = db;
    this.#gatherMs = gatherMs;
  }

  count(hits: readonly Hit[], now: Date): Promise<Counted[]> {
    const all = hits.map(
      (hit) => new Promise<Counted>((done, failed) => void this.#waiting.push({ ...hit, now, done, failed })),
    );
    this.#callers += 1;
    if (!this.#counting) void this.#run();
    return Promise.all(all);
  }

  async #run(): Promise<void> {
    this.#counting = true;
    // Requests that are being read in this turn come along.
    await new Promise((done) => setImmediate(done));
    while (this.#waiting.length > 0) {
      const hits = this.#waiting.splice(0);
      const callers = this.#callers;
      this.#callers = 0;
      const started = performance.now();
      try {
        await this.#write(hits);
      } catch (error) {
        for (const { failed } of hits) failed(error);
      }
      const rest = started + this.#gatherMs - performance.now();
      if (callers > 1 && rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
    this.#counting = false;
  }

  async #write(hits: readonly Waiting[]): Promise<void> {
    const sums = new Map<string, { cost: number; until: Date }>();
    for (const { key, cost, until } of hits) {
      const sum = sums.get(key);
      if (sum) sum.cost += cost;
      else sums.set(key, { cost, until });
    }
    const counted = await rows<{ key: string } & Counted>(
      this.#db,
      // In the order of their keys, so that two servers cannot wait for one another.
      `insert into rate_limits as l (key, hits, resets_at)
       select key, cost, until from unnest(cast(:keys as text[]), cast(:costs as integer[]), cast(:untils as timestamptz[])) k (key, cost, until)
       order by key
       on conflict (key) do update set
         hits = case when l.resets_at <= :now then excluded.hits else l.hits + excluded.hits end,
         resets_at = case when l.resets_at <= :now then excluded.resets_at else l.resets_at end
       returning key, hits, resets_at`,
      {
        now: hits.at(-1)!.now,
        keys: [...sums.keys()],
        costs: [...sums.values()].map(({ cost }) => cost),
        untils: [...sums.values()].map(({ until }) => until),
      },
    );
    const after = new Map(counted.map((one) => [one.key, one]));
    const own = hits.toReversed().map(({ key, cost, done }) => {
      const known = after.get(key)!;
      const mine = { hits: known.hits, resetsAt: known.resetsAt };
      known.hits -= cost;
      return () => done(mine);
    });
    void inTurns(own.toReversed(), (tell) => tell());
  }
}

const GATHER_MS = 40;
const counters = new WeakMap<Knex, Record<'hurried' | 'patient', HitCounter>>();

export function hitCounterOf(db: Knex, patient: boolean): HitCounter {
  let known = counters.get(db);
  if (!known) counters.set(db, (known = { hurried: new HitCounter(db, 0), patient: new HitCounter(db, GATHER_MS) }));
  return patient ? known.patient : known.hurried;
}
