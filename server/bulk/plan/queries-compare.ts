import type { Knex } from 'knex';
import { refusingFields } from '#shared/bulk/fields.ts';
import { databaseReasons } from '../refusal-reasons.ts';
import { selectColumns, diffTable, matchTable, stageTable, type StageColumn } from '../stage/stage-columns.ts';
import type { PlanOptions } from './queries-match.ts';

const refusing = [...refusingFields].map((field) => `'${field}'`).join(', ');
const HANDWRITTEN = `('owner', 'manager', 'staff')`;

/** Keeps stored text that equals the original cell, so that an export imports without changes even if the cleaner disagrees. */
async function acceptStoredText(
  trx: Knex,
  stage: string,
  match: string,
  columns: readonly StageColumn[],
): Promise<void> {
  const textColumns = columns.filter(({ type, field }) => type === 'text' && field !== 'practice');
  if (textColumns.length === 0) return;
  const hasTitle = textColumns.some(({ field }) => field === 'title');
  const acceptedFields = textColumns.map(
    ({ field, column }) => `case when s.problems -> '${field}' ->> 'raw' = d.${column} then '${field}' end`,
  );
  await trx.raw(
    `update ${stage} s set problems = nullif(s.problems - array_remove(array[${acceptedFields.join(', ')}], null), '{}')
     from ${match} m join dentists d on d.id = m.dentist_id where m.row = s.row and s.problems is not null`,
  );
  await trx.raw(
    `update ${stage} s set ${textColumns
      .map(({ field, column }) => {
        const storedText = `when s.raw ->> '${field}' = d.${column} then d.${column}`;
        const storedCredentials =
          field === 'title' ? ` when s.raw ->> 'title' = '' and s.raw ->> 'name' = d.name then null` : '';
        return `${column} = case ${storedText}${storedCredentials} else s.${column} end`;
      })
      .join(', ')}
     from ${match} m join dentists d on d.id = m.dentist_id where m.row = s.row and s.raw is not null
       and (${textColumns.map(({ field, column }) => `s.raw ->> '${field}' = d.${column}`).join(' or ')}${hasTitle ? ` or s.raw ->> 'title' = ''` : ''})`,
  );
}

/** Compares every matched row with its listing, and refuses rows whose unusable cells say who or where a listing is. */
export async function compareRows(trx: Knex, options: PlanOptions, hasHighServices: boolean): Promise<void> {
  const { runId, mapped, replaceHandwritten, refuseBadCells, facts } = options;
  const stage = stageTable(runId);
  const match = matchTable(runId);
  const columns = selectColumns(mapped);
  await acceptStoredText(trx, stage, match, columns);
  if (facts?.hasProblems ?? true)
    await trx.raw(
      `insert into plan_refused select s.row, e.key, e.value ->> 'why' from ${stage} s, jsonb_each(s.problems) e
       where s.problems is not null ${refuseBadCells ? '' : `and jsonb_exists_any(s.problems, array[${refusing}])`}`,
    );
  if (facts?.hasBlankNames ?? true)
    await trx.raw(`
    insert into plan_refused select s.row, 'name', '${databaseReasons.nameMissing}' from ${stage} s
      where ${mapped.has('name') || mapped.has('lastName') || mapped.has('lastFirst') ? 's.name is null' : 'true'} and (s.problems is null or not jsonb_exists(s.problems, 'name'))
        and not exists (select from ${match} m where m.row = s.row) and not exists (select from plan_deleted x where x.row = s.row)
        and not exists (select from plan_refused b where b.row = s.row)`);
  for (const [field, column, label] of [
    ['npi', 'npi', 'NPI'],
    ['placeId', 'place_id', 'place id'],
  ] as const)
    if (mapped.has(field))
      await trx.raw(`
        insert into plan_refused select s.row, '${field}', format('${databaseReasons.valueTaken(label)}', d.id)
        from ${stage} s join dentists d on d.${column} = s.${column} and d.deleted_at is null left join ${match} m on m.row = s.row
        where s.${column} is not null and d.id is distinct from m.dentist_id and not exists (select from plan_deleted x where x.row = s.row)`);
  await trx.raw(`delete from ${match} m using plan_refused b where b.row = m.row`);

  const services = hasHighServices
    ? `array(select service_id from dentist_services x where x.dentist_id = d.id order by service_id)`
    : `array(select i from generate_series(1, 62) i where (d.service_mask >> (i - 1)) & 1 = 1)`;
  const hasServices = mapped.has('services');
  const differs = [
    ...columns.map(({ column, stored }) => `(s.${column} is not null and s.${column} is distinct from ${stored})`),
    hasServices &&
      (hasHighServices
        ? `(s.service_ids is not null and s.service_ids <> ${services})`
        : `(s.service_mask is not null and s.service_mask <> d.service_mask)`),
  ].filter(Boolean);
  const values = [
    ...columns.map(({ key, column, stored }) => `('${key}', to_jsonb(${stored}), to_jsonb(s.${column}))`),
    hasServices && `('serviceIds', to_jsonb(${services}), to_jsonb(s.service_ids))`,
  ].filter(Boolean);
  const isKept = replaceHandwritten ? 'false' : `coalesce(d.field_sources -> f ->> 'source' in ${HANDWRITTEN}, false)`;
  await trx.raw(`
    create unlogged table ${diffTable(runId)} (row integer not null, line integer not null, dentist_id integer not null,
      before jsonb, after jsonb, kept jsonb, sources jsonb) with (autovacuum_enabled = off)`);
  if (values.length === 0) return;
  await trx.raw(`
    insert into ${diffTable(runId)}
    select s.row, s.line, d.id, x.before, x.after, x.kept, x.sources
    from ${match} m join ${stage} s on s.row = m.row join dentists d on d.id = m.dentist_id
      ${mapped.has('practice') ? 'left join practices p on p.id = d.practice_id' : ''}
    cross join lateral (
      select jsonb_object_agg(f, b) filter (where not k) as before, jsonb_object_agg(f, a) filter (where not k) as after,
             jsonb_object_agg(f, a) filter (where k) as kept,
             jsonb_object_agg(f, d.field_sources -> f) filter (where not k and jsonb_exists(d.field_sources, f)) as sources
      from (select f, b, a, ${isKept} as k from (values ${values.join(', ')}) v (f, b, a) where a is not null and a is distinct from b) y
    ) x
    where ${differs.join(' or ')}`);
  await trx.raw(`delete from ${diffTable(runId)} where after is null and kept is null; analyze ${diffTable(runId)}`);
}
