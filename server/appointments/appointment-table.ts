import { appointmentStates, stateLabels } from '#shared/appointments/appointment-state.ts';
import { appointmentTable } from '#shared/tables/lists/appointments.ts';
import { choiceOf, daysOf, flagOf, searchOf } from '#server/base/tables/filter-sql.ts';
import { caseOf, SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';

/** Leaves out what patients wrote. Staff read that in an opened request, and the audit log records it. */
export const appointmentSource: TableSource<typeof appointmentTable> = {
  shape: appointmentTable,
  from: 'appointment_requests r join dentists d on d.id = r.dentist_id',
  id: 'r.id',
  joins: 'left join users u on u.id = r.owner_id',
  columns: {
    id: 'r.id',
    listing: 'd.name',
    place: `concat_ws(', ', d.city, d.state)`,
    owner: 'u.email',
    state: caseOf(
      'r.state',
      appointmentStates.map((state) => [state, stateLabels[state]]),
    ),
    erased: 'r.erased_at is not null',
    received: 'r.created_at',
    changed: 'r.changed_at',
  },
  sorts: {
    id: { sql: 'r.id', type: 'integer' },
    received: { sql: 'r.created_at', type: 'timestamptz' },
    changed: { sql: 'r.changed_at', type: 'timestamptz' },
  },
  filters: {
    state: choiceOf('r.state'),
    listing: ([value = '']) => new SqlText().add('cast(r.dentist_id as text) = ?', value.replace('#', '').trim()),
    owner: ([value = '']) =>
      new SqlText().add('r.owner_id = (select id from users where email = lower(?))', value.trim()),
    erased: flagOf('r.erased_at is not null'),
    received: daysOf('r.created_at'),
    changed: daysOf('r.changed_at'),
  },
  base: () => new SqlText().add('true'),
  search: searchOf('r.id', 'd.name', 'd.city'),
};
