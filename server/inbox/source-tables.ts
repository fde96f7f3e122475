import type { InboxKind } from '#contract/inbox.ts';
import { DECIDE_HOURS } from '#shared/reviews/review.ts';

interface Source {
  /** The column of inbox_items that names the item. */
  column: 'message_id' | 'problem_id' | 'request_id' | 'claim_id' | 'review_id';
  /** Selects every item of the kind with the same columns. */
  sql: string;
  /** The item's subject in the audit log. */
  subject: string;
}

const NO_LISTING = `cast(null as integer) as listing_id, cast(null as text) as listing_name, cast(null as text) as slug,
  cast(null as text) as state, cast(null as text) as city_slug,
  false as is_held`;
const LISTING =
  'd.id as listing_id, d.name as listing_name, d.slug, d.state, c.slug as city_slug, d.held_at is not null as is_held';

const CLAIMS = `select q.id, d.name as title, coalesce(d.specialty, '') as topic,
    concat_ws(', ', nullif(d.address, ''), nullif(d.city, ''), concat_ws(' ', d.state, d.zip_code)) as text,
    q.requestor_name as name, q.requestor_email as email, ${LISTING},
    q.submitted_at as received_at, q.due_at, false as is_priority, q.status, q.status = 'pending' as is_open, q.reviewed_at as closed_at,
    nullif(q.review_notes, '') as outcome, q.user_id
  from claim_requests q join dentists d on d.id = q.dentist_id left join cities c on c.id = d.city_id`;

const REPORT_IS_OPEN = `v.status = 'published' and v.reported_at is not null and v.report_decided_at is null`;
/** The inbox's facts about a review v. A published review is open while staff owe the practice an answer to its report. */
export const reviewParts = {
  isOpen: `(v.status = 'flagged' or ${REPORT_IS_OPEN})`,
  isReported: `(${REPORT_IS_OPEN})`,
  dueAt: `case when ${REPORT_IS_OPEN} then v.reported_at + interval '${DECIDE_HOURS} hours' else v.due_at end`,
  receivedAt: `case when ${REPORT_IS_OPEN} then v.reported_at else v.sent_at end`,
  closedAt: 'greatest(v.decided_at, v.report_decided_at)',
  isQueued: `(v.status = 'flagged' or v.decided_at is not null or v.reported_at is not null)`,
};

/** The tables behind the inboxes, in one shape. New listings are claims of one kind. */
export const sources: Record<InboxKind, Source> = {
  message: {
    column: 'message_id',
    subject: 'message',
    sql: `select m.id, m.subject as title, m.category as topic, m.message as text, m.name, m.email, ${NO_LISTING},
        m.created_at as received_at, m.due_at, m.priority = 1 as is_priority, m.status, m.status = 'open' as is_open,
        m.closed_at, cast(null as text) as outcome, cast(null as integer) as user_id
      from contact_messages m`,
  },
  problem: {
    column: 'problem_id',
    subject: 'problem',
    sql: `select p.id, d.name as title, p.about as topic, p.message as text, cast(null as text) as name, p.email, ${LISTING},
        p.created_at as received_at, cast(null as timestamptz) as due_at, false as is_priority, p.status, p.status = 'open' as is_open,
        p.closed_at, p.note as outcome, p.user_id, r.source as source_key
      from listing_problems p join dentists d on d.id = p.dentist_id left join cities c on c.id = d.city_id
        left join import_runs r on r.id = p.run_id`,
  },
  privacy: {
    column: 'request_id',
    subject: 'privacy request',
    sql: `select r.id, r.name as title, r.kind as topic, r.message as text, r.name, r.email, ${NO_LISTING},
        r.received_at, r.due_at, false as is_priority, r.status, r.status = 'open' as is_open, r.closed_at, nullif(r.notes, '') as outcome, r.user_id
      from privacy_requests r`,
  },
  listing: { column: 'claim_id', subject: 'claim', sql: `${CLAIMS} where q.kind = 'new_listing'` },
  review: {
    column: 'review_id',
    subject: 'review',
    sql: `select v.id, d.name as title, case when ${reviewParts.isReported} then 'reported' else coalesce(v.flags[1], '') end as topic, v.body as text, v.author_name as name, cast(null as text) as email,
        ${LISTING}, ${reviewParts.receivedAt} as received_at, ${reviewParts.dueAt} as due_at, v.appealed_at is not null as is_priority, v.status,
        ${reviewParts.isOpen} as is_open,
        ${reviewParts.closedAt} as closed_at, v.reason as outcome, cast(null as integer) as user_id
      from reviews v join dentists d on d.id = v.dentist_id left join cities c on c.id = d.city_id
      where ${reviewParts.isQueued}`,
  },
  claim: { column: 'claim_id', subject: 'claim', sql: CLAIMS },
};
