import type { Knex } from 'knex';
import { stateLabels } from '#shared/appointments/appointment-state.ts';
import { rows } from '#server/base/db/knex.ts';
import { FOUND_LIMIT, newestOf, type FoundRow } from '#server/base/tables/staff-query.ts';
import { caseOf, SqlText } from '#server/base/tables/sql-text.ts';
import { isAboutListings, type ListingQuery } from '#server/listings/staff-search.ts';

/**
 * Finds appointment requests by number, or by what identifies the listing. Patients are not searched, because looking at their
 * details is recorded.
 */
export function searchAppointmentsForStaff(db: Knex, query: ListingQuery): Promise<FoundRow[]> {
  const sql = new SqlText().add(
    `select r.id, d.name as label, concat_ws(', ', d.city, ${caseOf('r.state', Object.entries(stateLabels))}) as detail
     from appointment_requests r join dentists d on d.id = r.dentist_id where `,
  );
  if (query.id === null)
    sql.add('r.id in ').append(newestOf('appointment_requests', [isAboutListings('appointment_requests', query)]));
  else sql.add('r.id = ?', query.id);
  return rows(db, `${sql.text} order by r.id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}
