import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** A claimed delivery with its endpoint. `attempts` includes this one, so that a late result doesn't overwrite that of a newer attempt. */
export interface ClaimedDelivery {
  id: number;
  endpointId: number;
  eventId: string;
  type: string;
  subject: string;
  data: Record<string, unknown> & { path: string };
  createdAt: Date;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  url: string;
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: Date | null;
}

export interface Outcome {
  attemptedAt: Date;
  status: number | null;
  durationMs: number;
  reply: string | null;
  error: string | null;
}

/** How many requests an endpoint gets at once, and how many after minutes of only failures, so that it can't hold up the others. */
const PER_ENDPOINT = 12;
const PER_FAILING_ENDPOINT = 2;
const FAILING = `interval '5 minutes'`;
/** Longer than a request may take. A delivery whose server died is sent again after this. */
const LEASE = `interval '60 seconds'`;
const IS_FREE = '(d.held_until is null or d.held_until < now())';
const IS_NEXT = `not exists (select from webhook_deliveries b where b.endpoint_id = d.endpoint_id and b.subject = d.subject
  and b.id < d.id and b.state = 'waiting')`;
const CLAIMED = `d.id, d.endpoint_id, d.event_id, d.type, d.subject, d.data, d.created_at, d.state, d.attempts,
  e.url, e.secret, e.old_secret, e.old_secret_until`;

/** Claims due deliveries, only the earliest of each subject. Endpoints take turns. */
export const claimDue = (db: Knex, now: Date, limit: number): Promise<ClaimedDelivery[]> =>
  rows<ClaimedDelivery>(
    db,
    `update webhook_deliveries d set held_until = now() + ${LEASE}, attempts = d.attempts + 1
     from webhook_endpoints e, (
       select due.id from (select id, failing_since from webhook_endpoints where disabled_at is null order by random()) o
       cross join lateral (
         select d.id from webhook_deliveries d
         where d.endpoint_id = o.id and d.state = 'waiting' and d.due_at <= :now and ${IS_FREE} and ${IS_NEXT}
         order by d.due_at, d.id
         limit greatest(0, case when o.failing_since <= cast(:now as timestamptz) - ${FAILING} then ${PER_FAILING_ENDPOINT} else ${PER_ENDPOINT} end
           - (select count(*) from webhook_deliveries h where h.endpoint_id = o.id and h.state = 'waiting' and h.held_until > now()))
         for update skip locked
       ) due limit :limit
     ) picked
     where d.id = picked.id and e.id = d.endpoint_id returning ${CLAIMED}`,
    { now, limit },
  );

/** Claims one delivery for an attempt by hand, unless an earlier event of its subject waits or it is being sent. */
export async function claimOne(db: Knex, endpointId: number, id: number): Promise<ClaimedDelivery | undefined> {
  const [claimed] = await rows<ClaimedDelivery>(
    db,
    `update webhook_deliveries d set held_until = now() + ${LEASE}, attempts = d.attempts + 1 from webhook_endpoints e
     where d.id = :id and d.endpoint_id = :endpointId and e.id = d.endpoint_id and ${IS_FREE} and (d.state <> 'waiting' or ${IS_NEXT})
     returning ${CLAIMED}`,
    { id, endpointId },
  );
  return claimed;
}

const SET_OUTCOME = `held_until = null, attempted_at = :attemptedAt, status = :status, duration_ms = :durationMs,
  reply = :reply, error = :error`;

/** Ignores the result of an attempt whose lease ended, because another attempt may run. */
export async function saveSuccess(db: Knex, { id, attempts }: ClaimedDelivery, outcome: Outcome): Promise<void> {
  await rows(
    db,
    `with saved as (
       update webhook_deliveries set state = 'delivered', ${SET_OUTCOME} where id = :id and attempts = :attempts returning endpoint_id)
     update webhook_endpoints e set failing_since = null from saved where e.id = saved.endpoint_id and e.failing_since is not null`,
    { id, attempts, ...outcome },
  );
}

/**
 * Stores a failed attempt, and returns since when the endpoint has only failed. Without `dueAt` the delivery has failed for good. Later
 * events of the subject wait as long, so that the next search skips them.
 */
export async function saveFailure(
  trx: Knex,
  { id, endpointId, subject, attempts }: ClaimedDelivery,
  outcome: Outcome,
  dueAt: Date | null,
): Promise<{ failingSince: Date; isDisabled: boolean } | undefined> {
  const saved = await rows(
    trx,
    `update webhook_deliveries set state = case when cast(:dueAt as timestamptz) is null then 'failed' else 'waiting' end,
       due_at = coalesce(:dueAt, due_at), ${SET_OUTCOME} where id = :id and attempts = :attempts returning id`,
    { id, attempts, dueAt, ...outcome },
  );
  if (saved.length === 0) return undefined;
  if (dueAt)
    await rows(
      trx,
      `update webhook_deliveries set due_at = :dueAt
       where endpoint_id = :endpointId and subject = :subject and id > :id and state = 'waiting' and due_at < :dueAt`,
      { dueAt, endpointId, subject, id },
    );
  const [endpoint] = await rows<{ failingSince: Date; isDisabled: boolean }>(
    trx,
    `update webhook_endpoints set failing_since = coalesce(failing_since, :attemptedAt) where id = :endpointId
     returning failing_since, disabled_at is not null as is_disabled`,
    { endpointId, attemptedAt: outcome.attemptedAt },
  );
  return endpoint;
}

export interface LoggedDelivery {
  id: number;
  eventId: string;
  type: string;
  createdAt: Date;
  state: 'waiting' | 'delivered' | 'failed';
  dueAt: Date;
  attempts: number;
  attemptedAt: Date | null;
  status: number | null;
  durationMs: number | null;
  reply: string | null;
  error: string | null;
}

const LOGGED =
  'id, event_id, type, created_at, state, due_at, attempts, attempted_at, status, duration_ms, reply, error';

/** The newest first. */
export const listDeliveries = (
  db: Knex,
  endpointId: number,
  before: number | null,
  limit: number,
): Promise<LoggedDelivery[]> =>
  rows(
    db,
    `select ${LOGGED} from webhook_deliveries where endpoint_id = :endpointId and (cast(:before as bigint) is null or id < :before)
     order by id desc limit :limit`,
    { endpointId, before, limit },
  );

export async function findDelivery(db: Knex, endpointId: number, id: number): Promise<LoggedDelivery | undefined> {
  const [delivery] = await rows<LoggedDelivery>(
    db,
    `select ${LOGGED} from webhook_deliveries where endpoint_id = :endpointId and id = :id`,
    { endpointId, id },
  );
  return delivery;
}

/** An event of this endpoint alone, which waits only for the attempt by hand. */
export async function insertTest(db: Knex, endpointId: number, at: Date): Promise<number> {
  const [row] = await rows<{ id: number }>(
    db,
    `insert into webhook_deliveries (endpoint_id, type, subject, data, created_at, due_at, state)
     values (:endpointId, 'webhook.test', 'webhook:' || :endpointId, '{"path": "/account"}', :at, :at, 'failed') returning id`,
    { endpointId, at },
  );
  return row!.id;
}

export async function deleteDeliveriesBefore(db: Knex, before: Date, limit: number): Promise<number> {
  const result = (await db.raw(
    `delete from webhook_deliveries where id = any (array(select id from webhook_deliveries where created_at < :before limit :limit))`,
    { before, limit },
  )) as { rowCount: number };
  return result.rowCount;
}
