import type { Knex } from 'knex';
import { z } from 'zod';
import { rows } from '../db/knex.ts';
import type { Deps } from '../http/context.ts';

export type Schedule = string | { everySeconds: number };

/**
 * A kind of background job. Jobs are enqueued in the transaction that needs them and may run more than once, so they must
 * be idempotent. `schedule` is a cron expression in UTC (`minute hour day month weekday`) or a number of seconds.
 */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string;
  payload: S;
  schedule?: Schedule;
  attempts: number;
  handle(payload: z.output<S>, deps: Deps): Promise<void>;
}

/** A job throws this if no retry can help. */
export class PermanentFailure extends Error {}

export function job<S extends z.ZodType>(
  name: string,
  about: { payload: S; attempts?: number; handle(payload: z.output<S>, deps: Deps): Promise<void> },
): Job<S> {
  return { name, attempts: 12, ...about };
}

export const scheduled = (schedule: Schedule, name: string, handle: (deps: Deps) => Promise<unknown>): Job => ({
  name,
  payload: z.unknown(),
  schedule,
  attempts: 3,
  handle: async (_payload, deps) => void (await handle(deps)),
});

/** A job with a `key` replaces the waiting job with that key, so that a burst of events runs one job. */
export async function enqueue<S extends z.ZodType>(
  trx: Knex,
  job: Job<S>,
  payload: z.input<S>,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  await rows(
    trx,
    `insert into jobs (name, payload, max_attempts, run_at, key)
     values (:name, cast(:payload as jsonb), :attempts, coalesce(cast(:runAt as timestamptz), '-infinity'), cast(:key as text))
     on conflict (key) do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0`,
    {
      name: job.name,
      payload: JSON.stringify(job.payload.parse(payload) ?? {}),
      attempts: job.attempts,
      runAt: options.runAt ?? null,
      key: options.key ?? null,
    },
  );
}

/** Cancels the waiting job with this key and returns whether there was one. A running job is not canceled. */
export async function dequeue(trx: Knex, key: string): Promise<boolean> {
  const deletedRows = await rows(
    trx,
    'delete from jobs where key = ? and (held_until is null or held_until < now()) returning id',
    [key],
  );
  return deletedRows.length > 0;
}
