import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { signEvent } from '#server/stripe-sandbox/deliveries.ts';
import { syncCustomer } from '#server/billing/sync.ts';
import { apiVersion } from '#server/stripe-sandbox/api-version.ts';
import { testApp, type TestApp } from '../app.ts';
import type { TestPostgres } from '../programs/database.ts';
import { cards, moveClock, payWith } from './paying.ts';

/** Twelve kinds of events in the life of one customer. */
export const KINDS = [
  'customer.created',
  'customer.subscription.created',
  'invoice.created',
  'invoice.finalized',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'invoice.paid',
  'customer.subscription.updated',
  'invoice.upcoming',
  'invoice.payment_failed',
  'charge.succeeded',
  'customer.subscription.deleted',
] as const;
const AT_ONCE = 8;
const LISTS = ['subscriptions', 'invoices', 'charges'] as const;

interface Happened {
  type: string;
  body: string;
  /** The provider's state at the time of the event. */
  snapshot: number;
}
type Snapshot = Record<(typeof LISTS)[number], string>;

interface Orders {
  kinds: string[];
  orders: number;
  deliveries: number;
  /** Responses other than 200. */
  refused: number;
  /** Orders that left a number of jobs other than one, or another final state. */
  wrong: number[];
  /** The final state in the database and in the sandbox. */
  state: Awaited<ReturnType<typeof stateOf>>;
  provider: { status: string; ended_at: number };
  events: number;
  seconds: number;
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function stateOf({ deps: { db } }: TestApp) {
  const user = await db('users')
    .whereNotNull('stripeCustomerId')
    .first('subscriptionPlan', 'subscriptionStatus', 'subscriptionExpiresAt', 'stripeSubscriptionId');
  const subscriptions = await db('subscriptions').select('id', 'status', 'currentPeriodEnd', 'endedAt', 'cardLast4');
  const transactions = await db('transactions')
    .orderBy('invoiceId')
    .select('invoiceId', 'status', 'paidCents', 'attempts');
  return { user, subscriptions, transactions };
}

/** Runs a customer through the sandbox and records its events and its state at each step. */
async function live(app: TestApp) {
  const sandbox = app.sandbox!;
  const { token } = await app.signIn();
  const life: Happened[] = [];
  const snapshots: Snapshot[] = [];
  let customer = '';
  const remember = async () => {
    customer = (await app.deps.db('users').whereNotNull('stripeCustomerId').first()).stripeCustomerId;
    const read = async (what: string, query: string) => {
      const url = `http://${sandbox.host}:${sandbox.port}/v1/${what}?customer=${customer}&limit=100${query}`;
      const headers = { authorization: `Bearer ${sandbox.secretKey}`, 'stripe-version': apiVersion };
      return (await fetch(url, { headers })).text();
    };
    snapshots.push({
      subscriptions: await read('subscriptions', '&status=all&expand[]=data.default_payment_method'),
      invoices: await read('invoices', '&expand[]=data.payments'),
      charges: await read('charges', ''),
    });
    const events = (await app.deps.db('stripe_sandbox.events').where({ customer }).orderBy('seq')) as {
      body: string;
    }[];
    for (const { body } of events.slice(life.length))
      life.push({ body, type: (JSON.parse(body) as { type: string }).type, snapshot: snapshots.length - 1 });
  };
  const { stripe } = app.deps.payments!;
  const begun = await app.post(
    '/api/get-or-create-subscription',
    { priceId: 'price_sandbox_pro_max_monthly' },
    { token },
  );
  await remember();
  for (const step of [
    () => payWith(app, begun.body.clientSecret, cards.declined),
    () => payWith(app, begun.body.clientSecret, cards.good),
    () => moveClock(app, 25),
    () => moveClock(app, 10),
    // A renewal fails and is paid later.
    async () => {
      await app.post('/api/billing/refresh', undefined, { token });
      const { body } = await app.post('/api/create-billing-portal-session', undefined, { token });
      const card = (number: string) =>
        fetch(`${body.url}/card`, {
          method: 'POST',
          body: new URLSearchParams({ number, expiry: '12/34', cvc: '123' }),
          redirect: 'manual',
        });
      await card(cards.failsLater);
      await moveClock(app, 28);
      await remember();
      await card(cards.good);
      await moveClock(app, 8);
    },
    () => stripe.subscriptions.update(begun.body.subscriptionId, { cancel_at_period_end: true }),
    () => moveClock(app, 31),
  ]) {
    await step();
    await remember();
  }
  await app.jobs();
  return { life, snapshots, customer };
}

/** A provider that replays the recorded state of a chosen step, with random delays. */
async function standIn(snapshots: Snapshot[]) {
  const at = { step: 0, random: () => 0 };
  const server = createServer((req, res) => {
    const list = LISTS.find((name) => req.url!.startsWith(`/v1/${name}`))!;
    // The response holds the state at the time of the request, however long it takes.
    const body = snapshots[at.step]![list];
    const wait = at.random() < 0.3 ? at.random() * 6 : 0;
    setTimeout(() => res.setHeader('content-type', 'application/json').end(body), wait);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stripe = new Stripe('sk_test_x', {
    apiVersion,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    protocol: 'http',
    telemetry: false,
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { at, stripe, stop };
}

/**
 * Delivers the recorded events in many orders with repeats, eight at a time, over HTTP to two servers on one
 * database. Each order must end in the same state.
 */
export async function payInOrders(orders: number, postgres?: TestPostgres): Promise<Orders> {
  const one = await testApp({ sandbox: 'quiet', ...(postgres ? { postgres } : {}) });
  const two = await testApp({ beside: one });
  const { life, snapshots, customer } = await live(one);
  const { at, stripe, stop } = await standIn(snapshots);
  const servers = [one, two];
  for (const server of servers) server.deps.payments = { ...one.deps.payments!, stripe };
  const { webhookSecret } = one.deps.payments!;
  try {
    const chosen = KINDS.flatMap((kind) => life.filter(({ type }) => type === kind).slice(0, 1));
    at.step = snapshots.length - 1;
    await syncCustomer(one.deps, customer);
    const state = await stateOf(one);
    const expected = JSON.stringify(state);

    const wrong: number[] = [];
    let [deliveries, refused] = [0, 0];
    const begin = performance.now();
    for (let order = 0; order < orders; order++) {
      const random = (at.random = seeded(order + 1));
      await one.deps
        .db('users')
        .whereNotNull('stripeCustomerId')
        .update({ subscriptionPlan: 'free', subscriptionStatus: 'inactive' });
      at.step = 0;
      const queue = [...chosen, ...chosen.filter(() => random() < 0.2)]
        .map((event) => ({ event, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ event }) => event);
      // Earlier requests to the provider may still be pending when the last one is stored.
      const looks: Promise<void>[] = [];
      const deliver = async (): Promise<void> => {
        const event = queue.shift();
        if (!event) return;
        // The provider is at least in the state that produced the event it sends.
        at.step = Math.max(at.step, event.snapshot);
        const body = event.body.replace(/"id": "evt_\w+"/, (id) => `${id.slice(0, -1)}_${order}"`);
        const server = servers[deliveries++ % 2]!;
        const answer = await fetch(`${server.url}/api/stripe/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(body, webhookSecret) },
          body,
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) refused++;
        // A worker may run the job while other events are still being delivered.
        if (random() < 0.07) looks.push(syncCustomer(server.deps, customer));
        return deliver();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, deliver));
      // All accepted events together leave one job.
      const waiting = await one.deps.db('jobs').where({ key: `billing.sync:${customer}` });
      await Promise.all([...looks, syncCustomer(servers[order % 2]!.deps, customer)]);
      if (waiting.length !== 1 || JSON.stringify(await stateOf(one)) !== expected) wrong.push(order);
    }
    const [{ n }] = (await one.deps.db('stripeEvents').count('* as n')) as [{ n: number }];
    const said = JSON.parse(snapshots.at(-1)!.subscriptions) as { data: Orders['provider'][] };
    return {
      kinds: chosen.map(({ type }) => type),
      orders,
      deliveries,
      refused,
      wrong,
      state,
      provider: said.data[0]!,
      events: Number(n),
      seconds: (performance.now() - begin) / 1000,
    };
  } finally {
    stop();
    await two.stop();
    await one.stop();
  }
}
