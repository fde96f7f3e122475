import type { Knex } from 'knex';
import { Batches, GATHER_MS } from '#server/base/db/batches.ts';
import { rows } from '#server/base/db/knex.ts';

interface Hit {
  key: string;
  cost: number;
  until: Date;
}
/** The hits of a request. */
interface Hits {
  hits: readonly Hit[];
  now: Date;
}
interface HitCount {
  hits: number;
  resetsAt: Date;
}

/**
 * Counts hits in Postgres, which all servers share. Each hit gets the count after itself, as if it had been counted alone. Never
 * runs inside a transaction, because its row locks would block every other request.
 */
async function countHits(db: Knex, requests: readonly Hits[]): Promise<HitCount[][]> {
  const sums = new Map<string, { cost: number; until: Date }>();
  for (const { key, cost, until } of requests.flatMap(({ hits }) => hits)) {
    const sum = sums.get(key);
    if (sum) sum.cost += cost;
    else sums.set(key, { cost, until });
  }
  const countedRows = await rows<{ key: string } & HitCount>(
    db,
    // Ordered by key, so that two servers can't deadlock.
    `insert into rate_limits as l (key, hits, resets_at)
     select key, cost, until from unnest(cast(:keys as text[]), cast(:costs as integer[]), cast(:untils as timestamptz[])) k (key, cost, until)
     order by key
     on conflict (key) do update set
       hits = case when l.resets_at <= :now then excluded.hits else l.hits + excluded.hits end,
       resets_at = case when l.resets_at <= :now then excluded.resets_at else l.resets_at end
     returning key, hits, resets_at`,
    {
      now: requests.at(-1)!.now,
      keys: [...sums.keys()],
      costs: [...sums.values()].map(({ cost }) => cost),
      untils: [...sums.values()].map(({ until }) => until),
    },
  );
  const countAfter = new Map(
    countedRows.map(({ key, hits, resetsAt }) => [key, { hits: hits - sums.get(key)!.cost, resetsAt }]),
  );
  return requests.map(({ hits }) =>
    hits.map(({ key, cost }) => {
      const count = countAfter.get(key)!;
      count.hits += cost;
      return { ...count };
    }),
  );
}

const batches = new WeakMap<Knex, Record<'immediate' | 'background', Batches<Hits, HitCount[]>>>();

export function hitBatchesOf(db: Knex, background: boolean): Batches<Hits, HitCount[]> {
  let pair = batches.get(db);
  if (!pair) {
    const count = (requests: readonly Hits[]) => countHits(db, requests);
    pair = { immediate: new Batches(count, 0), background: new Batches(count, GATHER_MS) };
    batches.set(db, pair);
  }
  return background ? pair.background : pair.immediate;
}
