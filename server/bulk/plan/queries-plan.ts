import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { selectColumns, diffTable, matchTable, stageTable, type StageColumn } from '../stage/stage-columns.ts';

export interface PlanOptions {
  runId: number;
  mapped: ReadonlySet<string>;
  /** Whether what owners and staff wrote gives way. */
  replaceHandwritten: boolean;
}

const HANDWRITTEN = `('owner', 'manager', 'staff')`;
const MANY = 1000;

/** Finds the listing each row is about. Every step takes only the rows the steps before it left. */
export async function matchRows(trx: Knex, { runId, mapped }: PlanOptions, step: () => Promise<void>): Promise<void> {
  const stage = stageTable(runId);
  const match = matchTable(runId);
  const has = (...fields: string[]) =>
    fields.every((field) => mapped.has(field) || (field === 'name' && mapped.has('lastName')));
  const left = `not exists (select from ${match} m where m.row = s.row) and not exists (select from plan_deleted x where x.row = s.row)
    and not exists (select from plan_refused b where b.row = s.row)`;
  await trx.raw(`
    drop table if exists ${diffTable(runId)}, ${match};
    create unlogged table ${match} (row integer not null, dentist_id integer not null, how text not null) with (autovacuum_enabled = off);
    create temporary table plan_refused (row integer not null, field text, why text not null) on commit drop;
    create temporary table plan_deleted (row integer primary key) on commit drop;
    create temporary table plan_duplicates (row integer not null, dentist_id integer, other_line integer, why text not null) on commit drop;
  `);
  const [any] = await rows<{ listings: boolean; graves: boolean }>(
    trx,
    `select exists (select from dentists) as listings, exists (select from listing_tombstones) as graves`,
  );

  if (has('id') && any!.listings) {
    await trx.raw(`
      insert into ${match} select s.row, d.id, 'id' from ${stage} s join dentists d on d.id = s.id where d.deleted_at is null`);
    // An id of another directory would overwrite a stranger: something else has to agree.
    const doubts = [
      has('name') && `(s.name_norm is not null and s.name_norm <> d.name_norm)`,
      has('zipCode') && `(s.zip_code is null or left(s.zip_code, 5) is distinct from d.zip5)`,
      has('phone') && `(s.phone_key is null or s.phone_key is distinct from phone_key(d.phone))`,
      has('address') && `(s.address is null or address_key(s.address) is distinct from address_key(d.address))`,
      has('npi') && `(s.npi is null or s.npi is distinct from d.npi)`,
      has('email') && `(s.email is null or s.email is distinct from lower(d.email))`,
    ].filter(Boolean);
    if (has('name') && doubts.length > 2)
      await trx.raw(`
        with strangers as (
          delete from ${match} m using ${stage} s, dentists d where s.row = m.row and d.id = m.dentist_id and ${doubts.join(' and ')} returning m.row, d.id, d.name
        )
        insert into plan_refused select row, 'id', format('Listing %s is “%s”, and nothing in this row agrees with it. Leave the id blank to add a new listing.', id, name) from strangers`);
  }
  if (has('id'))
    await trx.raw(`
      insert into plan_deleted select s.row from ${stage} s where s.id is not null and ${left}
        and (exists (select from dentists d where d.id = s.id and d.deleted_at is not null) or exists (select from listing_tombstones t where t.dentist_id = s.id))`);
  await trx.raw(`create index on ${match} (row)`);
  await step();

  for (const key of ['npi', 'place_id'] as const) {
    if (!has(key === 'npi' ? 'npi' : 'placeId')) continue;
    if (any!.listings)
      await trx.raw(`
        insert into ${match} select s.row, d.id, '${key === 'npi' ? 'npi' : 'placeId'}'
        from ${stage} s join dentists d on d.${key} = s.${key} and d.deleted_at is null where s.${key} is not null and ${left}`);
    if (any!.graves)
      await trx.raw(`
        insert into plan_deleted select s.row from ${stage} s where s.${key} is not null and ${left}
          and exists (select from listing_tombstones t where t.${key} = s.${key}) on conflict do nothing`);
  }
  await step();

  const [open] = await rows<{ there: boolean }>(trx, `select exists (select from ${stage} s where ${left}) as there`);
  if (open!.there && any!.listings) {
    if (has('phone', 'address')) await matchByPhone(trx, stage, match, left, has('name'), has('npi'));
    await step();
    if (has('name', 'zipCode')) await matchByName(trx, stage, match, left, has('phone'), has('address'), has('npi'));
    await step();
  }
  if (open!.there && any!.graves && has('name', 'zipCode'))
    await trx.raw(`
      insert into plan_deleted select s.row from ${stage} s where ${left} and s.name_norm is not null and s.zip_code is not null
        and exists (select from listing_tombstones t where t.name_norm = s.name_norm and t.zip5 = left(s.zip_code, 5)) on conflict do nothing`);
  await trx.raw(`
    with twice as (
      select m.row, first_value(s.line) over w as line, row_number() over w as nth
      from ${match} m join ${stage} s on s.row = m.row window w as (partition by m.dentist_id order by m.row)
    ), gone as (delete from ${match} m using twice t where t.row = m.row and t.nth > 1 returning t.row, t.line)
    insert into plan_refused select row, null, format('This row is about the same listing as line %s.', line) from gone;
    analyze ${match};
  `);
  if (open!.there) await refuseRepeatedRows(trx, stage, await buildOpenFilter(trx, runId), has);
  await step();
}

