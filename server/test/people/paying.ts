import type { TestApp } from '../app.ts';

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksBank: '4000 0025 0000 3155',
  disputed: '4000 0000 0000 0259',
  failsLater: '4000 0000 0000 0341',
};

/** Pays like the browser's payment form, which talks to the provider with the client secret and not to our server. */
export async function payWith(
  app: TestApp,
  clientSecret: string,
  number: string,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> & { error?: { message: string; code: string } } }> {
  return ofIntent(app, clientSecret, 'confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    ...more,
  });
}
export const answerBank = (app: TestApp, clientSecret: string, passed: boolean) =>
  ofIntent(app, clientSecret, 'sandbox_challenge', { passed: String(passed) });

async function ofIntent(app: TestApp, clientSecret: string, action: string, fields: Record<string, string>) {
  const intent = clientSecret.split('_secret_')[0]!;
  const response = await fetch(`${app.url}/stripe-sandbox/v1/payment_intents/${intent}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: app.sandbox!.publishableKey, client_secret: clientSecret, ...fields }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Advances the provider's clock and runs everything that comes due. */
export async function moveClock(app: TestApp, days: number): Promise<void> {
  const { stripe } = app.deps.payments!;
  const clock = await stripe.testHelpers.testClocks.retrieve('clock_sandbox');
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: clock.frozen_time + days * 86_400 });
}

/** Waits until every event is delivered and its job has run. */
export async function settle(app: TestApp): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const waiting = await app.deps.db.raw(
      'select count(*)::int as n from stripe_sandbox.events where next_at is not null',
    );
    if ((waiting as { rows: { n: number }[] }).rows[0]!.n === 0) return app.jobs();
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error('The sandbox did not deliver its events');
}
