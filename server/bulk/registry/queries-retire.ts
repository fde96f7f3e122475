import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { recordTable } from './queries-registry.ts';

const HANDWRITTEN = `('owner', 'manager', 'staff')`;

interface Retired {
  retired: number;
  /** Claimed listings, which staff decide about. */
  reported: number;
  clinics: number;
}

/** Deletes the listings of providers that the registry removed. Claimed ones stay and become a problem for staff. */
export async function retireListings(trx: Knex, runId: number, at: Date, source: string): Promise<Retired> {
  const records = recordTable(runId);
  await trx.raw(`
    create temporary table registry_gone on commit drop as
      select d.id, r.npi, r.status, r.deactivated_on,
        (d.user_id is not null
          or exists (select from claim_requests c where c.dentist_id = d.id and c.status = 'pending')
          or exists (select from claim_locations l join claim_requests c on c.id = l.claim_id and c.status = 'pending'
            where l.dentist_id = d.id and l.left_out is null)) as is_claimed
      from ${records} r join dentists d on d.npi = r.npi and d.deleted_at is null where r.status <> 'active'`);
  await trx.raw(
    `insert into listing_problems (dentist_id, about, message, created_at)
     select id, 'closed', case when status = 'deactivated'
         then format('The national provider registry deactivated NPI %s%s. Someone manages or claims this listing, so it stays until you decide.',
           npi, coalesce(' on ' || to_char(deactivated_on, 'FMMon FMDD, YYYY'), ''))
         else format('The national provider registry no longer lists NPI %s as a dental provider in the US. Someone manages or claims this listing, so it stays until you decide.', npi) end,
       cast(:at as timestamptz)
     from registry_gone where is_claimed`,
    { at },
  );
  await trx.raw(
    `insert into listing_history (dentist_id, at, field, before, after, source, source_name)
     select id, cast(:at as timestamptz), 'deletedAt', null, to_jsonb(cast(:at as timestamptz)), 'import', cast(:source as text)
     from registry_gone where not is_claimed`,
    { at, source },
  );
  await trx.raw(
    `insert into registry_retirements (dentist_id, npi, run_id, retired_at)
     select id, npi, ${runId}, cast(:at as timestamptz) from registry_gone where not is_claimed
     on conflict (dentist_id) do update set run_id = excluded.run_id, retired_at = excluded.retired_at`,
    { at },
  );
  await trx.raw(
    `update dentists d set deleted_at = cast(:at as timestamptz), updated_at = cast(:at as timestamptz)
     from registry_gone g where g.id = d.id and not g.is_claimed`,
    { at },
  );
  const clinics = await closeClinics(trx, runId, at, source);
  const [counts] = await rows<{ retired: number; reported: number }>(
    trx,
    `select count(*) filter (where not is_claimed) as retired, count(*) filter (where is_claimed) as reported from registry_gone`,
  );
  return { retired: Number(counts!.retired), reported: Number(counts!.reported), clinics };
}

/** Closes the practices of clinics that the registry removed. Their dentists stay, without a practice. */
async function closeClinics(trx: Knex, runId: number, at: Date, source: string): Promise<number> {
  await trx.raw(`
    create temporary table registry_closed on commit drop as
      select p.id, p.name from practices p join ${recordTable(runId)} r on r.npi = p.npi
      where r.status <> 'active' and p.created_by is null and p.is_active;
    create temporary table registry_released on commit drop as
      select d.id, c.name from dentists d join registry_closed c on c.id = d.practice_id
      where coalesce(d.field_sources -> 'practice' ->> 'source', '') not in ${HANDWRITTEN}
        and coalesce(d.field_sources -> 'practiceId' ->> 'source', '') not in ${HANDWRITTEN}`);
  await trx.raw(
    `insert into listing_history (dentist_id, at, field, before, after, source, source_name)
     select id, cast(:at as timestamptz), 'practice', to_jsonb(name), null, 'import', cast(:source as text) from registry_released`,
    { at, source },
  );
  await trx.raw(
    `update dentists d set practice_id = null, updated_at = cast(:at as timestamptz) from registry_released r where r.id = d.id`,
    { at },
  );
  await trx.raw(`update practices p set is_active = false from registry_closed c where c.id = p.id`);
  const [closed] = await rows<{ n: number }>(trx, `select count(*) as n from registry_closed`);
  return Number(closed!.n);
}

const FACTS = `is_organization, name, other_name, credentials, taxonomy, licenses, address, city, state, zip_code, phone, enumerated_on,
  updated_on, reactivated_on`;

/** Stores what the file says about each provider. Equal records aren't written again. */
export async function mergeRecords(trx: Knex, runId: number): Promise<void> {
  const facts = (alias: string) =>
    FACTS.split(',')
      .map((column) => `${alias}.${column.trim()}`)
      .join(', ');
  await trx.raw(`
    create temporary table registry_latest on commit drop as
      select distinct on (npi) * from ${recordTable(runId)} order by npi, updated_on desc nulls last;
    create index on registry_latest (npi);
    analyze registry_latest;
    update registry_records r set (${FACTS}) = row(${facts('l')}), status = 'active', deactivated_on = null
      from registry_latest l where l.npi = r.npi and l.status = 'active'
        and (r.status, ${facts('r')}) is distinct from (l.status, ${facts('l')});
    update registry_records r set status = l.status, updated_on = coalesce(l.updated_on, r.updated_on),
        deactivated_on = coalesce(l.deactivated_on, r.deactivated_on)
      from registry_latest l where l.npi = r.npi and l.status <> 'active';
    insert into registry_records (npi, status, deactivated_on, ${FACTS})
      select l.npi, l.status, l.deactivated_on, ${facts('l')} from registry_latest l
      where not exists (select from registry_records r where r.npi = l.npi);
    analyze registry_records`);
}
