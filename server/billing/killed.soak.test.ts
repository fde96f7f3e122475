import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { createLog } from '#server/base/log.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { startChild, type Child } from '#server/test/crashes/child.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { startSandbox, type Sandbox } from '../stripe-sandbox/sandbox.ts';
import { sandboxPayments } from './stripe.ts';

const SECRET_KEY = 'a secret that both sides of these tests know';
const PRO = 'price_sandbox_professional_monthly';

let dataDir: string;
let database: FreshDatabase;
let provider: Sandbox;
let stripe: Stripe;
let children: Child[] = [];

/** The provider runs in the test process, so it survives the server. It delivers no webhooks. */
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'enamel-killed-'));
  database = await freshDatabase();
  provider = await startSandbox({
    db: database.db,
    clock: systemClock(),
    log: createLog('silent'),
    secret: createSecrets(SECRET_KEY),
    config: { PUBLIC_URL: 'http://provider.example' },
  });
  stripe = sandboxPayments(provider).stripe;
});
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  children = [];
  await provider.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function startServer(): Promise<Child> {
  const child = await startChild({ DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET_KEY });
  children.push(child);
  return child;
}

const ask = async (url: string, path: string, token?: string, body?: unknown) => {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, string>;
};

it.each([
  ['the webhook comes again', 1, async () => {}],
  // Drops the events, as if the provider had stopped retrying.
  ['no webhook ever comes', 0, () => database.db('stripe_sandbox.events').update({ nextAt: null })],
])(
  'a server killed between payment and webhook knows within a minute of its restart, when %s',
  { timeout: 200_000 },
  async (_, heard, meanwhile) => {
    const first = await startServer();
    const account = { email: 'ada@example.com', password: 'four quiet words here', name: 'Ada' };
    const { token } = await ask(first.url, '/api/auth/signup', undefined, account);
    const begun = await ask(first.url, '/api/get-or-create-subscription', token, { priceId: PRO });
    // The server is stopped during the payment and never continues.
    first.process.kill('SIGSTOP');
    const paid = await stripe.paymentIntents.confirm(begun.clientSecret!.split('_secret_')[0]!, {
      payment_method_data: {
        type: 'card',
        ...({ card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' } } as object),
      },
    });
    expect(paid.status).toBe('succeeded');
    first.process.kill('SIGKILL');
    expect(await once(first.process, 'exit')).toEqual([null, 'SIGKILL']);
    const told = await database.db('stripeEvents').where({ type: 'payment_intent.succeeded' });
    const user = () => database.db('users').first('subscriptionPlan', 'subscriptionStatus');
    expect([told, await user()]).toEqual([[], { subscriptionPlan: 'free', subscriptionStatus: 'inactive' }]);
    await meanwhile();

    const begin = performance.now();
    const second = await startServer();
    await expect
      .poll(async () => (await ask(second.url, '/api/auth/me', token)).subscriptionStatus, {
        timeout: 90_000,
        interval: 250,
      })
      .toBe('active');
    const seconds = (performance.now() - begin) / 1000;
    expect(seconds).toBeLessThan(60);
    expect(await user()).toEqual({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    expect(await ask(second.url, '/api/billing/invoices', token)).toMatchObject([{ status: 'paid', cents: 6_000 }]);
    const events = async () => (await database.db('stripeEvents').where({ type: 'payment_intent.succeeded' })).length;
    await expect.poll(events, { timeout: 20_000 }).toBe(heard);
  },
);
