import type { Knex } from 'knex';
import { refusingFields } from '#shared/bulk/fields.ts';
import { EVERY_FIELD } from '#server/listings/field-sources.ts';
import { databaseReasons } from '../refusal-reasons.ts';
import { rows } from '#server/base/db/knex.ts';
import { selectColumns, diffTable, matchTable, stageTable, type StageColumn } from '../stage/stage-columns.ts';
import { OTHER_FILE } from '#shared/sources/origins.ts';
import type { FieldCounts } from '../runs/feed-run.ts';
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

/** The condition under which a field f of a listing d with the value b keeps it: a person wrote it, or its origin is better or newer. */
function keepsField({ mapped, origin, ranks }: PlanOptions): string {
  const stored = `coalesce(d.field_sources -> f, d.field_sources -> '${EVERY_FIELD}')`;
  const storedSource = `coalesce(${stored} ->> 'via', case when ${stored} ->> 'name' like 'NPI registry,%' then 'npi' else '${OTHER_FILE}' end)`;
  const order = `cast('${JSON.stringify(ranks)}' as jsonb)`;
  const rank = (source: string) =>
    `cast(coalesce(${order} -> ${source} -> f, ${order} -> ${source} -> '*') as integer)`;
  const [storedRank, newRank] = [rank(storedSource), rank(`'${origin.source}'`)];
  // A file without a date of its own doesn't say how old its values are.
  const isNewer = origin.statedAt
    ? `${storedRank} = ${newRank} and ${storedSource} <> '${OTHER_FILE}'
         and cast(${stored} ->> 'at' as timestamptz) > cast('${origin.statedAt.toISOString()}' as timestamptz)`
    : 'false';
  // The center of a ZIP code, or the point of an address that changes, is no better than another point.
  const hasMoved = mapped.has('zipCode') ? `or left(s.zip_code, 5) is distinct from d.zip5` : '';
  const isWeakPoint = `f in ('lat', 'lng', 'pointExactness') and (d.point_exactness = 'zip' ${hasMoved})`;
  return `coalesce(d.field_sources -> f ->> 'source' in ${HANDWRITTEN}, false)
    or coalesce(b is not null and (${storedRank} < ${newRank} or ${isNewer}) and not coalesce(${isWeakPoint}, false), false)`;
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
  const isKept = replaceHandwritten ? 'false' : keepsField(options);
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

/** Counts what a file does to each field: fills it, changes it, states the same, or leaves it to a better origin. */
export async function countFields(
  trx: Knex,
  runId: number,
  mapped: ReadonlySet<string>,
): Promise<Record<string, FieldCounts>> {
  const columns = selectColumns(mapped);
  const confirmed = columns.map(
    ({ column, stored }, at) =>
      `count(*) filter (where s.${column} is not distinct from ${stored} and s.${column} is not null) as c${at}`,
  );
  const counts: Record<string, FieldCounts> = {};
  const of = (key: string) => (counts[key] ??= { added: 0, changed: 0, confirmed: 0, kept: 0 });
  if (columns.length > 0) {
    const [row] = await rows<Record<string, number>>(
      trx,
      `select ${confirmed.join(', ')} from ${matchTable(runId)} m join ${stageTable(runId)} s on s.row = m.row
       join dentists d on d.id = m.dentist_id left join practices p on p.id = d.practice_id`,
    );
    columns.forEach(({ key }, at) => {
      const n = Number(row![`c${at}`]);
      if (n > 0) of(key).confirmed = n;
    });
  }
  const changes = await rows<{ key: string; what: 'added' | 'changed' | 'kept'; n: number }>(
    trx,
    `select a.key, case when coalesce(c.before -> a.key, 'null') = 'null' then 'added' else 'changed' end as what, count(*)::int as n
     from ${diffTable(runId)} c, jsonb_each(c.after) a group by 1, 2
     union all select k.key, 'kept', count(*)::int from ${diffTable(runId)} c, jsonb_each(c.kept) k group by 1`,
  );
  for (const { key, what, n } of changes) of(key)[what] = n;
  return counts;
}
