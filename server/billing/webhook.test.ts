import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { signEvent } from '../stripe-sandbox/deliveries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
});
afterAll(() => app.stop());

const event = (id: string) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1_800_000_000,
    data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_somebody' } },
  });
const send = (body: string, headers: Record<string, string>) =>
  app.call('POST', '/api/stripe/webhook', { body, headers: { 'content-type': 'application/json', ...headers } });
const signed = (body: string, at?: number) => ({
  'stripe-signature': signEvent(body, app.deps.payments!.webhookSecret, at),
});
const written = async () => {
  const events = (await app.deps.db('stripeEvents').pluck('id')) as string[];
  const jobs = await app.deps.db('jobs').where({ name: 'billing.sync' });
  return { events, jobs: jobs.length };
};

describe('the webhook', () => {
  it('rejects an invalid signature, and writes nothing', async () => {
    const body = event('evt_bad');
    const seconds = Math.floor(Date.now() / 1000);
    const wrong = createHmac('sha256', 'whsec_wrong').update(`${seconds}.${body}`).digest('hex');
    const refused = [
      await send(body, {}),
      await send(body, { 'stripe-signature': '' }),
      await send(body, { 'stripe-signature': `t=${seconds},v1=${wrong}` }),
      await send(body, { 'stripe-signature': `t=${seconds}` }),
      await send(body.replace('cus_somebody', 'cus_else'), signed(body)),
      await send(body, signed(body, seconds - 301)),
      await send('{}', signed('{}')),
      await send('not json', signed('not json')),
      await send('null', signed('null')),
    ];
    expect(refused.map(({ status, body: { error } }) => [status, error])).toEqual(
      refused.map(() => [400, 'bad_signature']),
    );
    expect(await written()).toEqual({ events: [], jobs: 0 });
    expect((await send(`"${'x'.repeat(1_100_000)}"`, signed('x'))).status).toBe(413);
  });

  it('records a repeated event once, and enqueues one sync', async () => {
    const body = event('evt_good');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(body, signed(body))));
    expect(answers.map(({ status, body: reply }) => [status, reply])).toEqual(
      answers.map(() => [200, { received: true }]),
    );
    await send(event('evt_other'), signed(event('evt_other')));
    expect(await written()).toEqual({ events: ['evt_good', 'evt_other'], jobs: 1 });
    // Events of unknown customers enqueue nothing.
    await app.jobs();
    expect(await app.deps.db('subscriptions').select()).toEqual([]);
  });
});
