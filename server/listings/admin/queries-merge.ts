import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { FieldSource } from '../queries-history.ts';

export interface MergeRow {
  id: number;
  keptId: number;
  goneId: number;
  /** When the merged listing had been held. */
  goneHeldAt: Date | null;
  at: Date;
  byUser: number | null;
  /** With the source that the kept listing had for each field. A merge of an older release has none. */
  changes: { field: string; before: unknown; after: unknown; source?: FieldSource | null }[];
  movedClaims: number[];
  movedSlugs: { cityId: number; slug: string; made: boolean }[];
  movedRequests: number[];
  movedSettings: boolean;
  movedReviews: number[];
  movedCalls: { month: string; answer: string; n: number }[];
  undoneAt: Date | null;
}

export async function insertMerge(trx: Knex, row: Omit<MergeRow, 'id' | 'undoneAt'>): Promise<number> {
  const [inserted] = (await trx('listingMerges')
    .insert({
      ...row,
      changes: JSON.stringify(row.changes),
      movedSlugs: JSON.stringify(row.movedSlugs),
      movedCalls: JSON.stringify(row.movedCalls),
    })
    .returning('id')) as [{ id: number }];
  return inserted.id;
}

/** Replaces the sources of fields. A field without one loses its own. */
export async function replaceSources(
  trx: Knex,
  id: number,
  sources: Record<string, FieldSource | null>,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(sources).filter(([, source]) => source !== null));
  await rows(
    trx,
    `update dentists set field_sources = (field_sources - cast(:fields as text[])) || cast(:given as jsonb) where id = :id`,
    { id, fields: Object.keys(sources), given: JSON.stringify(given) },
  );
}

export const lockMerge = (trx: Knex, id: number): Promise<MergeRow | undefined> =>
  trx('listingMerges').where({ id }).forUpdate().first() as Promise<MergeRow | undefined>;

export async function markMergeUndone(trx: Knex, id: number, at: Date): Promise<void> {
  await trx('listingMerges').where({ id }).update({ undoneAt: at });
}

export const findMerges = (
  db: Knex,
  keptId: number,
): Promise<{ id: number; goneId: number; goneName: string; at: Date; by: string | null; undoneAt: Date | null }[]> =>
  rows(
    db,
    `select m.id, m.gone_id, coalesce(d.name, 'Listing ' || m.gone_id) as gone_name, m.at, u.name as by, m.undone_at
     from listing_merges m left join dentists d on d.id = m.gone_id left join users u on u.id = m.by_user
     where m.kept_id = ? order by m.id desc`,
    [keptId],
  );

/** The listing that a merged one is part of now, through up to ten merges. */
export async function findMergeTarget(db: Knex, id: number): Promise<number | undefined> {
  const [row] = await rows<{ id: number }>(
    db,
    `with recursive went (id, steps) as (
       select kept_id, 1 from listing_merges where gone_id = ? and undone_at is null
       union all
       select m.kept_id, w.steps + 1 from went w join listing_merges m on m.gone_id = w.id and m.undone_at is null where w.steps < 10)
     select id from went order by steps desc limit 1`,
    [id],
  );
  return row?.id;
}

/** Makes the addresses of the merged listing redirect to the kept one. */
export async function moveSlugs(trx: Knex, goneId: number, keptId: number, at: Date): Promise<MergeRow['movedSlugs']> {
  const movedRows = await rows<{ cityId: number; slug: string }>(
    trx,
    `update listing_slugs set dentist_id = :keptId where dentist_id = :goneId returning city_id, slug`,
    { goneId, keptId },
  );
  const newRows = await rows<{ cityId: number; slug: string }>(
    trx,
    `insert into listing_slugs (city_id, slug, dentist_id, retired_at)
     select city_id, slug, :keptId, :at from dentists where id = :goneId and city_id is not null and slug is not null
     on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id returning city_id, slug`,
    { goneId, keptId, at },
  );
  return [...movedRows.map((row) => ({ ...row, made: false })), ...newRows.map((row) => ({ ...row, made: true }))];
}

export async function moveSlugsBack(trx: Knex, goneId: number, slugs: MergeRow['movedSlugs']): Promise<void> {
  for (const { cityId, slug, made } of slugs)
    if (made) await trx('listingSlugs').where({ cityId, slug }).delete();
    else await trx('listingSlugs').where({ cityId, slug }).update({ dentistId: goneId });
}

/** Moves pending claims to the kept listing, unless the claimant already has a pending claim there. */
export async function moveClaims(trx: Knex, goneId: number, keptId: number): Promise<number[]> {
  const movedRows = await rows<{ id: number }>(
    trx,
    `update claim_requests c set dentist_id = :keptId where c.dentist_id = :goneId and c.status = 'pending'
       and not exists (select from claim_requests o where o.dentist_id = :keptId and o.user_id = c.user_id and o.status = 'pending')
     returning c.id`,
    { goneId, keptId },
  );
  return movedRows.map(({ id }) => id);
}

/** A claim is about a listing without an owner, and a check about one that its owner added. */
export async function setKind(trx: Knex, ids: number[], kind: 'claim' | 'new_listing'): Promise<void> {
  await trx('claimRequests').whereIn('id', ids).where({ status: 'pending' }).update({ kind });
}

export async function moveClaimsBack(trx: Knex, goneId: number, ids: number[]): Promise<void> {
  await trx('claimRequests').whereIn('id', ids).where({ status: 'pending' }).update({ dentistId: goneId });
}
