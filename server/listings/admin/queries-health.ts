import type { HealthCheck } from '#contract/admin/health-checks.ts';
import { dayNames } from '#contract/listings/opening-hours.ts';

const blank = (...columns: string[]) => columns.map((column) => `coalesce(d.${column}, '') = ''`).join(' and ');

/** Listings with one name in one ZIP code, unless each has its own NPI. */
const CLUSTERS = `
  select name_norm, zip5 from dentists where deleted_at is null and zip5 is not null
  group by name_norm, zip5 having count(*) > 1 and count(distinct npi) < count(*)`;

/** SQL conditions about a listing d that isn't deleted. */
export const healthConditions: Record<HealthCheck, string> = {
  no_phone: blank('phone'),
  wrong_number: `(exists (select from listing_problems p where p.dentist_id = d.id and p.about = 'phone' and p.status = 'open')
    or exists (select from wrong_number_days w where w.dentist_id = d.id))`,
  no_address: blank('address'),
  no_place: '(d.city_id is null or d.zip5 is null)',
  no_hours: blank(...dayNames.map((day) => `${day}_hours`)),
  no_services: 'd.service_mask = 0 and not exists (select from dentist_services s where s.dentist_id = d.id)',
  no_npi: 'd.npi is null',
  stale: `coalesce(d.confirmed_at, d.updated_at) < now() - interval '1 year' and d.updated_at < now() - interval '1 year'`,
  duplicate: `(d.name_norm, d.zip5) in (${CLUSTERS})`,
};
