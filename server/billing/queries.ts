import type { Knex } from 'knex';
import type { Interval } from '#shared/billing/plans.ts';
import { rows } from '#server/base/db/knex.ts';
import { announce } from '#server/base/webhooks/announce.ts';

export interface Buyer {
  id: number;
  name: string;
  email: string;
  createdAt: Date;
  subscriptionPlan: string;
  subscriptionStatus: string;
  subscriptionExpiresAt: Date | null;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
}
const buyerColumns = `id, name, email, created_at, subscription_plan, subscription_status, subscription_expires_at,
  stripe_customer_id, stripe_subscription_id`;

export async function findBuyer(db: Knex, userId: number): Promise<Buyer | undefined> {
  return (await rows<Buyer>(db, `select ${buyerColumns} from users where id = ?`, [userId]))[0];
}
export async function findBuyerByEmail(db: Knex, email: string): Promise<Buyer | undefined> {
  return (await rows<Buyer>(db, `select ${buyerColumns} from users where email = ?`, [email]))[0];
}
export async function findBuyerOfCustomer(db: Knex, customerId: string): Promise<Buyer | undefined> {
  return (await rows<Buyer>(db, `select ${buyerColumns} from users where stripe_customer_id = ?`, [customerId]))[0];
}
export async function lockBuyer(trx: Knex, userId: number): Promise<void> {
  await rows(trx, 'select id from users where id = ? for update', [userId]);
}
export async function lockBuyerOfCustomer(db: Knex, customerId: string): Promise<Buyer | undefined> {
  return (
    await rows<Buyer>(db, `select ${buyerColumns} from users where stripe_customer_id = ? for update`, [customerId])
  )[0];
}

/** Links a Stripe customer to a user, unless the user already has one. Returns the id that is stored. */
export async function saveCustomer(trx: Knex, userId: number, customerId: string, now: Date): Promise<string> {
  await rows(
    trx,
    `update users set stripe_customer_id = :customerId where id = :userId and stripe_customer_id is null`,
    { customerId, userId },
  );
  const [user] = await rows<{ stripeCustomerId: string }>(trx, 'select stripe_customer_id from users where id = ?', [
    userId,
  ]);
  const id = user!.stripeCustomerId;
  await rows(
    trx,
    `insert into billing_customers (id, user_id, created_at) values (:id, :userId, :now)
     on conflict (id) do update set user_id = excluded.user_id`,
    { id, userId, now },
  );
  return id;
}

/** Links a user to the customer that replaces one deleted at Stripe, unless another request did so first. */
export async function replaceCustomer(trx: Knex, userId: number, gone: string, customerId: string): Promise<void> {
  await rows(
    trx,
    'update users set stripe_customer_id = :customerId where id = :userId and stripe_customer_id = :gone',
    { customerId, userId, gone },
  );
}

/** Locks a customer for 30 seconds. False if another request holds the lock. */
export async function acquireCheckoutLock(db: Knex, customerId: string): Promise<boolean> {
  const lockedRows = await rows(
    db,
    `update billing_customers set busy_until = now() + interval '30 seconds'
     where id = ? and (busy_until is null or busy_until < now()) returning id`,
    [customerId],
  );
  return lockedRows.length > 0;
}
export async function renewCheckoutLock(db: Knex, customerId: string): Promise<void> {
  await rows(
    db,
    `update billing_customers set busy_until = now() + interval '30 seconds' where id = ? and busy_until is not null`,
    [customerId],
  );
}
export async function releaseCheckoutLock(db: Knex, customerId: string): Promise<void> {
  await rows(db, 'update billing_customers set busy_until = null where id = ?', [customerId]);
}

/** Assigns the next number to a sync before it reads from Stripe. Null for an unknown customer. */
export async function startSync(db: Knex, customerId: string): Promise<number | null> {
  const [row] = await rows<{ looks: number }>(
    db,
    'update billing_customers set looks = looks + 1 where id = ? returning looks',
    [customerId],
  );
  return row?.looks ?? null;
}
/** False if a sync that started later has already been written. Serializes writes until the transaction ends. */
export async function claimSyncWrite(trx: Knex, customerId: string, syncNumber: number, now: Date): Promise<boolean> {
  await rows(trx, `select pg_advisory_xact_lock(hashtextextended('billing:' || ?, 0))`, [customerId]);
  const updatedRows = await rows(
    trx,
    `update billing_customers set applied = :syncNumber, looked_at = :now where id = :customerId and applied < :syncNumber returning id`,
    { syncNumber, now, customerId },
  );
  return updatedRows.length > 0;
}

export interface NewSubscription {
  id: string;
  customerId: string;
  userId: number | null;
  priceId: string;
  plan: string;
  interval: Interval;
  launch: boolean;
  /** For the whole quantity. */
  cents: number;
  quantity: number;
  itemId: string | null;
  status: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  trialEnd: Date | null;
  cancelAt: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
  startedAt: Date;
  cardBrand: string | null;
  cardLast4: string | null;
}
export interface SubscriptionRow extends NewSubscription {
  renewalMailedFor: Date | null;
  cancelMailedFor: Date | null;
  endMailed: boolean;
}

