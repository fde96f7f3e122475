import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, payWith } from '#server/test/people/paying.ts';
import { KEY, listenIn } from '#server/test/doubles/stripe-wire.ts';
import { getPlanPrices } from './prices.ts';
import { startPayments } from './start.ts';
import { apiVersion } from '../stripe-sandbox/api-version.ts';

let app: TestApp;
let wire: ReturnType<typeof listenIn>;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
  wire = listenIn(app);
});
afterAll(() => app.stop());

describe('with a Stripe key', () => {
  it('sends every request to api.stripe.com as a form, with our API version', async () => {
    const { token, email, userId } = await app.signIn({ name: 'Ada Örn' });
    const begun = await app.post(
      '/api/get-or-create-subscription',
      { priceId: 'price_sandbox_professional_monthly' },
      { token },
    );
    expect(begun.status).toBe(200);
    await payWith(app, begun.body.clientSecret, cards.good);
    const { subscriptionId } = begun.body as { subscriptionId: string };
    expect((await app.post('/api/confirm-payment', { subscriptionId }, { token })).body.success).toBe(true);
    await app.post('/api/create-billing-portal-session', undefined, { token });
    await app.post('/api/billing/cancel', undefined, { token });
    await app.post('/api/billing/resume', undefined, { token });

    expect(wire.asked.length).toBeGreaterThan(10);
    for (const { protocol, host, port, headers, method, body, path } of wire.asked) {
      expect([protocol, host, port]).toEqual(['https', 'api.stripe.com', '443']);
      expect(headers).toMatchObject({ Authorization: `Bearer ${KEY}`, 'Stripe-Version': apiVersion });
      expect(apiVersion).toBe(Stripe.API_VERSION);
      if (method === 'POST') {
        expect(headers['Content-Type']).toBe('application/x-www-form-urlencoded');
        expect(headers['Idempotency-Key']).toBeTruthy();
        expect(Number(headers['Content-Length'])).toBe(Buffer.byteLength(body));
      }
      expect(path.startsWith('/v1/')).toBe(true);
    }
    const customer = wire.last('POST', /^\/v1\/customers$/);
    expect(customer.body).toContain('name=Ada%20%C3%96rn');
    expect(customer.form).toEqual({ email, name: 'Ada Örn', metadata: { user_id: String(userId) } });
    expect(customer.headers['Idempotency-Key']).toMatch(/^customer-[0-9a-f]{64}$/);
    const { stripeCustomerId } = await app.deps.db('users').where({ id: userId }).first();
    const created = wire.last('POST', /^\/v1\/subscriptions$/);
    expect(created.form).toEqual({
      customer: stripeCustomerId,
      items: [{ price: 'price_sandbox_professional_monthly' }],
      billing_mode: { type: 'flexible' },
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
      metadata: { user_id: String(userId), plan: 'professional' },
    });
    expect(wire.last('GET', /^\/v1\/subscriptions\?/).form).toMatchObject({
      customer: stripeCustomerId,
      status: 'all',
      limit: '100',
      expand: ['data.default_payment_method'],
    });
    expect(wire.last('GET', /^\/v1\/invoices\?/).form).toMatchObject({
      customer: stripeCustomerId,
      expand: ['data.payments'],
    });
    expect(
      wire.asked.some(({ method, path }) => method === 'GET' && path === `/v1/subscriptions/${subscriptionId}`),
    ).toBe(true);
    expect(wire.last('POST', /^\/v1\/billing_portal\/sessions$/).form).toEqual({
      customer: stripeCustomerId,
      return_url: `${app.url}/dashboard`,
    });
    const updates = wire.asked.filter(
      ({ method, path }) => method === 'POST' && path === `/v1/subscriptions/${subscriptionId}`,
    );
    expect(updates.map(({ body }) => body)).toEqual(['cancel_at_period_end=true', 'cancel_at_period_end=false']);
  });

  it('charges exactly the previewed amount for a plan change', async () => {
    const { token } = await app.signIn();
    const begun = await app.post(
      '/api/get-or-create-subscription',
      { priceId: 'price_sandbox_professional_monthly' },
      { token },
    );
    await payWith(app, begun.body.clientSecret, cards.good);
    await app.post('/api/confirm-payment', { subscriptionId: begun.body.subscriptionId }, { token });
    const priceId = 'price_sandbox_pro_max_monthly';
    const sum = await app.get(`/api/billing/plan-change?priceId=${priceId}`, { token });
    expect(sum.status).toBe(200);
    expect(wire.last('POST', /create_preview$/).form).toMatchObject({
      subscription: begun.body.subscriptionId,
      subscription_details: {
        items: [{ price: priceId }],
        proration_behavior: 'always_invoice',
        proration_date: String(sum.body.at),
      },
    });
    await app.post('/api/billing/plan-change', { priceId, at: sum.body.at }, { token });
    expect(wire.last('POST', /^\/v1\/subscriptions\/sub_/).form).toMatchObject({
      items: [{ price: priceId }],
      proration_behavior: 'always_invoice',
      proration_date: String(sum.body.at),
      payment_behavior: 'error_if_incomplete',
    });
  });

  it('responds 503 when Stripe is unreachable, and changes nothing', async () => {
    const { token } = await app.signIn();
    const { payments } = app.deps;
    app.deps.payments = {
      ...payments!,
      stripe: new Stripe(KEY, { apiVersion, host: '127.0.0.1', port: 9, protocol: 'http', maxNetworkRetries: 0 }),
    };
    const refused = await app.post(
      '/api/get-or-create-subscription',
      { priceId: 'price_sandbox_pro_max_yearly' },
      { token },
    );
    expect([refused.status, refused.body.message]).toEqual([
      503,
      "We can't reach our payment provider right now. Please try again in a moment.",
    ]);
    expect(JSON.stringify(refused.body)).not.toContain(KEY);
    app.deps.payments = payments!;
    expect((await app.get('/api/auth/me', { token })).body.subscriptionStatus).toBe('inactive');
  });

  it('logs missing price ids at startup and rejects duplicates', async () => {
    const named = (env: Record<string, string>) => ({
      ...app.deps,
      config: {
        ...readConfig({
          NODE_ENV: 'production',
          PUBLIC_URL: 'https://enamel.example',
          SECRET_KEY: 'a secret that is long enough for production',
          STRIPE_SECRET_KEY: KEY,
          STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
          STRIPE_WEBHOOK_SECRET: 'whsec_x',
          ...env,
        }),
        PUBLIC_URL: 'https://enamel.example',
      },
    });
    const bare = named({ STRIPE_PRICE_PRO_MAX_MONTHLY: 'price_1' });
    expect((await startPayments(bare)).payments?.sandbox).toBe(false);
    expect([...getPlanPrices(bare).keys()]).toEqual(['price_1']);
    await expect(
      startPayments(named({ STRIPE_PRICE_PRO_MAX_MONTHLY: 'price_1', STRIPE_PRICE_PRO_MAX_YEARLY: 'price_1' })),
    ).rejects.toThrow('Two plans have the same price id.');
  });

  it('reads price ids from the environment', async () => {
    const named = await testApp({
      sandbox: 'quiet',
      env: { STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_1Real', STRIPE_PRICE_PRO_MAX_LAUNCH_YEARLY: 'price_1Launch' },
      now: '2025-07-01T03:59:59.900Z',
    });
    const { body } = await named.get('/api/billing/catalogue');
    expect(body).toMatchObject({ launch: true, launchEnds: '2025-07-01T03:59:59.000Z', testMode: true });
    const ids = (body.offers as { priceId: string; cents: number }[]).map(({ priceId, cents }) => [priceId, cents]);
    expect(ids).toContainEqual(['price_1Real', 6_000]);
    expect(ids).toContainEqual(['price_1Launch', 49_200]);
    expect(ids).toHaveLength(8);
    const { token } = await named.signIn();
    const begin = () =>
      named.post(
        '/api/get-or-create-subscription',
        { priceId: 'price_sandbox_pro_max_launch_monthly', planName: 'pro_max' },
        { token },
      );
    const begun = await begin();
    expect(begun.status).toBe(200);
    named.deps.clock.advance(100);
    expect((await begin()).body.error).toBe('launch_ended');
    // Existing customers keep the launch price.
    await payWith(named, begun.body.clientSecret, cards.good);
    await named.post('/api/billing/refresh', undefined, { token });
    expect((await named.get('/api/billing/subscription', { token })).body).toMatchObject({
      plan: 'pro_max',
      launch: true,
      cents: 4_900,
    });
    const after = await named.get('/api/billing/catalogue');
    expect(after.body).toMatchObject({ launch: false, launchEnds: null, launchLabel: null });
    expect(after.body.offers).toHaveLength(4);
    await named.stop();
  });
});
