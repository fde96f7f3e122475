import { rows } from '#server/base/db/knex.ts';
import type { Config, Limit } from '#server/base/config.ts';
import type { Deps } from '../context.ts';
import { tooMany } from '../errors.ts';
import { hitBatchesOf } from './count-hits.ts';

type LimitName = Extract<keyof Config, `LIMIT_${string}`>;

/** Counts one hit in a fixed window that all servers share. `wait` is in seconds. */
export async function countHit(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  key: string,
  { seconds }: Limit,
): Promise<{ hits: number; wait: number }> {
  const now = deps.clock.now();
  const [row] = await rows<{ hits: number; resetsAt: Date }>(
    deps.db,
    `insert into rate_limits as l (key, hits, resets_at) values (:key, 1, :until)
     on conflict (key) do update set
       hits = case when l.resets_at <= :now then 1 else l.hits + 1 end,
       resets_at = case when l.resets_at <= :now then :until else l.resets_at end
     returning hits, resets_at`,
    { key: `${name}:${key}`, now, until: new Date(now.getTime() + seconds * 1000) },
  );
  return { hits: row!.hits, wait: (row!.resetsAt.getTime() - now.getTime()) / 1000 };
}

/** Counts a hit, and refuses with 429 and Retry-After beyond the limit. `key` is an IP address, an account, or both. */
export async function enforceLimit(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  key: string,
  message?: string,
  limit = deps.config[name],
): Promise<void> {
  const { hits, wait } = await countHit(deps, name, key, limit);
  if (hits > limit.hits) throw tooMany(wait, message);
}

/**
 * Enforces a limit for work that may turn out not to count. Counts the hit beforehand, so that concurrent requests can't
 * exceed the limit. The returned function takes it back. A refused request is not counted.
 */
export async function reserveHit(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  key: string,
  message?: string,
  limit = deps.config[name],
): Promise<() => Promise<void>> {
  const takeBack = async () => {
    await rows(
      deps.db,
      'update rate_limits set hits = hits - 1 where key = :key and resets_at > :now and hits > 0 returning hits',
      { key: `${name}:${key}`, now: deps.clock.now() },
    );
  };
  const { hits, wait } = await countHit(deps, name, key, limit);
  if (hits <= limit.hits) return takeBack;
  await takeBack();
  throw tooMany(wait, message);
}

/** Refuses beyond the limit, without counting a hit. For limits that count failures, with `enforceLimit` after each. */
export async function refuseBeyondLimit(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  key: string,
  message: string,
  limit: Limit,
): Promise<void> {
  const now = deps.clock.now();
  const [row] = await rows<{ hits: number; resetsAt: Date }>(
    deps.db,
    'select hits, resets_at from rate_limits where key = :key and resets_at > :now',
    { key: `${name}:${key}`, now },
  );
  if (row && row.hits >= limit.hits) throw tooMany((row.resetsAt.getTime() - now.getTime()) / 1000, message);
}

/** Counts the hit of a program in a batch with concurrent ones. `wait` is in seconds. */
export async function countInBatch(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  key: string,
): Promise<{ hits: number; wait: number }> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + deps.config[name].seconds * 1000);
  const [count] = await hitBatchesOf(deps.db, true).add({ hits: [{ key: `${name}:${key}`, cost: 1, until }], now });
  return { hits: count!.hits, wait: (count!.resetsAt.getTime() - now.getTime()) / 1000 };
}

/**
 * Enforces several limits in one batch with concurrent requests, for calls that come by the thousand. With `background`,
 * the response may wait for a larger batch.
 */
export async function enforceLimits(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  limits: readonly { key: string; hits: number }[],
  { cost = 1, background = false } = {},
): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + deps.config[name].seconds * 1000);
  const counts = await hitBatchesOf(deps.db, background).add({
    hits: limits.map(({ key }) => ({ key: `${name}:${key}`, cost, until })),
    now,
  });
  for (const [index, { hits, resetsAt }] of counts.entries())
    if (hits > limits[index]!.hits) throw tooMany((resetsAt.getTime() - now.getTime()) / 1000);
}

/** Clears a key's count, for example after a successful login. */
export async function resetLimit(deps: Pick<Deps, 'db'>, name: LimitName, key: string): Promise<void> {
  await deps
    .db('rateLimits')
    .where({ key: `${name}:${key}` })
    .delete();
}

/** Deletes expired counts. Skips locked rows, which the next sweep deletes. */
export async function sweepLimits(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await rows(
    deps.db,
    `delete from rate_limits where key in (select key from rate_limits where resets_at < :now for update skip locked)`,
    { now: deps.clock.now() },
  );
}
