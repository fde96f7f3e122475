import { callListTable } from '#shared/tables/lists/call-list.ts';
import { choiceOf, flagOf, searchOf } from '#server/base/tables/filter-sql.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { callReason, hasOpenReport, isHardToReach, isUnconfirmed } from './queries-call-list.ts';

const reasons: Record<string, string> = { reports: hasOpenReport, calls: isHardToReach };

export const callListSource: TableSource<typeof callListTable> = {
  shape: callListTable,
  from: 'call_list l join dentists d on d.id = l.dentist_id',
  id: 'd.id',
  joins: 'left join practices p on p.id = d.practice_id left join users u on u.id = d.user_id',
  columns: {
    place: 'l.place',
    name: 'd.name',
    practice: 'p.name',
    phone: 'd.phone',
    why: callReason,
    views: 'l.views',
    confirmed: 'd.confirmed_at',
    city: 'd.city',
    state: 'd.state',
    owner: 'u.email',
    id: 'd.id',
  },
  sorts: {
    place: { sql: 'l.place', type: 'integer' },
    views: { sql: 'l.views', type: 'integer' },
  },
  filters: {
    reason: (values) => new SqlText().add(`(${values.map((value) => reasons[value] ?? 'false').join(' or ')})`),
    state: choiceOf('d.state'),
    owned: flagOf('d.user_id is not null'),
    confirmedBefore: flagOf('d.confirmed_at is not null'),
  },
  // A practice leaves the list as soon as it is confirmed.
  base: (_filters, { now }) =>
    new SqlText().add('d.deleted_at is null and ').add(isUnconfirmed('cast(? as timestamptz)'), now),
  exists: 'd.deleted_at is null',
  search: searchOf('d.id', 'd.name', 'd.phone', 'd.city'),
};