export async function listSubscriptions(db: Knex, customerId: string): Promise<SubscriptionRow[]> {
  return (await db('subscriptions').where({ customerId }).orderBy('startedAt', 'desc')) as SubscriptionRow[];
}
export async function findSubscription(db: Knex, id: string): Promise<SubscriptionRow | undefined> {
  return (await db('subscriptions').where({ id }).first()) as SubscriptionRow | undefined;
}
/** Stores a subscription, and a history entry if its price changed. */
export async function storeSubscription(trx: Knex, subscription: NewSubscription, now: Date): Promise<void> {
  await trx('subscriptions').insert(subscription).onConflict('id').merge();
  const { id, plan, interval, cents, startedAt } = subscription;
  await rows(
    trx,
    `insert into subscription_prices (subscription_id, since, plan, interval, cents)
     select cast(:id as text), case when last.since is null then cast(:startedAt as timestamptz) else greatest(:now, last.since) end,
       cast(:plan as text), cast(:interval as text), cast(:cents as integer)
     from (select 1) one left join lateral
       (select since, plan, interval, cents from subscription_prices where subscription_id = :id order by since desc limit 1) last on true
     where (last.plan, last.interval, last.cents) is distinct from (:plan, :interval, cast(:cents as integer))
     on conflict (subscription_id, since) do update set plan = excluded.plan, interval = excluded.interval, cents = excluded.cents`,
    { id, plan, interval, cents, startedAt, now },
  );
}
export async function markSubscriptionEmailed(
  trx: Knex,
  id: string,
  marks: Partial<Pick<SubscriptionRow, 'renewalMailedFor' | 'cancelMailedFor' | 'endMailed'>>,
): Promise<void> {
  await trx('subscriptions').where({ id }).update(marks);
}

export interface BillingState {
  subscriptionPlan: string;
  subscriptionStatus: string;
  subscriptionExpiresAt: Date | null;
  stripeSubscriptionId: string | null;
}
/** Every change of an account's plan is written here, and announced to its webhooks. */
export async function updateBillingState(trx: Knex, userId: number, state: BillingState, at: Date): Promise<void> {
  await trx('users').where({ id: userId }).update(state);
  const event = { type: 'subscription.changed', at, id: userId, data: { userId }, path: '/dashboard/billing' } as const;
  await announce(trx, event, { userId });
}

/** Locks the accounts whose given plan has reached its date. */
export const lockEndedGifts = (trx: Knex, now: Date): Promise<Pick<Buyer, 'id' | 'subscriptionPlan'>[]> =>
  rows(
    trx,
    `select id, subscription_plan from users
     where subscription_plan <> 'free' and stripe_subscription_id is null and subscription_expires_at <= ?
     order by id for update skip locked`,
    [now],
  );

/** Records a webhook event. False if it was recorded before. */
export async function recordEvent(
  trx: Knex,
  event: { id: string; type: string; customerId: string | null; happenedAt: Date; receivedAt: Date },
): Promise<boolean> {
  const insertedRows = await rows(
    trx,
    `insert into stripe_events (id, type, customer_id, happened_at, received_at)
     values (:id, :type, :customerId, :happenedAt, :receivedAt) on conflict do nothing returning id`,
    event,
  );
  return insertedRows.length > 0;
}

/**
 * Locks the subscriptions that renew within their days of notice and have no renewal email yet. Skips rows that another server has
 * locked, and Enterprise, because Stripe sends its invoices and charges no card.
 */
export async function lockUpcomingRenewals(
  trx: Knex,
  now: Date,
  noticeDays: Record<Interval, number>,
): Promise<(SubscriptionRow & { name: string; email: string })[]> {
  return rows(
    trx,
    `select s.*, u.name, u.email from subscriptions s join users u on u.id = s.user_id and u.stripe_subscription_id = s.id
     where s.status in ('active', 'trialing') and s.plan <> 'enterprise' and s.cancel_at is null and s.current_period_end > :now
       and s.current_period_end <= cast(:now as timestamptz) + (case when s.interval = 'yearly' and s.status = 'active' then cast(:yearly as integer) else cast(:monthly as integer) end) * interval '1 day'
       and s.renewal_mailed_for is distinct from s.current_period_end
     order by s.current_period_end limit 200 for update of s skip locked`,
    { now, ...noticeDays },
  );
}

export async function listCustomersAfter(db: Knex, after: string, count: number): Promise<string[]> {
  const customers = await rows<{ id: string }>(
    db,
    'select id from billing_customers where id > ? order by id limit ?',
    [after, count],
  );
  return customers.map(({ id }) => id);
}
export async function deleteOldRecords(db: Knex, before: { events: Date; transactions: Date }): Promise<void> {
  await db('stripeEvents').where('receivedAt', '<', before.events).delete();
  await db('transactions').where('createdAt', '<', before.transactions).delete();
}
