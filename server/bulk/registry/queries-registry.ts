import type { Knex } from 'knex';
import { copyOutOf } from '#server/base/db/copy-stream.ts';
import { stageTable } from '#server/bulk/stage/stage-columns.ts';
import { rows } from '#server/base/db/knex.ts';
import { createKnownArrays, setKnownRow, type KnownArrays, type KnownRow } from './convert/known-providers.ts';

export const recordTable = (runId: number) => `staging.r${runId}_registry`;

/**
 * The NPIs that the directory knows: of listings, of clinics, and of providers that the registry removed. A record without a
 * listing doesn't count, because the file may add the listing again.
 */
const KNOWN = `
  select npi, status, updated_on, deactivated_on, reactivated_on from registry_records r
  where status <> 'active' or is_organization or exists (select from dentists d where d.npi = r.npi and d.deleted_at is null)
  union all
  select npi, 'listed', null, null, null from dentists d
  where npi is not null and deleted_at is null and not exists (select from registry_records r where r.npi = d.npi)`;

/** Reads the known NPIs as text of COPY, because rows of the driver would take ten times the memory. */
export async function readKnownProviders(trx: Knex): Promise<KnownArrays> {
  const [total] = await rows<{ n: number }>(trx, `select count(*) as n from (${KNOWN}) k`);
  const known = createKnownArrays(Number(total!.n));
  const source = await copyOutOf(trx, `copy (select * from (${KNOWN}) k order by npi collate "C") to stdout`);
  const readDate = (text: string | undefined) => (text === undefined || text === '\\N' ? null : text);
  let rest = '';
  let index = 0;
  for await (const chunk of source) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [npi, status, updatedOn, deactivatedOn, reactivatedOn] = line.split('\t');
      setKnownRow(known, index++, {
        npi: npi!,
        status: status as KnownRow['status'],
        updatedOn: readDate(updatedOn),
        deactivatedOn: readDate(deactivatedOn),
        reactivatedOn: readDate(reactivatedOn),
      });
    }
  }
  return known;
}

const RECORD_COLUMNS = `npi, status, is_organization, name, other_name, credentials, taxonomy, licenses, address, city, state, zip_code, phone,
  enumerated_on, updated_on, deactivated_on, reactivated_on`;

export async function createRecordTable(trx: Knex, runId: number): Promise<void> {
  await trx.raw(
    `create unlogged table ${recordTable(runId)} with (autovacuum_enabled = off) as select ${RECORD_COLUMNS} from registry_records limit 0`,
  );
}
export const copyIntoRecords = (runId: number): string => `copy ${recordTable(runId)} (${RECORD_COLUMNS}) from stdin`;

/** Writes cities as the directory does: "McAllen" and "Fort Worth". */
export async function fixCities(trx: Knex, runId: number): Promise<void> {
  await trx.raw(`analyze ${recordTable(runId)} (npi, city, state)`);
  for (const table of [stageTable(runId), recordTable(runId)])
    await trx.raw(`
      with spellings as (
        select s.city, s.state, c.name from (select distinct city, state from ${table} where city is not null) s
        join cities c on c.name_norm = city_norm(s.city) and c.state = s.state where c.name <> s.city
      )
      update ${table} t set city = x.name from spellings x where t.city = x.city and t.state = x.state`);
}

/** Locates new and moved listings by their ZIP code. A location that a file stated stays; a geocoded one is that of the address. */
export async function locateListings(trx: Knex, runId: number): Promise<void> {
  const center = (column: string) => `round(cast(z.${column} as numeric), 4)`;
  await trx.raw(`
    update ${stageTable(runId)} s set lat = ${center('lat')}, lng = ${center('lng')}, point_exactness = 'zip' from zips z
    where z.zip = s.zip_code and not exists (
      select from dentists d where d.npi = s.npi and d.deleted_at is null and d.lat is not null
        and (d.point_exactness is distinct from 'zip' and d.field_sources -> 'lat' ->> 'via' is null or d.zip5 = s.zip_code))`);
}

/**
 * Gives each dentist the clinic at the same address or with the same phone in the same city. Several clinics match only if both the
 * address and the phone are the same. Returns the number of rows that were added for listings that aren't in the file.
 */
