import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { UndoReport } from '../runs/queries-runs.ts';
import { stageColumns } from '../stage/stage-columns.ts';

const HANDWRITTEN = `('owner', 'manager', 'staff')`;

export async function countCreated(trx: Knex, runId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    trx,
    `select coalesce(sum(upper(r) - lower(r)), 0) as n from import_runs i, unnest(i.created_ids) r where i.id = ?`,
    [runId],
  );
  return row!.n;
}

/** Deletes created listings unless someone has since claimed or edited them. */
export async function removeCreatedListings(
  trx: Knex,
  runId: number,
  finishedAt: Date | null,
): Promise<Pick<UndoReport, 'removed' | 'kept'> & { ids: number[] }> {
  await trx.raw(
    `create temporary table undo_created on commit drop as
       select d.id, d.name, case
           when d.user_id is not null then 'It has an owner now.'
           when exists (select from claim_requests c where c.dentist_id = d.id)
             or exists (select from claim_locations l where l.dentist_id = d.id) then 'Someone has asked to claim it.'
           when exists (select from jsonb_each(d.field_sources) f where f.value ->> 'source' in ${HANDWRITTEN}) then 'It has been edited since.'
         end as why
       from import_runs i, unnest(i.created_ids) r join dentists d on d.id >= lower(r) and d.id < upper(r) where i.id = ${runId}`,
  );
  await trx.raw(`analyze undo_created`);
  const keptListings = await rows<{ id: number; name: string; why: string }>(
    trx,
    `select id, name, why from undo_created where why is not null order by id limit 1000`,
  );
  const removed = await rows<{ id: number }>(
    trx,
    `with removed as (delete from dentists d using undo_created m where m.id = d.id and m.why is null returning d.id),
          tombstones as (delete from listing_tombstones t using undo_created m where m.id = t.dentist_id and m.why is null)
     select id from removed`,
  );
  if (finishedAt)
    await trx.raw(
      `delete from practices p where p.created_at = ? and p.created_by is null and not exists (select from dentists d where d.practice_id = p.id)`,
      [finishedAt],
    );
  return {
    removed: removed.length,
    ids: removed.map(({ id }) => id),
    kept: keptListings.map(({ id, name, why }) => ({ dentistId: id, name, fields: [], why })),
  };
}

/** Restores the previous values of changed fields, unless someone has edited them since. */
export async function restoreChangedListings(
  trx: Knex,
  runId: number,
  at: Date,
  userId: number | null,
  source: string,
): Promise<Pick<UndoReport, 'restored' | 'kept'>> {
  const values = stageColumns.map(({ key, stored }) => `('${key}', to_jsonb(${stored}))`).join(', ');
  await trx.raw(`
    create temporary table undo_changes on commit drop as
      select c.dentist_id, d.name, c.sources, x.back, x.lost, c.before from import_changes c join dentists d on d.id = c.dentist_id left join practices p on p.id = d.practice_id
      cross join lateral (
        select jsonb_object_agg(a.key, c.before -> a.key) filter (where ok) as back, array_agg(a.key order by a.key) filter (where not ok) as lost
        from jsonb_each(c.after) a
        left join (select * from (values ${values},
            ('serviceIds', to_jsonb(array(select service_id from dentist_services x where x.dentist_id = d.id order by service_id)))) v (f, now)) n on n.f = a.key
        cross join lateral (select coalesce(n.now, 'null') = a.value and coalesce(d.field_sources -> a.key ->> 'source', '') not in ${HANDWRITTEN} as ok) o
      ) x
      where c.run_id = ${runId}`);
  const keptListings = await rows<{ dentistId: number; name: string; fields: string[] }>(
    trx,
    `select dentist_id, name, lost as fields from undo_changes where lost is not null order by dentist_id limit 1000`,
  );
  const assignments = stageColumns.map(({ key, column, type }) =>
    key === 'practice'
      ? `practice_id = case when jsonb_exists(u.back, 'practice') then (select p.id from practices p where p.id = cast(u.before ->> 'practiceId' as integer)) else d.practice_id end`
      : key === 'ratingSource'
        ? `rating_source = case when jsonb_exists(u.back, 'ratingSource') or (jsonb_exists(u.back, 'rating') and jsonb_exists(u.before, 'ratingSource')) then u.before ->> 'ratingSource' else d.rating_source end`
        : key === 'whiteningPriceOn'
          ? `whitening_price_on = case when jsonb_exists_any(u.back, array['whiteningPriceOn', 'whiteningPriceFrom', 'whiteningPriceTo']) and jsonb_exists(u.before, 'whiteningPriceOn')
               then cast(u.before ->> 'whiteningPriceOn' as date) else d.whitening_price_on end`
          : `${column} = case when jsonb_exists(u.back, '${key}') then cast(u.back ->> '${key}' as ${type}) else d.${column} end`,
  );
  const [restored] = await rows<{ n: number }>(
    trx,
    `with restored as (
       update dentists d set ${assignments.join(', ')},
         is_verified = d.is_verified or (jsonb_exists_any(u.back, array['licenseStatus', 'licenseDiscipline']) and coalesce(cast(u.before ->> 'isVerified' as boolean), false)),
         updated_at = cast(:at as timestamptz),
         field_sources = (d.field_sources - array(select jsonb_object_keys(u.back))) || coalesce((select jsonb_object_agg(key, value) from jsonb_each(u.sources) where jsonb_exists(u.back, key)), '{}')
       from undo_changes u where u.dentist_id = d.id and u.back is not null returning d.id)
     select count(*) as n from restored`,
    { at },
  );
  await trx.raw(`
    delete from listing_problems where run_id = ${runId} and status = 'open';
    delete from dentist_services x using undo_changes u where x.dentist_id = u.dentist_id and jsonb_exists(u.back, 'serviceIds') and not u.back -> 'serviceIds' @> to_jsonb(x.service_id);
    insert into dentist_services (dentist_id, service_id) select u.dentist_id, cast(i as int) from undo_changes u, jsonb_array_elements_text(u.back -> 'serviceIds') i
      where exists (select from services s where s.id = cast(i as int)) on conflict do nothing`);
  await trx.raw(
    `insert into listing_history (dentist_id, at, user_id, field, before, after, source, source_name)
     select c.dentist_id, cast(:at as timestamptz), cast(:userId as int), k, c.after -> k, u.back -> k, 'import', cast(:source as text)
     from undo_changes u join import_changes c on c.run_id = :runId and c.dentist_id = u.dentist_id cross join lateral jsonb_object_keys(u.back) k`,
    { at, userId, source, runId },
  );
  return { restored: restored!.n, kept: keptListings.map((row) => ({ ...row, why: 'Someone has edited it since.' })) };
}
