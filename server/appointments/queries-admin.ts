import type { Knex } from 'knex';
import type { AppointmentState } from '#shared/appointments/appointment-state.ts';
import { rows } from '#server/base/db/knex.ts';

interface ListedRow {
  id: number;
  dentistId: number;
  listingName: string;
  state: AppointmentState;
  createdAt: Date;
  changedAt: Date;
  isErased: boolean;
  listingState: string | null;
  slug: string | null;
  citySlug: string | null;
}

export const countByState = (db: Knex): Promise<{ state: AppointmentState; n: number }[]> =>
  rows(db, 'select state, cast(count(*) as integer) as n from appointment_requests group by state');

export const findListed = (
  db: Knex,
  state: AppointmentState | null,
  page: { limit: number; offset: number },
): Promise<ListedRow[]> =>
  rows(
    db,
    `select r.id, r.dentist_id, d.name as listing_name, r.state, r.created_at, r.changed_at, r.erased_at is not null as is_erased,
       d.state as listing_state, d.slug, c.slug as city_slug
     from appointment_requests r join dentists d on d.id = r.dentist_id left join cities c on c.id = d.city_id
     where cast(:state as text) is null or r.state = :state
     order by r.id desc limit :limit offset :offset`,
    { state, ...page },
  );
