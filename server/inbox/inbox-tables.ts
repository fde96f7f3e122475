import type { InboxKind } from '#contract/inbox.ts';
import { privacyKindNames } from '#shared/accounts/privacy-kinds.ts';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import { reviewFlags } from '#shared/reviews/review.ts';
import type { FilterValues } from '#shared/tables/table-shape.ts';
import {
  messageCategories,
  messageTable,
  newListingTable,
  privacyTable,
  problemTable,
  reviewTable,
} from '#shared/tables/lists/inboxes.ts';
import { choiceOf, daysOf, flagOf, searchOf } from '#server/base/tables/filter-sql.ts';
import { caseOf, SqlText } from '#server/base/tables/sql-text.ts';
import type { FilterContext, TableSource } from '#server/base/tables/table-source.ts';
import { filterByAssignee } from './assignee-filter.ts';
import { reviewParts, sources } from './source-tables.ts';

interface Parts {
  kind: InboxKind;
  /** The kind's table and alias, with the joins that a search needs. */
  from: string;
  alias: string;
  /** The status of open items, or the condition that keeps them. */
  open: string | { sql: string };
  received: string;
  closed: string;
  /** The columns that a search looks at. */
  searched: readonly string[];
}

const notes = '(select count(*) from inbox_notes n where n.item_id = i.id)';

/** The parts that the inboxes share: their state, their assignment, and their notes. */
function inboxParts({ kind, from, alias, open, received, closed, searched }: Parts) {
  const isOpen = typeof open === 'string' ? `${alias}.status = '${open}'` : open.sql;
  return {
    from: `${from} left join inbox_items i on i.${sources[kind].column} = ${alias}.id`,
    id: `${alias}.id`,
    joins: 'left join users w on w.id = i.assignee_id',
    columns: {
      id: `${alias}.id`,
      status: `initcap(${alias}.status)`,
      unread: `${isOpen} and i.read_at is null`,
      assignee: 'w.name',
      notes,
      received: `${alias}.${received}`,
      snoozed: `case when ${isOpen} then i.snoozed_until end`,
      closed: `${alias}.${closed}`,
    },
    sorts: {
      id: { sql: `${alias}.id`, type: 'integer' },
      received: { sql: `${alias}.${received}`, type: 'timestamptz' },
      closed: { sql: `${alias}.${closed}`, type: 'timestamptz', nullable: true },
    },
    filters: {
      // `base` reads this filter.
      view: () => new SqlText().add('true'),
      assignee: filterByAssignee('i.assignee_id'),
      unread: flagOf(`${isOpen} and i.read_at is null`),
      notes: flagOf(`${notes} > 0`),
      received: daysOf(`${alias}.${received}`),
      closed: daysOf(`${alias}.${closed}`),
    },
    base(filters: FilterValues, { now }: FilterContext) {
      const [view] = filters.view ?? [];
      if (view === 'all') return new SqlText().add('true');
      if (view === 'closed') return new SqlText().add(`not (${isOpen})`);
      if (view === 'snoozed') return new SqlText().add(`${isOpen} and i.snoozed_until > ?`, now);
      return new SqlText().add(`${isOpen} and (i.snoozed_until is null or i.snoozed_until <= ?)`, now);
    },
    exists: 'true',
    search: searchOf(`${alias}.id`, ...searched),
  } as const satisfies Partial<TableSource>;
}

const messages = inboxParts({
  kind: 'message',
  from: 'contact_messages m',
  alias: 'm',
  open: 'open',
  received: 'created_at',
  closed: 'closed_at',
  searched: ['m.subject', 'm.name', 'm.email', 'm.message'],
});
export const messageSource: TableSource<typeof messageTable> = {
  ...messages,
  shape: messageTable,
  columns: {
    ...messages.columns,
    title: 'm.subject',
    topic: caseOf('m.category', messageCategories),
    replies: '(select count(*) from contact_replies r where r.message_id = m.id)',
    priority: 'm.priority = 1',
    due: 'm.due_at',
    name: 'm.name',
    email: 'm.email',
    text: 'm.message',
  },
  sorts: {
    ...messages.sorts,
    priority: { sql: 'm.priority', type: 'integer' },
    due: { sql: 'm.due_at', type: 'timestamptz', nullable: true },
  },
  filters: {
    ...messages.filters,
    topic: choiceOf('m.category'),
    priority: flagOf('m.priority = 1'),
    due: daysOf('m.due_at'),
  },
};

