import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface ClaimCounts {
  pending: number;
  approved: number;
  rejected: number;
  overdue: number;
  snoozed: number;
}

export async function countClaimsByStatus(db: Knex, now: Date): Promise<ClaimCounts> {
  const [row] = await rows<ClaimCounts>(
    db,
    `select count(*) filter (where q.status = 'pending') as pending,
       count(*) filter (where q.status = 'approved') as approved,
       count(*) filter (where q.status = 'rejected') as rejected,
       count(*) filter (where q.status = 'pending' and q.due_at < :now and i.snoozed_until is null) as overdue,
       count(*) filter (where q.status = 'pending' and i.snoozed_until is not null) as snoozed
     from claim_requests q left join inbox_items i on i.claim_id = q.id and i.snoozed_until > :now`,
    { now },
  );
  return row!;
}
