import { rows } from '#server/db/knex.ts';
import type { Config, Limit } from '#server/config.ts';
import type { Deps } from './context.ts';
import { tooMany } from './errors.ts';
import { hitCounterOf } from './rate-limit-batcher.ts';

type LimitName = Extract<keyof Config, `LIMIT_${string}`>;

/** Counts one hit and says how long to wait when there were too many. Fixed windows, shared by all servers. */
async function hit(
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

/** Counts and refuses with 429 and Retry-After beyond the limit. `key` is an address, an account, or both; `limit` is given where it is derived from the setting. */
export async function allow(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  key: string,
  message?: string,
  limit = deps.config[name],
): Promise<void> {
  const { hits, wait } = await hit(deps, name, key, limit);
  if (hits > limit.hits) throw tooMany(wait, message);
}

/**
 * For calls that come by the thousand: counts towards several limits in one go, together with the requests beside it.
 * `patient` where nobody waits for the answer.
 */
export async function allowAll(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  name: LimitName,
  limits: readonly { key: string; hits: number }[],
  { cost = 1, patient = false } = {},
): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + deps.config[name].seconds * 1000);
  const counted = await hitCounterOf(deps.db, patient).count(
    limits.map(({ key }) => ({ key: `${name}:${key}`, cost, until })),
    now,
  );
  for (const [at, { hits, resetsAt }] of counted.entries())
    if (hits > limits[at]!.hits) throw tooMany((resetsAt.getTime() - now.getTime()) / 1000);
}

/** Forgets the hits of a key, for example after a good sign-in. */
export async function forgive(deps: Pick<Deps, 'db'>, name: LimitName, key: string): Promise<void> {
  await deps
    .db('rateLimits')
    .where({ key: `${name}:${key}` })
    .delete();
}

/** Waits for nobody: whoever is being counted right now is swept the next time. */
export async function sweepLimits(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await rows(
    deps.db,
    `delete from rate_limits where key in (select key from rate_limits where resets_at < :now for update skip locked)`,
    { now: deps.clock.now() },
  );
}
