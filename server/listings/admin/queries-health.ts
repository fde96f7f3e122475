import type { HealthCheck } from '#shared/data-health/health-checks.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { isDuplicate } from '../matching/matching.ts';

const blank = (column: string): string => `coalesce(d.${column}, '') = ''`;

/** By the day, so that a count holds until a listing changes or the day ends. */
const YEAR_AGO = `date_trunc('day', now()) - interval '1 year'`;

/** SQL conditions about a listing d that isn't deleted. */
export const healthConditions: Record<HealthCheck, string> = {
  no_phone: blank('phone'),
  // A single list, because with "or" each listing is looked up.
  wrong_number: `d.id in (select dentist_id from listing_problems where about = 'phone' and status = 'open'
    union all select dentist_id from wrong_number_days)`,
  no_address: blank('address'),
  no_place: '(d.city_id is null or d.zip5 is null)',
  // A single comparison, because the planner takes seven for so rare that it reads and sorts all listings.
  no_hours: `concat(${dayNames.map((day) => `d.${day}_hours`).join(', ')}) = ''`,
  no_services: 'd.service_mask = 0 and not exists (select from dentist_services s where s.dentist_id = d.id)',
  no_npi: 'd.npi is null',
  stale: `coalesce(d.confirmed_at, d.updated_at) < ${YEAR_AGO} and d.updated_at < ${YEAR_AGO}`,
  duplicate: isDuplicate,
};
