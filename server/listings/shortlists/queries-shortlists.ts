import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export async function insertSharedShortlist(
  db: Knex,
  { slug, listingIds, now }: { slug: string; listingIds: number[]; now: Date },
): Promise<void> {
  await db('sharedShortlists').insert({ slug, listingIds, createdAt: now, viewedAt: now });
}

export async function findSharedIds(db: Knex, slug: string): Promise<number[] | undefined> {
  const [row] = await rows<{ listingIds: number[] }>(
    db,
    'select listing_ids from shared_shortlists where slug = :slug',
    { slug },
  );
  return row?.listingIds;
}

/** Records a view at most once a day, so that most views write nothing. */
export const recordView = (db: Knex, slug: string, now: Date): Promise<unknown> =>
  rows(
    db,
    `update shared_shortlists set viewed_at = :now
     where slug = :slug and viewed_at < cast(:now as timestamptz) - interval '1 day'`,
    { slug, now },
  );

export const deleteSharedBefore = (db: Knex, before: Date): Promise<number> =>
  db('sharedShortlists').where('viewedAt', '<', before).delete();

/** Replaces the ids of merged listings with those of the listings that were kept. */
export async function followMerges(db: Knex, ids: readonly number[]): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    `with recursive followed (nth, id, steps) as (
       select nth, id, 0 from unnest(cast(:ids as integer[])) with ordinality as given (id, nth)
       union all
       select f.nth, m.kept_id, f.steps + 1 from followed f
         join listing_merges m on m.gone_id = f.id and m.undone_at is null where f.steps < 10)
     select distinct on (nth) id from followed order by nth, steps desc`,
    { ids },
  );
  return [...new Set(found.map(({ id }) => id))];
}

export async function findAccountIds(db: Knex, userId: number): Promise<number[]> {
  const [row] = await rows<{ listingIds: number[] }>(
    db,
    'select listing_ids from account_shortlists where user_id = :userId',
    { userId },
  );
  return row?.listingIds ?? [];
}

/** Creates the account's list if it has none, and locks it until the transaction ends. */
export async function lockAccountIds(trx: Knex, userId: number, now: Date): Promise<number[]> {
  await rows(
    trx,
    `insert into account_shortlists (user_id, listing_ids, updated_at) values (:userId, '{}', :now)
     on conflict (user_id) do nothing`,
    { userId, now },
  );
  const [row] = await rows<{ listingIds: number[] }>(
    trx,
    'select listing_ids from account_shortlists where user_id = :userId for update',
    { userId },
  );
  return row!.listingIds;
}

export const updateAccountIds = (trx: Knex, userId: number, listingIds: number[], updatedAt: Date): Promise<unknown> =>
  trx('accountShortlists').where({ userId }).update({ listingIds, updatedAt });