/** What holds of a row that became neither a listing that is there nor a grave nor a refusal. Tables that are empty are not asked. */
export async function buildOpenFilter(trx: Knex, runId: number): Promise<string> {
  const [any] = await rows<{ matched: boolean; dead: boolean }>(
    trx,
    `select exists (select from ${matchTable(runId)}) as matched, exists (select from plan_deleted) as dead`,
  );
  const not = [any!.matched && matchTable(runId), any!.dead && 'plan_deleted', 'plan_refused'].filter(Boolean);
  return not.map((table) => `not exists (select from ${String(table)} x where x.row = s.row)`).join(' and ');
}

/** Colleagues share a phone and an address; the name decides among them. */
async function matchByPhone(
  trx: Knex,
  stage: string,
  match: string,
  left: string,
  names: boolean,
  npi: boolean,
): Promise<void> {
  // A listing that another row is about already can only be meant again, by its very name.
  const free = `not exists (select from ${match} m where m.dentist_id = d.id)`;
  await trx.raw(`
    create temporary table plan_phones on commit drop as
      select s.row, d.id as dentist_id, ${names ? 's.name_norm is null or s.name_norm = d.name_norm' : 'true'} as same_name,
             ${names ? `s.name_norm is null or (similarity(s.name_norm, d.name_norm) > 0.3 and ${free})` : 'true'} as alike
      from ${stage} s
      join (select id, name_norm, address, npi, phone_key(phone) as phone_key from dentists where phone is not null and deleted_at is null) d
        on d.phone_key = s.phone_key
      where s.phone_key is not null and s.address is not null and same_address(s.address, d.address)
        ${npi ? 'and (s.npi is null or d.npi is null or s.npi = d.npi)' : ''} and ${left};
    with best as (
      select row, min(dentist_id) as dentist_id, count(*) as n from plan_phones p
      where same_name or (alike and not exists (select from plan_phones o where o.row = p.row and o.same_name)) group by row
    )
    insert into ${match} select row, dentist_id, 'phone' from best b where n = 1
      and (exists (select from plan_phones p where p.row = b.row and p.dentist_id = b.dentist_id and p.same_name)
           or not exists (select from plan_phones p join plan_phones o using (dentist_id) where p.row = b.row and p.dentist_id = b.dentist_id and o.row <> b.row and o.alike));
    insert into plan_refused select p.row, null, format('This row fits several listings (%s). Give the id of the one you mean.', string_agg(p.dentist_id::text, ', ' order by p.dentist_id))
      from plan_phones p where p.same_name and not exists (select from ${match} m where m.row = p.row) group by p.row having count(*) > 1;
    insert into plan_duplicates select row, min(dentist_id), null, 'The same phone and address as another listing.' from plan_phones p
      where not exists (select from ${match} m where m.row = p.row) and not exists (select from plan_refused b where b.row = p.row) group by row limit ${MANY};
  `);
}

