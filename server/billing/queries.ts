import type { Knex } from 'knex';
import type { Interval } from '#contract/plans.ts';
import { rows } from '#server/db/knex.ts';

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
export async function lockBuyerOfCustomer(db: Knex, customerId: string): Promise<Buyer | undefined> {
  return (
    await rows<Buyer>(db, `select ${buyerColumns} from users where stripe_customer_id = ? for update`, [customerId])
  )[0];
}

/** Ties a customer of the provider to a user. The first one wins; the winner is returned. */
export async function saveCustomer(trx: Knex, userId: number, customerId: string, now: Date): Promise<string> {
  await rows(
    trx,
    `update users set stripe_customer_id = :customerId where id = :userId and stripe_customer_id is null`,
    { customerId, userId },
  );
  const [kept] = await rows<{ stripeCustomerId: string }>(trx, 'select stripe_customer_id from users where id = ?', [
    userId,
  ]);
  const id = kept!.stripeCustomerId;
  await rows(
    trx,
    `insert into billing_customers (id, user_id, created_at) values (:id, :userId, :now)
     on conflict (id) do update set user_id = excluded.user_id`,
    { id, userId, now },
  );
  return id;
}

/** Takes the right to begin something at the provider for a customer, for half a minute. False when somebody has it. */
export async function acquireCheckoutLock(db: Knex, customerId: string): Promise<boolean> {
  const taken = await rows(
    db,
    `update billing_customers set busy_until = now() + interval '30 seconds'
     where id = ? and (busy_until is null or busy_until < now()) returning id`,
    [customerId],
  );
  return taken.length > 0;
}
export async function releaseCheckoutLock(db: Knex, customerId: string): Promise<void> {
  await rows(db, 'update billing_customers set busy_until = null where id = ?', [customerId]);
}

/** Numbers a look at the provider before it begins. Null when the customer is not one of ours. */
export async function startSync(db: Knex, customerId: string): Promise<number | null> {
  const [row] = await rows<{ looks: number }>(
    db,
    'update billing_customers set looks = looks + 1 where id = ? returning looks',
    [customerId],
  );
  return row?.looks ?? null;
}
/** True when nothing that was seen later is written yet; writes wait for each other until the end of the transaction. */
export async function claimSyncWrite(trx: Knex, customerId: string, look: number, now: Date): Promise<boolean> {
  await rows(trx, `select pg_advisory_xact_lock(hashtextextended('billing:' || ?, 0))`, [customerId]);
  const applied = await rows(
    trx,
    `update billing_customers set applied = :look, looked_at = :now where id = :customerId and applied < :look returning id`,
    { look, now, customerId },
  );
  return applied.length > 0;
}

export interface StoredSubscription {
  id: string;
  customerId: string;
  userId: number | null;
  priceId: string;
  plan: string;
  interval: Interval;
  launch: boolean;
  cents: number;
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
export interface KnownSubscription extends StoredSubscription {
  renewalMailedFor: Date | null;
  cancelMailedFor: Date | null;
  endMailed: boolean;
}

export async function listSubscriptions(db: Knex, customerId: string): Promise<KnownSubscription[]> {
  return (await db('subscriptions').where({ customerId }).orderBy('startedAt', 'desc')) as KnownSubscription[];
}
export async function findSubscription(db: Knex, id: string): Promise<KnownSubscription | undefined> {
  return (await db('subscriptions').where({ id }).first()) as KnownSubscription | undefined;
}
/** Writes a subscription as it is now, and since when it has had its price. */
export async function storeSubscription(trx: Knex, subscription: StoredSubscription, now: Date): Promise<void> {
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
  what: Partial<Pick<KnownSubscription, 'renewalMailedFor' | 'cancelMailedFor' | 'endMailed'>>,
): Promise<void> {
  await trx('subscriptions').where({ id }).update(what);
}

export interface BillingState {
  subscriptionPlan: string;
  subscriptionStatus: string;
  subscriptionExpiresAt: Date | null;
  stripeSubscriptionId: string | null;
}
export async function updateBillingState(trx: Knex, userId: number, state: BillingState): Promise<void> {
  await trx('users').where({ id: userId }).update(state);
}

/** Inserts an event; false when it is known already. */
export async function recordEvent(
  trx: Knex,
  event: { id: string; type: string; customerId: string | null; happenedAt: Date; receivedAt: Date },
): Promise<boolean> {
  const kept = await rows(
    trx,
    `insert into stripe_events (id, type, customer_id, happened_at, received_at)
     values (:id, :type, :customerId, :happenedAt, :receivedAt) on conflict do nothing returning id`,
    event,
  );
  return kept.length > 0;
}

/** Subscriptions that renew within a week and whose owner was not told yet, kept from other servers meanwhile. */
export async function lockUpcomingRenewals(
  trx: Knex,
  now: Date,
  until: Date,
): Promise<(KnownSubscription & { name: string; email: string })[]> {
  return rows(
    trx,
    `select s.*, u.name, u.email from subscriptions s join users u on u.id = s.user_id and u.stripe_subscription_id = s.id
     where s.status in ('active', 'trialing') and s.cancel_at is null and s.current_period_end > :now and s.current_period_end <= :until
       and s.renewal_mailed_for is distinct from s.current_period_end
     order by s.current_period_end limit 200 for update of s skip locked`,
    { now, until },
  );
}

export async function listCustomersAfter(db: Knex, after: string, count: number): Promise<string[]> {
  const found = await rows<{ id: string }>(db, 'select id from billing_customers where id > ? order by id limit ?', [
    after,
    count,
  ]);
  return found.map(({ id }) => id);
}
export async function deleteOldRecords(db: Knex, about: { events: Date; transactions: Date }): Promise<void> {
  await db('stripeEvents').where('receivedAt', '<', about.events).delete();
  await db('transactions').where('createdAt', '<', about.transactions).delete();
}
