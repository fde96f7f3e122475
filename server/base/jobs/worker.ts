import { randomUUID } from 'node:crypto';
import { rows } from '../db/knex.ts';
import { jobFailures } from '../counters.ts';
import { createDueTime } from './cron.ts';
import { enqueue, PermanentFailure, type Job } from './queue.ts';
import type { Deps } from '../http/context.ts';

const LEASE = `interval '60 seconds'`;
const RENEW_MS = 20_000;
const POLL_MS = 500;
const CONCURRENCY = 2;

export interface Worker {
  /** Takes no new jobs; resolves when the running ones have ended. */
  stop(): Promise<void>;
}

interface LeasedJob {
  id: number;
  name: string;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
}

/** Leases one due job. Clears its key, so that an event during the run enqueues a new job. */
async function leaseJob(deps: Deps, workerId: string, names: string[]): Promise<LeasedJob | null> {
  const [leased] = await rows<LeasedJob>(
    deps.db,
    `update jobs set held_by = :workerId, held_until = now() + ${LEASE}, attempts = attempts + 1, key = null
     where id = (
       select id from jobs
       where attempts < max_attempts and run_at <= :now and (held_until is null or held_until < now()) and name = any(:names)
       order by run_at, id limit 1 for update skip locked
     )
     returning id, name, payload, attempts, max_attempts`,
    { workerId, now: deps.clock.now(), names },
  );
  return leased ?? null;
}

/** Deletes a job that succeeded. A failed job backs off longer each time, and its row remains after the last attempt. */
async function runJob(deps: Deps, job: Job, leased: LeasedJob, workerId: string): Promise<void> {
  const renewal = setInterval(() => {
    rows(deps.db, `update jobs set held_until = now() + ${LEASE} where id = :id and held_by = :workerId`, {
      id: leased.id,
      workerId,
    }).catch(() => {});
  }, RENEW_MS);
  try {
    await deps.settings.refresh();
    await job.handle(job.payload.parse(leased.payload), deps);
    await deps.db('jobs').where({ id: leased.id, heldBy: workerId }).delete();
  } catch (error) {
    jobFailures.inc({ job: leased.name });
    const isLastAttempt = leased.attempts >= leased.maxAttempts || error instanceof PermanentFailure;
    deps.log[isLastAttempt ? 'error' : 'warn'](
      { err: error, job: leased.name, attempt: leased.attempts },
      isLastAttempt ? 'job failed for good' : 'job failed, will retry',
    );
    const wait = Math.min(3_600, Math.exp(Math.min(leased.attempts, 10)));
    await deps
      .db('jobs')
      .where({ id: leased.id, heldBy: workerId })
      .update({
        heldBy: null,
        heldUntil: null,
        ...(isLastAttempt ? { attempts: leased.maxAttempts } : {}),
        runAt: new Date(deps.clock.now().getTime() + wait * 1000),
        lastError: String(error).slice(0, 500),
      });
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Enqueues scheduled jobs that are due. With several servers, only the first succeeds. A job that still runs isn't
 * enqueued again, because a second run would do the same work and keep other jobs waiting.
 */
async function enqueueDueJobs(
  deps: Deps,
  schedules: { job: Job; dueTime: (now: Date) => Date | null }[],
): Promise<void> {
  for (const { job, dueTime } of schedules) {
    const dueAt = dueTime(deps.clock.now());
    if (dueAt === null) continue;
    await deps.db.transaction(async (trx) => {
      const claimedRows = await rows(
        trx,
        `insert into job_schedules as s (name, last_due)
         select :name, cast(:dueAt as timestamptz) where not exists (select from jobs where name = :name and held_until > now())
         on conflict (name) do update set last_due = :dueAt where s.last_due < :dueAt returning name`,
        { name: job.name, dueAt },
      );
      if (claimedRows.length > 0) await enqueue(trx, job, {}, { key: `schedule ${job.name}` });
    });
  }
}

/**
 * Runs jobs until it is stopped. While the database is unreachable it waits. A job whose worker died runs again when its
 * lease expires.
 */
export function startJobLoops(deps: Deps, jobs: Job[]): Worker {
  const workerId = randomUUID();
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const schedules = jobs.flatMap((job) => (job.schedule ? [{ job, dueTime: createDueTime(job.schedule) }] : []));
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
    let failures = 0;
    while (!stopping) {
      try {
        const busy = await step();
        failures = 0;
        if (!busy) await pause(idle);
      } catch (error) {
        if (failures++ === 0) deps.log.warn({ err: error }, 'background jobs are waiting for the database');
        await pause(Math.min(5_000, 250 * 2 ** failures));
      }
    }
  };
  /** Jobs write, so they wait while the site is read-only. */
  const mustWait = async () => {
    await deps.settings.refresh();
    return deps.settings.readOnly !== null;
  };
  const runNext = async () => {
    if (await mustWait()) return false;
    const leased = await leaseJob(deps, workerId, [...byName.keys()]);
    if (leased) await runJob(deps, byName.get(leased.name)!, leased, workerId);
    return leased !== null;
  };
  const checkSchedules = async () => {
    if (!(await mustWait())) await enqueueDueJobs(deps, schedules);
    return false;
  };
  const loops = [...Array.from({ length: CONCURRENCY }, () => loop(runNext, POLL_MS)), loop(checkSchedules, 5_000)];
  return {
    async stop() {
      stopping = true;
      for (const wake of wakers) wake();
      await Promise.all(loops);
    },
  };
}

/** Runs each due job once and returns. */
export async function runDueJobs(deps: Deps, jobs: Job[]): Promise<void> {
  const workerId = randomUUID();
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const leaseNext = () => leaseJob(deps, workerId, [...byName.keys()]);
  for (let leased = await leaseNext(); leased; leased = await leaseNext())
    await runJob(deps, byName.get(leased.name)!, leased, workerId);
}