async function matchByName(
  trx: Knex,
  stage: string,
  match: string,
  left: string,
  phone: boolean,
  address: boolean,
  npi: boolean,
): Promise<void> {
  const samePhone = phone ? 's.phone_key = phone_key(d.phone)' : 'null::boolean';
  const sameAddress = address ? 'same_address(s.address, d.address)' : 'null::boolean';
  await trx.raw(`
    create temporary table plan_names on commit drop as
      select s.row, d.id as dentist_id, ${samePhone} as same_phone, ${sameAddress} as same_address
      from ${stage} s join dentists d on d.zip5 = left(s.zip_code, 5) and d.name_norm = s.name_norm and d.deleted_at is null
      where s.name_norm is not null and s.zip_code is not null
        and (${samePhone} or ${sameAddress} or not exists (select from ${match} m where m.dentist_id = d.id))
        ${npi ? 'and (s.npi is null or d.npi is null or s.npi = d.npi)' : ''} and ${left};
    -- One name twice in a ZIP code at two addresses with two phones is two people.
    insert into plan_duplicates select row, min(dentist_id), null, 'The same name and ZIP code as another listing, with another phone and address.'
      from plan_names where same_phone = false and same_address = false group by row limit ${MANY};
    delete from plan_names where same_phone = false and same_address = false;
    with scored as (
      select row, dentist_id, coalesce(same_phone::int, 0) + coalesce(same_address::int, 0) as score from plan_names
    ), best as (
      select row, min(dentist_id) as dentist_id, count(*) as n from scored s
      where score = (select max(score) from scored o where o.row = s.row) group by row
    ), one as (insert into ${match} select row, dentist_id, 'name' from best where n = 1)
    insert into plan_refused select b.row, null, format('This row fits several listings (%s). Give the id of the one you mean.',
        (select string_agg(p.dentist_id::text, ', ' order by p.dentist_id) from plan_names p where p.row = b.row)) from best b where n > 1;
  `);
}

/** Rows of the file that are about one and the same new listing: the first stands, the others are refused. */
async function refuseRepeatedRows(
  trx: Knex,
  stage: string,
  left: string,
  has: (...fields: string[]) => boolean,
): Promise<void> {
  for (const [field, column] of [
    ['id', 'id'],
    ['npi', 'npi'],
    ['placeId', 'place_id'],
  ] as const) {
    if (!has(field)) continue;
    await trx.raw(`
      insert into plan_refused select s.row, '${field}', format('Line %s has the same ${field === 'id' ? 'id' : field === 'npi' ? 'NPI' : 'place id'}.', f.line)
      from (select s.${column} as value, min(s.row) as row from ${stage} s where s.${column} is not null and ${left} group by 1 having count(*) > 1) k
      join ${stage} f on f.row = k.row join ${stage} s on s.${column} = k.value and s.row > k.row where ${left}`);
  }
  if (!has('name', 'zipCode')) return;
  const same = [
    has('phone') && 'o.phone_key = s.phone_key',
    has('address') && 'same_address(o.address, s.address)',
    has('phone') && has('address') ? '(s.phone_key is null and s.address is null)' : 'false',
  ].filter(Boolean);
  const bothNpi = has('npi') ? 'and (o.npi is null or s.npi is null or o.npi = s.npi)' : '';
  // Rows that give different ids mean different listings.
  const ids = has('id') ? 'and (o.id is null or s.id is null)' : '';
  await trx.raw(`
    create temporary table plan_twins on commit drop as
      select ${['s.row', 's.line', 's.name_norm', 's.zip_code', has('phone') && 's.phone_key', has('address') && 's.address', has('npi') && 's.npi', has('id') && 's.id'].filter(Boolean).join(', ')}
      from ${stage} s join (
        select name_norm, left(zip_code, 5) as zip from ${stage} s where name_norm is not null and zip_code is not null and ${left}
        group by 1, 2 having count(*) > 1) k on k.name_norm = s.name_norm and k.zip = left(s.zip_code, 5)
      where ${left};
    create index on plan_twins (name_norm, zip_code);
    insert into plan_refused select s.row, null, format('This row is about the same listing as line %s.', min(o.line))
      from plan_twins s join plan_twins o on o.name_norm = s.name_norm and left(o.zip_code, 5) = left(s.zip_code, 5) and o.row < s.row
      where (${same.join(' or ')}) ${bothNpi} ${ids} group by s.row;
  `);
}

