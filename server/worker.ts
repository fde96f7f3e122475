import { randomUUID } from 'node:crypto';
import { rows } from './db/knex.ts';
import { slotOf } from './cron.ts';
import { enqueue, type Job } from './job.ts';
import type { Deps } from './http/context.ts';

const HOLD = `interval '60 seconds'`;
const BEAT_MS = 20_000;
const POLL_MS = 500;
const AT_ONCE = 2;

export interface Worker {
  /** Takes no new work; resolves when what was under way has ended. */
  stop(): Promise<void>;
}

interface Held {
  id: number;
  name: string;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
}

/** Takes one due job. Its key is given up, so that a cause which comes while it runs makes a job of its own. */
async function take(deps: Deps, me: string, names: string[]): Promise<Held | null> {
  const [held] = await rows<Held>(
    deps.db,
    `update jobs set held_by = :me, held_until = now() + ${HOLD}, attempts = attempts + 1, key = null
     where id = (
       select id from jobs
       where attempts < max_attempts and run_at <= :now and (held_until is null or held_until < now()) and name = any(:names)
       order by run_at, id limit 1 for update skip locked
     )
     returning id, name, payload, attempts, max_attempts`,
    { me, now: deps.clock.now(), names },
  );
  return held ?? null;
}

/** A job that ran is gone; one that failed waits longer each time, and stays as a record once it is given up. */
async function execute(deps: Deps, job: Job, held: Held, me: string): Promise<void> {
  const beat = setInterval(() => {
    rows(deps.db, `update jobs set held_until = now() + ${HOLD} where id = :id and held_by = :me`, {
      id: held.id,
      me,
    }).catch(() => {});
  }, BEAT_MS);
  try {
    await job.handle(job.payload.parse(held.payload), deps);
    await deps.db('jobs').where({ id: held.id, heldBy: me }).delete();
  } catch (error) {
    const last = held.attempts >= held.maxAttempts;
    deps.log[last ? 'error' : 'warn'](
      { err: error, job: held.name, attempt: held.attempts },
      last ? 'job given up' : 'job failed, will be tried again',
    );
    const wait = Math.min(3_600, Math.exp(Math.min(held.attempts, 10)));
    await deps
      .db('jobs')
      .where({ id: held.id, heldBy: me })
      .update({
        heldBy: null,
        heldUntil: null,
        runAt: new Date(deps.clock.now().getTime() + wait * 1000),
        lastError: String(error).slice(0, 500),
      });
  } finally {
    clearInterval(beat);
  }
}

/** Enqueues what a schedule names for this moment; of many servers the first one does. */
async function tick(deps: Deps, due: { job: Job; slot: (now: Date) => Date | null }[]): Promise<void> {
  for (const { job, slot } of due) {
    const at = slot(deps.clock.now());
    if (at === null) continue;
    await deps.db.transaction(async (trx) => {
      const won = await rows(
        trx,
        `insert into job_schedules as s (name, last_due) values (:name, :at)
         on conflict (name) do update set last_due = :at where s.last_due < :at returning name`,
        { name: job.name, at },
      );
      if (won.length > 0) await enqueue(trx, job, {}, { key: `schedule ${job.name}` });
    });
  }
}

/**
 * Works until it is stopped. Nothing it meets ends it: while the database is away it waits, and a job whose worker died
 * is taken again when its hold runs out.
 */
export function work(deps: Deps, jobs: Job[]): Worker {
  const me = randomUUID();
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const due = jobs.flatMap((job) => (job.schedule ? [{ job, slot: slotOf(job.schedule) }] : []));
  let stopping = false;
  const wakers = new Set<() => void>();
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        done();
      };
      const timer = setTimeout(wake, ms);
      wakers.add(wake);
    });
  const loop = async (step: () => Promise<boolean>, idle: number) => {
    let away = 0;
    while (!stopping) {
      try {
        const busy = await step();
        away = 0;
        if (!busy) await pause(idle);
      } catch (error) {
        if (away++ === 0) deps.log.warn({ err: error }, 'background work waits for the database');
        await pause(Math.min(5_000, 250 * 2 ** away));
      }
    }
  };
  const worker = async () => {
    const held = await take(deps, me, [...byName.keys()]);
    if (held) await execute(deps, byName.get(held.name)!, held, me);
    return held !== null;
  };
  const clock = async () => {
    await tick(deps, due);
    return false;
  };
  const loops = [...Array.from({ length: AT_ONCE }, () => loop(worker, POLL_MS)), loop(clock, 5_000)];
  return {
    async stop() {
      stopping = true;
      for (const wake of wakers) wake();
      await Promise.all(loops);
    },
  };
}

/** Runs what is due, once each, and returns. */
export async function workOff(deps: Deps, jobs: Job[]): Promise<void> {
  const me = randomUUID();
  const byName = new Map(jobs.map((job) => [job.name, job]));
  for (let held = await take(deps, me, [...byName.keys()]); held; held = await take(deps, me, [...byName.keys()]))
    await execute(deps, byName.get(held.name)!, held, me);
}