export async function joinClinics(trx: Knex, runId: number): Promise<number> {
  const stage = stageTable(runId);
  const records = recordTable(runId);
  await trx.raw(`
    create temporary table registry_clinics on commit drop as
      select c.npi, c.name, city_norm(c.city) as city_key, c.state, c.zip_code, address_key(c.address) as address_key,
        phone_key(c.phone) as phone_key, c.is_new
      from (
        select npi, name, city, state, zip_code, address, phone, true as is_new from ${records} where is_organization and status = 'active'
        union all
        select npi, name, city, state, zip_code, address, phone, false from registry_records r
        where is_organization and status = 'active' and not exists (select from ${records} x where x.npi = r.npi)
      ) c;
    create index on registry_clinics (zip_code);
    create index on registry_clinics (phone_key);
    analyze registry_clinics;
    analyze ${stage} (row, npi, zip_code, phone_key, city, state)`);
  const joinTo = (listings: string, onlyNew: boolean) => `
    with listings as (${listings}),
    candidates as (
      select l.id, c.npi, c.name, 2 as points from listings l join registry_clinics c
        on c.zip_code = l.zip and c.address_key = l.address_key and c.city_key = l.city_key and c.state = l.state ${onlyNew ? 'and c.is_new' : ''}
      union all
      select l.id, c.npi, c.name, 1 from listings l join registry_clinics c
        on c.phone_key = l.phone_key and c.city_key = l.city_key and c.state = l.state ${onlyNew ? 'and c.is_new' : ''}
    ),
    scored as (select id, npi, name, sum(points) as score from candidates group by id, npi, name),
    best as (select s.*, max(score) over (partition by id) as top from scored s)
    select id, (array_agg(name order by npi))[1] as name from best where score = top
    group by id having count(distinct name) = 1 or max(score) = 3`;
  await trx.raw(`
    update ${stage} s set practice = j.name from (${joinTo(
      `select s.row as id, s.zip_code as zip, address_key(s.address) as address_key, s.phone_key, city_norm(s.city) as city_key, s.state from ${stage} s`,
      false,
    )}) j where j.id = s.row`);
  const [added] = await rows<{ n: number }>(
    trx,
    `with joined as (${joinTo(
      `select d.id, d.zip5 as zip, address_key(d.address) as address_key, phone_key(d.phone) as phone_key, city_norm(d.city) as city_key, d.state
       from dentists d where d.practice_id is null and d.deleted_at is null and exists (select from registry_clinics where is_new)
         and exists (select from registry_records r where r.npi = d.npi and r.status = 'active')
         and not exists (select from ${records} x where x.npi = d.npi)`,
      true,
    )}), added as (
      insert into ${stage} (row, line, npi, practice)
      select (select coalesce(max(row), 0) from ${stage}) + row_number() over (order by d.id), 1, d.npi, j.name
      from joined j join dentists d on d.id = j.id returning 1
    ) select count(*) as n from added`,
  );
  return Number(added!.n);
}

/** Restores listings that the registry removed and now lists again. */
export async function restoreReactivated(trx: Knex, runId: number, at: Date, source: string): Promise<number> {
  const records = recordTable(runId);
  await trx.raw(`
    create temporary table registry_restored on commit drop as
      select t.dentist_id, d.id, d.deleted_at from registry_retirements t
      join ${records} r on r.npi = t.npi and r.status = 'active' and not r.is_organization
      left join dentists d on d.id = t.dentist_id and d.npi = t.npi and d.deleted_at is not null
      where not exists (select from dentists o where o.npi = t.npi and o.deleted_at is null);
    delete from registry_retirements t using registry_restored r where r.dentist_id = t.dentist_id;
    delete from listing_tombstones t using registry_restored r where r.dentist_id = t.dentist_id and r.id is null`);
  await restoreListings(trx, 'registry_restored', at, null, source);
  const [restored] = await rows<{ n: number }>(trx, `select count(*) as n from registry_restored where id is not null`);
  return Number(restored!.n);
}

async function restoreListings(
  trx: Knex,
  table: string,
  at: Date,
  userId: number | null,
  source: string,
): Promise<void> {
  await trx.raw(
    `insert into listing_history (dentist_id, at, user_id, field, before, after, source, source_name)
     select id, cast(:at as timestamptz), cast(:userId as integer), 'deletedAt', to_jsonb(deleted_at), null, 'import', :source from ${table} where id is not null`,
    { at, userId, source },
  );
  await trx.raw(
    `update dentists d set deleted_at = null, updated_at = cast(:at as timestamptz) from ${table} r where r.id = d.id`,
    { at },
  );
}

/** Undoes the removals of a run. Returns how many listings came back. */
export async function undoRetirements(
  trx: Knex,
  runId: number,
  at: Date,
  userId: number | null,
  source: string,
): Promise<number> {
  await trx.raw(`
    create temporary table registry_undone on commit drop as
      select t.dentist_id, t.npi, d.id, d.deleted_at from registry_retirements t
      left join dentists d on d.id = t.dentist_id and d.deleted_at is not null and d.npi = t.npi
        and not exists (select from dentists o where o.npi = d.npi and o.deleted_at is null)
      where t.run_id = ${runId};
    delete from registry_retirements where run_id = ${runId};
    update registry_records r set status = 'active', deactivated_on = null from registry_undone u where u.npi = r.npi`);
  await restoreListings(trx, 'registry_undone', at, userId, source);
  const [restored] = await rows<{ n: number }>(trx, `select count(*) as n from registry_undone where id is not null`);
  return Number(restored!.n);
}

/** Adds and updates the practices of clinics. Clinics of one name in one city are one practice. */
export async function writePractices(trx: Knex, runId: number, at: Date): Promise<void> {
  await trx.raw(
    `create temporary table registry_practices on commit drop as
       select distinct on (name, city, state) npi, name, address, city, state, zip_code, phone from ${recordTable(runId)}
       where is_organization and status = 'active' order by name, city, state, npi`,
  );
  await trx.raw(`
    update practices p set npi = c.npi from registry_practices c
    where p.npi is null and p.name = c.name and p.city = c.city and p.state = c.state
      and not exists (select from practices o where o.npi = c.npi)
      and p.id = (select min(o.id) from practices o where o.name = c.name and o.city = c.city and o.state = c.state);
    update practices p set name = c.name, address = c.address, city = c.city, state = c.state, zip_code = c.zip_code, phone = c.phone, is_active = true
    from registry_practices c where p.npi = c.npi and p.created_by is null
      and (p.name, p.address, p.city, p.state, p.zip_code, p.phone, p.is_active) is distinct from (c.name, c.address, c.city, c.state, c.zip_code, c.phone, true)`);
  await trx.raw(
    `insert into practices (npi, name, address, city, state, zip_code, phone, created_at)
     select npi, name, address, city, state, zip_code, phone, cast(:at as timestamptz) from registry_practices c
     where not exists (select from practices p where p.npi = c.npi)
       and not exists (select from practices p where p.name = c.name and p.city = c.city and p.state = c.state) order by npi`,
    { at },
  );
}
