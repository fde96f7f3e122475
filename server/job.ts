import type { Knex } from 'knex';
import { z } from 'zod';
import { rows } from './db/knex.ts';
import type { Deps } from './http/context.ts';

export type Schedule = string | { everySeconds: number };

/**
 * A kind of background work. Jobs are enqueued in the transaction that decides them, may run more than once, and so
 * must be idempotent. `schedule` is a crontab expression in UTC, `minute hour day month weekday`, or a number of seconds.
 */
export interface Job<S extends z.ZodType = z.ZodType> {
  name: string;
  payload: S;
  schedule?: Schedule;
  attempts: number;
  handle(payload: z.output<S>, deps: Deps): Promise<void>;
}

export function job<S extends z.ZodType>(
  name: string,
  about: { payload: S; attempts?: number; handle(payload: z.output<S>, deps: Deps): Promise<void> },
): Job<S> {
  return { name, attempts: 12, ...about };
}

export const scheduled = (name: string, schedule: Schedule, handle: (deps: Deps) => Promise<void>): Job => ({
  name,
  payload: z.unknown(),
  schedule,
  attempts: 3,
  handle: (_payload, deps) => handle(deps),
});

/** `key` replaces an equal job that still waits, so that a burst of causes becomes one effect. */
export async function enqueue<S extends z.ZodType>(
  trx: Knex,
  what: Job<S>,
  payload: z.input<S>,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  await rows(
    trx,
    `insert into jobs (name, payload, max_attempts, run_at, key)
     values (:name, cast(:payload as jsonb), :attempts, coalesce(cast(:runAt as timestamptz), '-infinity'), cast(:key as text))
     on conflict (key) do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0`,
    {
      name: what.name,
      payload: JSON.stringify(what.payload.parse(payload) ?? {}),
      attempts: what.attempts,
      runAt: options.runAt ?? null,
      key: options.key ?? null,
    },
  );
}

/** Takes back what waits under a key; says whether there was anything. What a worker has begun is not taken back. */
export async function dequeue(trx: Knex, key: string): Promise<boolean> {
  const gone = await rows(
    trx,
    'delete from jobs where key = ? and (held_until is null or held_until < now()) returning id',
    [key],
  );
  return gone.length > 0;
}