/** What is stored the way the file has it, before cleaning, is right as it is. */
async function acceptStoredText(
  trx: Knex,
  stage: string,
  match: string,
  columns: readonly StageColumn[],
): Promise<void> {
  const texts = columns.filter(({ type, field }) => type === 'text' && field !== 'practice');
  if (texts.length === 0) return;
  const titled = texts.some(({ field }) => field === 'title');
  const excused = texts.map(
    ({ field, column }) => `case when s.problems -> '${field}' ->> 'raw' = d.${column} then '${field}' end`,
  );
  await trx.raw(
    `update ${stage} s set problems = nullif(s.problems - array_remove(array[${excused.join(', ')}], null), '{}')
     from ${match} m join dentists d on d.id = m.dentist_id where m.row = s.row and s.problems is not null`,
  );
  await trx.raw(
    `update ${stage} s set ${texts
      .map(({ field, column }) => {
        const plain = `when s.raw ->> '${field}' = d.${column} then d.${column}`;
        const guess = field === 'title' ? ` when s.raw ->> 'title' = '' and s.raw ->> 'name' = d.name then null` : '';
        return `${column} = case ${plain}${guess} else s.${column} end`;
      })
      .join(', ')}
     from ${match} m join dentists d on d.id = m.dentist_id where m.row = s.row and s.raw is not null
       and (${texts.map(({ field, column }) => `s.raw ->> '${field}' = d.${column}`).join(' or ')}${titled ? ` or s.raw ->> 'title' = ''` : ''})`,
  );
}

/** Compares every matched row with its listing and says what is wrong with the rest. */
export async function compareRows(trx: Knex, options: PlanOptions, hasHighServices: boolean): Promise<void> {
  const { runId, mapped, replaceHandwritten } = options;
  const stage = stageTable(runId);
  const match = matchTable(runId);
  const columns = selectColumns(mapped);
  await acceptStoredText(trx, stage, match, columns);
  await trx.raw(`
    insert into plan_refused select s.row, e.key, e.value ->> 'why' from ${stage} s, jsonb_each(s.problems) e where s.problems is not null;
    insert into plan_refused select s.row, 'name', 'A new listing needs a name.' from ${stage} s
      where ${mapped.has('name') || mapped.has('lastName') ? 's.name is null' : 'true'} and (s.problems is null or not jsonb_exists(s.problems, 'name'))
        and not exists (select from ${match} m where m.row = s.row) and not exists (select from plan_deleted x where x.row = s.row)
        and not exists (select from plan_refused b where b.row = s.row);
  `);
  for (const [field, column, label] of [
    ['npi', 'npi', 'NPI'],
    ['placeId', 'place_id', 'place id'],
  ] as const)
    if (mapped.has(field))
      await trx.raw(`
        insert into plan_refused select s.row, '${field}', format('Listing %s already has this ${label}.', d.id)
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
  const kept = replaceHandwritten ? 'false' : `coalesce(d.field_sources -> f ->> 'source' in ${HANDWRITTEN}, false)`;
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
      from (select f, b, a, ${kept} as k from (values ${values.join(', ')}) v (f, b, a) where a is not null and a is distinct from b) y
    ) x
    where ${differs.join(' or ')}`);
  await trx.raw(`delete from ${diffTable(runId)} where after is null and kept is null; analyze ${diffTable(runId)}`);
}
