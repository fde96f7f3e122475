import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';

/** The fields whose coverage is shown: the field whose origin counts, and the condition under which a listing d has a value. */
export const coverageFields = [
  { key: 'phone', label: 'Phone', stated: 'phone', known: `d.phone <> ''` },
  { key: 'point', label: 'Map location', stated: 'lat', known: `d.lat is not null and d.point_exactness is distinct from 'zip'` },
  { key: 'website', label: 'Website', stated: 'website', known: `d.website <> ''` },
  { key: 'hours', label: 'Office hours', stated: 'mondayHours', known: `concat(${dayNames.map((day) => `d.${day}_hours`).join(', ')}) <> ''` },
  { key: 'services', label: 'Services', stated: 'serviceIds', known: 'd.service_mask <> 0' },
  { key: 'languages', label: 'Languages', stated: 'languages', known: `d.languages <> ''` },
  { key: 'insurancePlans', label: 'Insurance plans', stated: 'insurancePlans', known: `d.insurance_plans <> ''` },
  { key: 'newPatients', label: 'Accepts new patients', stated: 'acceptsNewPatients', known: 'd.accepts_new_patients is not null' },
  { key: 'npi', label: 'NPI', stated: 'npi', known: 'd.npi is not null' },
  { key: 'licenseStatus', label: 'License status', stated: 'licenseStatus', known: 'd.license_status is not null' },
] as const; // prettier-ignore

/** Older than this, a statement counts as old. */
const RECENT_DAYS = 365;

interface OriginCount {
  key: string;
  origin: string;
  recent: number;
  older: number;
  undated: number;
}

/** Counts the known values of each field by origin and age, in one pass over the listings. */
export const countOrigins = (db: Knex, at: Date): Promise<OriginCount[]> =>
  rows(
    db,
    `select key, origin, (count(*) filter (where stated_at >= cast(:at as timestamptz) - interval '${RECENT_DAYS} days'))::int as recent,
       (count(*) filter (where stated_at < cast(:at as timestamptz) - interval '${RECENT_DAYS} days'))::int as older,
       (count(*) filter (where stated_at is null))::int as undated
     from (
       select f.key, case when s.stamp ->> 'source' in ('owner', 'manager') then 'practice' when s.stamp ->> 'source' = 'staff' then 'staff'
           when s.stamp ->> 'source' = 'import' then coalesce(s.stamp ->> 'via', case when s.stamp ->> 'name' like 'NPI registry,%' then 'npi' else 'file' end)
           else 'unknown' end as origin,
         cast(s.stamp ->> 'at' as timestamptz) as stated_at
       from dentists d
       cross join lateral (values ${coverageFields.map(({ key, stated, known }) => `('${key}', '${stated}', ${known})`).join(', ')}) f (key, stated, known)
       cross join lateral (select coalesce(d.field_sources -> f.stated, d.field_sources -> '*') as stamp) s
       where d.deleted_at is null and f.known) stated
     group by 1, 2 order by 1, 2`,
    { at },
  );

export interface Fillable {
  address: number;
  website: number;
  /** Listings with a license of each state whose status isn't known. */
  licenses: Record<string, number>;
}

/** How many listings the sources could fill: those with an address to geocode, a website to read, or a license to look up. */
export async function countFillable(db: Knex): Promise<Fillable> {
  const [counts] = await rows<Fillable>(
    db,
    `select (select count(*)::int from dentists where deleted_at is null and address <> '' and (lat is null or point_exactness = 'zip')) as address,
       (select count(*)::int from dentists where deleted_at is null and website <> '') as website,
       (select coalesce(json_object_agg(license_state, n), '{}') from (select license_state, count(*)::int as n from dentists
         where deleted_at is null and license <> '' and license_state is not null and license_status is null group by 1) l) as licenses`,
  );
  return counts!;
}
