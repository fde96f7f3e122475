import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPlanPrices } from '#server/billing/prices.ts';
import { comparePlanPrices } from '#server/billing/stripe-prices.ts';
import { stripePayments } from '#server/billing/stripe.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { renderedSite } from './test/rendered-site.ts';

/** The prices of the Stripe account. */
const atStripe = new Map<string, object>();
const put = (id: string, cents: number, interval: 'month' | 'year', more: object = {}) =>
  atStripe.set(id, { id, object: 'price', active: true, currency: 'usd', unit_amount: cents, nickname: null, recurring: { interval, interval_count: 1 }, ...more }); // prettier-ignore

const answer = (url: string | URL | Request) => {
  const { pathname } = new URL(url as string);
  const id = pathname.split('/')[3];
  const found = id ? atStripe.get(id) : { object: 'list', has_more: false, url: '/v1/prices', data: [...atStripe.values()] }; // prettier-ignore
  const body = found ?? { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such price' } }; // prettier-ignore
  return Promise.resolve(
    new Response(JSON.stringify(body), { status: found ? 200 : 404, headers: { 'content-type': 'application/json' } }),
  );
};

let app: TestApp;
let token: string;
beforeAll(async () => {
  put('price_month', 7_500, 'month');
  put('price_year', 82_500, 'year');
  put('price_max', 14_000, 'month');
  app = await testApp({
    site: renderedSite(),
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://enamel.example',
      SECRET_KEY: 'a secret that is long enough for production',
      STRIPE_SECRET_KEY: 'sk_live_prices',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_prices',
      STRIPE_WEBHOOK_SECRET: 'whsec_prices',
      STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_month',
      STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_year',
      STRIPE_PRICE_PRO_MAX_MONTHLY: 'price_max',
    },
  });
  app.deps.payments = stripePayments(app.deps.config, { httpClient: Stripe.createFetchHttpClient(answer) });
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

const compare = () => comparePlanPrices(app.deps);
const pricing = async () => (await app.get('/pricing')).text;
const offers = async () =>
  ((await app.get('/api/billing/catalogue')).body.offers as { priceId: string; cents: number }[]).map((offer) => [
    offer.priceId,
    offer.cents,
  ]);
const choose = (body: object) => app.call('PUT', '/api/admin/plan-prices', { token, body });
const problems = async (who: string) => (await app.get('/api/admin/home', { token: who })).body.priceProblems;

it('sells nothing at a price that Stripe hasn’t confirmed', async () => {
  expect(await offers()).toEqual([]);
  const page = await pricing();
  expect(page).toContain('Not on sale');
  expect(page).not.toMatch(/\$60|\$123|Save 2 months/);
});

it('shows the amounts of Stripe’s prices on the page, in its questions, and in its structured data', async () => {
  await compare();
  expect(await offers()).toEqual([
    ['price_month', 7_500],
    ['price_year', 82_500],
    ['price_max', 14_000],
  ]);
  const page = await pricing();
  expect(page).toContain('Save 1 month free');
  expect(page).toContain('Professional is $75 a month or $825 a year. Pro Max is $140 a month.');
  expect(page).toContain('You get one month free. A year of Professional costs $825 instead of $900.');
  expect([...page.matchAll(/"@type":"Offer","price":"([\d.]+)"/g)].map(([, price]) => price)).toEqual([
    '75.00',
    '825.00',
    '140.00',
  ]);
  expect(page).not.toMatch(/\$60\b|\$123\b/);
});

it('lists the prices to choose from, for administrators only', async () => {
  put('price_weekly', 900, 'month', { recurring: { interval: 'week', interval_count: 1 } });
  const { body } = await app.get('/api/admin/plan-prices', { token });
  expect(body.available.map(({ priceId }: { priceId: string }) => priceId)).toEqual(['price_month', 'price_year', 'price_max']); // prettier-ignore
  expect(body.prices[0]).toEqual({ plan: 'professional', interval: 'monthly', priceId: 'price_month', isChosen: false, cents: 7_500 }); // prettier-ignore
  expect(body.prices[3]).toMatchObject({ plan: 'pro_max', interval: 'yearly', priceId: null, cents: null });
  const reviewer = await app.signIn({ role: 'reviewer' });
  expect((await app.get('/api/admin/plan-prices', { token: reviewer.token })).status).toBe(403);
});

it.each([
  ['that Stripe doesn’t have', { pro_max_yearly: 'price_none' }, 'The price price_none is not at Stripe.'],
  ['of another period', { pro_max_yearly: 'price_month' }, 'The price price_month is $75.00 USD every month at Stripe, and the plan is paid in dollars every year.'],
  ['that is archived', { pro_max_yearly: 'price_old' }, 'The price price_old is archived at Stripe.'],
  ['that another plan has', { pro_max_monthly: 'price_month' }, 'Two plans have the same price. Please choose one for each.'],
])('refuses a price %s, and changes nothing', async (_, body, sentence) => {
  put('price_old', 99_000, 'year', { active: false });
  const before = await offers();
  const refused = await choose(body);
  expect([refused.status, refused.body.message]).toEqual([400, sentence]);
  expect(await offers()).toEqual(before);
}); // prettier-ignore

it('sells a chosen price with the next page, and keeps the earlier one for those who have it', async () => {
  put('price_more', 9_000, 'month');
  expect((await choose({ professional_monthly: 'price_more' })).status).toBe(200);
  expect(await pricing()).toContain('Professional is $90 a month or $825 a year.');
  expect(getPlanPrices(app.deps).get('price_month')).toEqual({
    priceId: 'price_month',
    plan: 'professional',
    interval: 'monthly',
    launch: false,
    cents: 7_500,
    isCurrent: false,
  });
  const buyer = await app.signIn();
  const bought = await app.post('/api/get-or-create-subscription', { priceId: 'price_month' }, { token: buyer.token });
  expect([bought.status, bought.body.error]).toEqual([400, 'unknown_price']);
  const [entry] = (await app.get('/api/admin/audit-log?subject=settings', { token })).body;
  expect(entry).toMatchObject({ action: 'plan_prices.updated', after: { professional_monthly: 'price_more' } });
});

it('never gives a price that people have to another plan', async () => {
  const now = app.deps.clock.now();
  await app.deps.db('billingCustomers').insert({ id: 'cus_1', createdAt: now });
  await app.deps.db('subscriptions').insert({ id: 'sub_1', customerId: 'cus_1', priceId: 'price_month', plan: 'professional', interval: 'monthly', cents: 7_500, status: 'active', currentPeriodStart: now, currentPeriodEnd: now, startedAt: now }); // prettier-ignore
  const refused = await choose({ pro_max_monthly: 'price_month' });
  expect([refused.status, refused.body.message]).toEqual([400, 'People have subscribed to Professional with the price price_month. Please choose another one.']); // prettier-ignore
});

it('Home names a price that can’t be sold until another one is chosen', async () => {
  expect(await problems(token)).toEqual([]);
  put('price_more', 9_000, 'month', { active: false });
  await compare();
  expect(await problems(token)).toEqual(['Professional, paid monthly: the price price_more is archived at Stripe.']);
  expect(await problems((await app.signIn({ role: 'reviewer' })).token)).toEqual([]);
  expect((await choose({ professional_monthly: '' })).status).toBe(200);
  expect(await problems(token)).toEqual([]);
  expect(await pricing()).toContain('Professional is $75 a month');
});
