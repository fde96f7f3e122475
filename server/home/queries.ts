import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { reviewParts } from '#server/inbox/source-tables.ts';

const AWAKE = '(i.snoozed_until is null or i.snoozed_until <= :now)';

/** Open items by inbox. Snoozed items don't count. */
const OPEN_ITEMS: Record<'listing' | 'problem' | 'message' | 'privacy' | 'review', string> = {
  listing: `select q.due_at, q.submitted_at as received_at, i.assignee_id from claim_requests q
    left join inbox_items i on i.claim_id = q.id where q.kind = 'new_listing' and q.status = 'pending' and ${AWAKE}`,
  problem: `select cast(null as timestamptz) as due_at, p.created_at as received_at, i.assignee_id from listing_problems p
    left join inbox_items i on i.problem_id = p.id where p.status = 'open' and ${AWAKE}`,
  message: `select cast(null as timestamptz) as due_at, m.created_at as received_at, i.assignee_id from contact_messages m
    left join inbox_items i on i.message_id = m.id where m.status = 'open' and ${AWAKE}`,
  privacy: `select r.due_at, r.received_at, i.assignee_id from privacy_requests r
    left join inbox_items i on i.request_id = r.id where r.status = 'open' and ${AWAKE}`,
  review: `select ${reviewParts.dueAt} as due_at, ${reviewParts.receivedAt} as received_at, i.assignee_id from reviews v
    left join inbox_items i on i.review_id = v.id where ${reviewParts.isOpen} and ${AWAKE}`,
};
const openClaims = (
  kinds: string,
) => `select q.due_at, q.submitted_at as received_at, i.assignee_id from claim_requests q
  left join inbox_items i on i.claim_id = q.id where q.kind in (${kinds}) and q.status = 'pending' and ${AWAKE}`;
/** The parts of the review queue. */
const OPEN_CLAIMS = {
  claims: openClaims(`'claim', 'identity_change'`),
  transfers: openClaims(`'new_owner'`),
};

/** Payment disputes that wait for evidence. */
const OPEN_DISPUTES = {
  disputes: `select d.evidence_due_at as due_at, d.created_at as received_at, cast(null as integer) as assignee_id
    from disputes d where d.status in ('needs_response', 'warning_needs_response')`,
};

type Inbox = keyof typeof OPEN_ITEMS;
export type Source = Inbox | keyof typeof OPEN_CLAIMS | keyof typeof OPEN_DISPUTES;

export async function countOpenItems(db: Knex, now: Date): Promise<Record<Inbox, number>> {
  const counts = Object.entries(OPEN_ITEMS).map(
    ([inbox, items]) => `(select cast(count(*) as integer) from (${items}) open_items) as ${inbox}`,
  );
  const [row] = await rows<Record<Inbox, number>>(db, `select ${counts.join(', ')}`, { now });
  return row!;
}

interface Due {
  count: number;
  overdue: number;
  mine: number;
  nextAt: Date | null;
}

export async function findDue(db: Knex, source: Source, userId: number, now: Date): Promise<Due> {
  const [row] = await rows<Due>(
    db,
    `select cast(count(*) as integer) as count, cast(count(*) filter (where due_at < :now) as integer) as overdue,
       cast(count(*) filter (where assignee_id = :userId) as integer) as mine, min(coalesce(due_at, received_at)) as next_at
     from (${{ ...OPEN_ITEMS, ...OPEN_CLAIMS, ...OPEN_DISPUTES }[source]}) open_items`,
    { userId, now },
  );
  return row!;
}

export interface Failure {
  kind: 'mails' | 'jobs' | 'imports' | 'payments' | 'backups';
  count: number;
  latestAt: Date;
  detail: string | null;
}

/** Failed jobs stay until someone runs them again or dismisses them; the other failures show for a week. */
export const findFailures = (db: Knex, now: Date): Promise<Failure[]> =>
  rows(
    db,
    `with failures as (
       select case when name = 'mail' then 'mails' else 'jobs' end as kind, greatest(run_at, created_at) as at,
         case when name = 'mail' then last_error else concat_ws(': ', name, last_error) end as detail
       from jobs where attempts >= max_attempts and held_until is null
       union all select 'imports', coalesce(finished_at, created_at), concat_ws(': ', file_name, message) from import_runs
         where status = 'failed' and coalesce(finished_at, created_at) > cast(:now as timestamptz) - interval '7 days'
       union all select 'payments', t.created_at, concat_ws(', ', u.name, t.description) from transactions t left join users u on u.id = t.user_id
         where t.status = 'failed' and t.created_at > cast(:now as timestamptz) - interval '7 days'
       union all select 'backups', coalesce(finished_at, started_at), message from backup_runs
         where status = 'failed' and coalesce(finished_at, started_at) > cast(:now as timestamptz) - interval '7 days')
     select kind, cast(count(*) as integer) as count, max(at) as latest_at,
       left((array_agg(detail order by at desc))[1], 300) as detail
     from failures group by kind order by latest_at desc`,
    { now },
  );

export interface Change {
  kind: 'imports' | 'merges' | 'transfers' | 'sign-ins';
  at: Date;
  by: string | null;
  what: string | null;
  subjectId: number | null;
  userAgent: string | null;
  sessionKind: 'web' | 'desktop' | null;
}

/** The latest imports, merges, transfers between owners, and logins of staff within a week. */
export const findChanges = (db: Knex, kinds: readonly Change['kind'][], now: Date): Promise<Change[]> =>
  rows(
    db,
    `select * from (
       (select 'imports' as kind, coalesce(finished_at, created_at) as at, user_name as by, file_name as what, id as subject_id,
          cast(null as text) as user_agent, cast(null as text) as session_kind
        from import_runs where status in ('done', 'undone') and 'imports' = any(cast(:kinds as text[])) order by id desc limit 8)
       union all
       (select 'merges', m.at, u.name, d.name, d.id, null, null from listing_merges m join dentists d on d.id = m.kept_id
          left join users u on u.id = m.by_user where 'merges' = any(cast(:kinds as text[])) order by m.id desc limit 8)
       union all
       (select 'transfers', t.closed_at, u.name, d.name, d.id, null, null from listing_transfers t join dentists d on d.id = t.dentist_id
          left join users u on u.id = t.to_user_id
        where t.status = 'done' and 'transfers' = any(cast(:kinds as text[])) order by t.closed_at desc limit 8)
       union all
       (select 'sign-ins', s.created_at, u.name, null, u.id, s.user_agent, s.kind from auth_sessions s
          join users u on u.id = s.user_id where u.role <> 'user' and 'sign-ins' = any(cast(:kinds as text[]))
        order by s.created_at desc limit 8)
     ) changes where at > cast(:now as timestamptz) - interval '7 days' order by at desc limit 12`,
    { kinds, now },
  );

/** Locks the failed jobs of a kind, and runs them again or deletes them. Returns how many there were. */
export async function handleFailedJobs(
  trx: Knex,
  kind: 'mails' | 'jobs',
  action: 'retry' | 'dismiss',
): Promise<number> {
  const failed = `attempts >= max_attempts and held_until is null and (name = 'mail') = (:kind = 'mails')`;
  const handled = await rows(
    trx,
    action === 'retry'
      ? `update jobs set attempts = 0, run_at = '-infinity' where ${failed} returning id`
      : `delete from jobs where ${failed} returning id`,
    { kind },
  );
  return handled.length;
}