const problems = inboxParts({
  kind: 'problem',
  from: 'listing_problems p join dentists d on d.id = p.dentist_id',
  alias: 'p',
  open: 'open',
  received: 'created_at',
  closed: 'closed_at',
  searched: ['d.name', 'p.message', 'p.email'],
});
export const problemSource: TableSource<typeof problemTable> = {
  ...problems,
  shape: problemTable,
  joins: `${problems.joins} left join users u on u.id = p.user_id`,
  columns: {
    ...problems.columns,
    title: 'd.name',
    topic: caseOf('p.about', problemTopics),
    name: 'u.name',
    email: 'p.email',
    text: 'p.message',
  },
  filters: { ...problems.filters, topic: choiceOf('p.about') },
};

const privacy = inboxParts({
  kind: 'privacy',
  from: 'privacy_requests r',
  alias: 'r',
  open: 'open',
  received: 'received_at',
  closed: 'closed_at',
  searched: ['r.name', 'r.email', 'r.message'],
});
export const privacySource: TableSource<typeof privacyTable> = {
  ...privacy,
  shape: privacyTable,
  columns: {
    ...privacy.columns,
    title: 'r.name',
    topic: caseOf('r.kind', Object.entries(privacyKindNames)),
    due: 'r.due_at',
    name: 'r.name',
    email: 'r.email',
    text: 'r.message',
  },
  sorts: { ...privacy.sorts, due: { sql: 'r.due_at', type: 'timestamptz' } },
  filters: { ...privacy.filters, topic: choiceOf('r.kind'), due: daysOf('r.due_at') },
};

const newListings = inboxParts({
  kind: 'listing',
  from: 'claim_requests q join dentists d on d.id = q.dentist_id',
  alias: 'q',
  open: 'pending',
  received: 'submitted_at',
  closed: 'reviewed_at',
  searched: ['d.name', 'd.city', 'q.requestor_name', 'q.requestor_email'],
});
const isNewListing = `q.kind = 'new_listing'`;
export const newListingSource: TableSource<typeof newListingTable> = {
  ...newListings,
  shape: newListingTable,
  columns: {
    ...newListings.columns,
    title: 'd.name',
    topic: 'd.specialty',
    due: 'q.due_at',
    name: 'q.requestor_name',
    email: 'q.requestor_email',
    text: `concat_ws(', ', nullif(d.address, ''), nullif(d.city, ''), concat_ws(' ', d.state, d.zip_code))`,
  },
  sorts: { ...newListings.sorts, due: { sql: 'q.due_at', type: 'timestamptz', nullable: true } },
  filters: { ...newListings.filters, due: daysOf('q.due_at') },
  base: (filters, context) => new SqlText().add(`${isNewListing} and `).append(newListings.base(filters, context)),
  exists: isNewListing,
};

const reviews = inboxParts({
  kind: 'review',
  from: 'reviews v join dentists d on d.id = v.dentist_id',
  alias: 'v',
  open: { sql: reviewParts.isOpen },
  received: 'sent_at',
  closed: 'decided_at',
  searched: ['d.name', 'v.body'],
});
export const reviewSource: TableSource<typeof reviewTable> = {
  ...reviews,
  shape: reviewTable,
  columns: {
    ...reviews.columns,
    title: 'd.name',
    topic: caseOf(`case when ${reviewParts.isReported} then 'reported' else v.flags[1] end`, reviewFlags),
    appealed: 'v.appealed_at is not null',
    due: reviewParts.dueAt,
    name: 'v.author_name',
    email: 'cast(null as text)',
    text: 'v.body',
  },
  sorts: { ...reviews.sorts, due: { sql: reviewParts.dueAt, type: 'timestamptz', nullable: true } },
  filters: {
    ...reviews.filters,
    topic: (values) =>
      new SqlText()
        .add('(v.flags && cast(? as text[])', [...values])
        .add(` or (${reviewParts.isReported} and 'reported' = any(cast(? as text[]))))`, [...values]),
    appealed: flagOf('v.appealed_at is not null'),
    due: daysOf(reviewParts.dueAt),
  },
  base: (filters, context) => new SqlText().add(`${reviewParts.isQueued} and `).append(reviews.base(filters, context)),
  exists: reviewParts.isQueued,
};
