import { claimTable } from '#shared/tables/lists/claims.ts';
import { choiceOf, daysOf, flagOf, searchOf } from '#server/base/tables/filter-sql.ts';
import { caseOf, SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { filterByAssignee } from '#server/inbox/assignee-filter.ts';
import { CLAIM_TITLE, RIVALS } from '../queries-rivals.ts';

const documents = '(select count(*) from claim_attachments t where t.claim_id = c.id)';
/** True until the claimant has answered. */
const isAsked = `c.evidence_asked_at is not null and coalesce(c.evidence_answered_at < c.evidence_asked_at, true)`;

export const claimSource: TableSource<typeof claimTable> = {
  shape: claimTable,
  from: 'claim_requests c join dentists d on d.id = c.dentist_id',
  id: 'c.id',
  joins: `left join users w on w.id = c.reviewed_by
    left join inbox_items i on i.claim_id = c.id left join users a on a.id = i.assignee_id`,
  columns: {
    id: 'c.id',
    listing: CLAIM_TITLE,
    place: `concat_ws(', ', d.city, d.state)`,
    kind: caseOf('c.kind', claimTable.filters.kind.options),
    claimant: 'c.requestor_name',
    email: 'c.requestor_email',
    phone: 'c.requestor_phone',
    role: `initcap(replace(c.relationship_to_practice, '_', ' '))`,
    status: 'initcap(c.status)',
    assignee: 'a.name',
    snoozed: `case when c.status = 'pending' then i.snoozed_until end`,
    documents,
    rivals: RIVALS,
    asked: `case when ${isAsked} then c.evidence_asked_at end`,
    pin: 'c.pin_confirmed_at is not null',
    submitted: 'c.submitted_at',
    due: `case when c.status = 'pending' then c.due_at end`,
    reviewed: 'c.reviewed_at',
    reviewer: 'w.name',
    notes: 'c.review_notes',
  },
  sorts: {
    id: { sql: 'c.id', type: 'integer' },
    claimant: { sql: 'lower(c.requestor_name) collate "C"', type: 'text' },
    submitted: { sql: 'c.submitted_at', type: 'timestamptz' },
    due: { sql: 'c.due_at', type: 'timestamptz', nullable: true },
    reviewed: { sql: 'c.reviewed_at', type: 'timestamptz', nullable: true },
  },
  filters: {
    status: choiceOf('c.status'),
    kind: choiceOf('c.kind'),
    assignee: filterByAssignee('(select i.assignee_id from inbox_items i where i.claim_id = c.id)'),
    state: choiceOf('d.state'),
    overdue: (values, { now }) =>
      new SqlText().add(
        `${values[0] === '0' ? 'not ' : ''}(c.status = 'pending' and coalesce(c.due_at < ?, false))`,
        now,
      ),
    documents: flagOf(`${documents} > 0`),
    rivals: flagOf(`${RIVALS} > 0`),
    asked: flagOf(isAsked),
    reviewer: ([value = '']) =>
      new SqlText().add(
        'c.reviewed_by = any(array(select id from users where lower(name) like ?))',
        `%${escapeLike(value.trim().toLowerCase())}%`,
      ),
    submitted: daysOf('c.submitted_at'),
    due: daysOf('c.due_at'),
    reviewed: daysOf('c.reviewed_at'),
  },
  base: () => new SqlText().add('true'),
  search: searchOf(
    'c.id',
    'd.name',
    'c.group_name',
    'd.city',
    'c.requestor_name',
    'c.requestor_email',
    'c.requestor_phone',
  ),
};
