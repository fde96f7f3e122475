import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { announce, listingEvent } from '#server/base/webhooks/announce.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { webhookReceiver, type WebhookReceiver } from '#server/test/doubles/webhook-receiver.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';
import { hashPassword } from '../sign-in/password.ts';
import { deleteOldDeliveries, deliverWebhooks } from './deliver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
let owner: Awaited<ReturnType<TestApp['signIn']>>;
let listing: number;
const password = 'copper lantern walk';
const stripe = new Stripe('sk_test_unused');
const HOUR = 3_600_000;

beforeAll(async () => {
  app = await testApp({ env: { LIMIT_LOGIN: '1000/1', AI_ALLOW_LOOPBACK: 'on' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await webhookReceiver();
  owner = await app.signIn({ name: 'Olga Owner' });
  await app.deps.db('users').update({ password: await hashPassword(password) });
  [{ id: listing }] = await app.deps.db('dentists').insert({ name: 'Dr. Own', userId: owner.userId }).returning('id');
});
afterEach(async () => {
  await app.deps.db('webhookEndpoints').delete();
  await receiver.stop();
});

const add = async (body: object = {}, token = owner.token) =>
  app.post('/api/user/webhooks', { url: `${receiver.url}/hook`, events: ['listing'], password, ...body }, { token });
const act = (path: string, body: object = {}) => app.post(`/api/user/webhooks/${path}`, body, { token: owner.token });
const list = async () => (await app.get('/api/user/webhooks', { token: owner.token })).body;
const log = async (id: number) =>
  (await app.get(`/api/user/webhooks/${id}/deliveries`, { token: owner.token })).body.items;
const deliver = (rules = {}) => deliverWebhooks(app.deps, rules);
/** Writes an event of a listing as a change does. */
const change = (id = listing, n = 0) =>
  app.deps.db.transaction(
    (trx) =>
    announce(trx, listingEvent('listing.updated', id, app.deps.clock.now(), [`field${n}`]), { listingId: id, isPublic: true }), // prettier-ignore
  );
const fields = (path = '/hook') => receiver.received.filter((call) => call.path === path).map(({ event }) => event.data.fields[0]); // prettier-ignore

describe('a webhook', () => {
  it('is added with the password, shows its secret once, and stores it sealed', async () => {
    const { status, body } = await add();
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_[\w-]{43}$/)]);
    expect(JSON.stringify(await list())).not.toContain(body.secret);
    expect(await list()).toMatchObject([{ id: body.id, url: `${receiver.url}/hook`, events: ['listing'], disabledAt: null }]); // prettier-ignore
    const [row] = await app.deps.db('webhookEndpoints').where({ id: body.id });
    expect(app.deps.secret.open('webhook-secret', row.secret)).toBe(body.secret);
    const stored = await rows<{ text: string }>(app.deps.db, `select cast(t as text) as text from webhook_endpoints t`);
    expect(JSON.stringify(stored)).not.toContain(body.secret);
    expect((await emailsTo(app, owner.email))[0]).toMatchObject({ subject: 'New webhook for your account' });
  });

  it('takes the password, kinds that the account may see, and at most ten addresses', async () => {
    expect((await add({ password: 'wrong' })).body.fields).toEqual({ password: "That's not your password." });
    expect((await add({ events: [] })).body.fields).toEqual({ events: 'Please choose at least one kind of event.' });
    expect((await add({ events: ['import'] })).body.fields).toEqual({ events: 'Only administrators can import listings.' }); // prettier-ignore
    expect((await add({ url: 'ftp://example.com' })).body.fields).toHaveProperty('url');
    expect(await list()).toEqual([]);
    for (let n = 0; n < 10; n++) await add();
    expect((await add()).body.error).toBe('too_many_webhooks');
  });

  it('belongs to one account, and no API key reaches it', async () => {
    const { body } = await add();
    const other = await app.signIn();
    await app.deps.db('users').update({ password: await hashPassword(password) });
    const as = { token: other.token };
    expect((await app.get('/api/user/webhooks', as)).body).toEqual([]);
    const calls = ['test', 'enable', 'deliveries/1/redeliver'];
    for (const call of calls)
      expect((await app.post(`/api/user/webhooks/${body.id}/${call}`, {}, as)).status).toBe(404);
    expect((await app.get(`/api/user/webhooks/${body.id}/deliveries`, as)).status).toBe(404);
    expect((await app.post(`/api/user/webhooks/${body.id}/rotate`, { password }, as)).status).toBe(404);
    expect((await app.call('DELETE', `/api/user/webhooks/${body.id}`, as)).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });

  it('is removed with its log, and gets nothing more', async () => {
    const { body } = await add();
    await change();
    expect((await app.call('DELETE', `/api/user/webhooks/${body.id}`, { token: owner.token })).status).toBe(200);
    await change();
    await deliver();
    expect([receiver.received, await app.deps.db('webhookDeliveries')]).toEqual([[], []]);
  });
});

describe('a signature', () => {
  it('passes the check of Stripe’s own package, and only with the right secret and body', async () => {
    const { body } = await add();
    await change();
    await deliver();
    const [call] = receiver.received;
    const header = call!.headers['directory-signature'] as string;
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const event = stripe.webhooks.constructEvent(call!.body, header, body.secret, 300, undefined, sentAt(header));
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      type: 'listing.updated',
      createdAt: app.deps.clock.now().toISOString(),
      data: { listingId: listing, fields: ['field0'], url: `${app.url}/api/dentists/${listing}` },
    });
    const check = (text: string, secret: string) =>
      stripe.webhooks.signature!.verifyHeader(text, header, secret, 300, undefined, sentAt(header));
    expect(check(call!.body, body.secret)).toBe(true);
    expect(() => check(`${call!.body} `, body.secret)).toThrow(/signature/);
    expect(() => check(call!.body, `${body.secret}x`)).toThrow(/signature/);
  });

  it('is made with both secrets for a day after a rotation', async () => {
    const { body: old } = await add();
    expect((await act(`${old.id}/rotate`, { password: 'wrong' })).status).toBe(400);
    const { body: rotated } = await act(`${old.id}/rotate`, { password });
    expect(rotated.secret).not.toBe(old.secret);
    const accepts = async (secret: string) => {
      receiver.received = [];
      await change();
      await deliver();
      const [{ body, headers }] = receiver.received as [WebhookReceiver['received'][number]];
      const header = headers['directory-signature'] as string;
      try {
        return stripe.webhooks.signature!.verifyHeader(body, header, secret, 300, undefined, sentAt(header));
      } catch {
        return false;
      }
    };
    expect([await accepts(old.secret), await accepts(rotated.secret)]).toEqual([true, true]);
    app.deps.clock.advance(24 * HOUR + 1);
    expect([await accepts(old.secret), await accepts(rotated.secret)]).toEqual([false, true]);
  });
});
/** Stripe's check compares with the time of the machine, and our tests move the clock. */
const sentAt = (header: string) => Number(/t=(\d+)/.exec(header)![1]);

describe('a failed event', () => {
  it('is retried with growing pauses for three days, and then the webhook is turned off with an email', async () => {
    const { body } = await add();
    receiver.behave = (res) => void res.writeHead(500).end('broken\0 inside');
    await change();
    const started = app.deps.clock.now().getTime();
    const hours: number[] = [];
    for (let minute = 0; minute <= 73 * 60; minute += 1) {
      const before = receiver.received.length;
      const due = await app.deps.db('webhookDeliveries').where('dueAt', '<=', app.deps.clock.now()).where({ state: 'waiting' }); // prettier-ignore
      if (due.length > 0) await deliver();
      if (receiver.received.length > before) hours.push((app.deps.clock.now().getTime() - started) / HOUR);
      app.deps.clock.advance(60_000);
    }
    expect(hours.map((hour) => Math.round(hour * 60))).toEqual([0, 1, 6, 36, 156, 396, 876, 1596, 2316, 3036, 3756, 4320]); // prettier-ignore
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect((await log(body.id))[0]).toMatchObject({
      state: 'failed',
      attempts: 12,
      status: 500,
      reply: 'broken inside',
    });
    expect((await list())[0].disabledAt).not.toBeNull();
    const emails = (await emailsTo(app, owner.email)).filter(({ subject }) => subject === 'We turned off your webhook');
    expect(emails).toHaveLength(1);
    expect(emails[0]!.text.join(' ')).toContain('The server answered with 500.');
  }, 30_000);

  it('holds only its own subject, in order, until the receiver comes back', async () => {
    const [{ id: second }] = await app.deps.db('dentists').insert({ name: 'Dr. Two', userId: owner.userId }).returning('id'); // prettier-ignore
    const { body } = await add();
    receiver.behave = (res, { event }) => void res.writeHead(event.data.listingId === listing ? 503 : 204).end();
    for (const n of [1, 2, 3]) {
      await change(listing, n);
      await change(second, n + 10);
    }
    await deliver();
    expect(fields().filter((field) => field.length > 6)).toEqual(['field11', 'field12', 'field13']);
    expect(fields().filter((field) => field.length === 6)).toEqual(['field1']);
    await change(listing, 4);
    await deliver();
    expect((await list())[0].disabledAt).toBeNull();
    receiver.behave = (res) => void res.writeHead(200).end();
    receiver.received = [];
    app.deps.clock.advance(60_000);
    await deliver();
    expect(fields()).toEqual(['field1', 'field2', 'field3', 'field4']);
    expect((await log(body.id)).map(({ state }: { state: string }) => state)).toEqual(Array(7).fill('delivered'));
  });

  it('waits while the webhook is off, and is sent once its owner turns it on', async () => {
    const { body } = await add();
    await app.deps
      .db('webhookEndpoints')
      .update({ failingSince: new Date(app.deps.clock.now().getTime() - 72 * HOUR) });
    receiver.behave = (res) => void res.writeHead(500).end();
    await change(listing, 1);
    await deliver();
    expect((await list())[0].disabledAt).not.toBeNull();
    await change(listing, 2);
    receiver.behave = (res) => void res.writeHead(200).end();
    receiver.received = [];
    app.deps.clock.advance(HOUR);
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await act(`${body.id}/enable`)).body).toMatchObject({ disabledAt: null, failingSince: null });
    await change(listing, 3);
    await deliver();
    expect(fields()).toEqual(['field1', 'field3']);
  });
});

describe('the log', () => {
  it('shows status, time, and the start of the reply, and sends an event again with its id', async () => {
    const { body } = await add();
    receiver.behave = (res) => void res.writeHead(202).end('x'.repeat(5_000));
    await change();
    await deliver();
    const [first] = await log(body.id);
    expect(first).toMatchObject({
      state: 'delivered',
      status: 202,
      attempts: 1,
      error: null,
      reply: 'x'.repeat(1_000),
    });
    expect(first.durationMs).toBeGreaterThanOrEqual(0);
    const { status, body: again } = await act(`${body.id}/deliveries/${first.id}/redeliver`);
    expect([status, again.attempts, again.state]).toEqual([200, 2, 'delivered']);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect((await act(`${body.id}/deliveries/${first.id + 1000}/redeliver`)).status).toBe(404);
  });

  it('sends a waiting event at once, but never before an earlier one about its subject', async () => {
    const { body } = await add();
    await change(listing, 1);
    await change(listing, 2);
    const [later, earlier] = await log(body.id);
    expect((await act(`${body.id}/deliveries/${later.id}/redeliver`)).body.error).toBe('not_possible');
    expect((await act(`${body.id}/deliveries/${earlier.id}/redeliver`)).body.state).toBe('delivered');
    expect((await act(`${body.id}/deliveries/${later.id}/redeliver`)).body.state).toBe('delivered');
    expect(fields()).toEqual(['field1', 'field2']);
  });

  it('has test events with what the server answered', async () => {
    const { body } = await add();
    expect((await act(`${body.id}/test`)).body).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
      status: 200,
    });
    expect(receiver.received[0]!.event.data).toEqual({ url: `${app.url}/account` });
    receiver.behave = (res) => void res.writeHead(410).end('no such hook');
    expect((await act(`${body.id}/test`)).body).toMatchObject({ state: 'failed', status: 410, reply: 'no such hook' });
    expect(await log(body.id)).toHaveLength(2);
  });

  it('is kept for 30 days and read in pages', async () => {
    const { body } = await add();
    for (let n = 0; n < 25; n++) await change(listing, n);
    await deliver();
    const page = async (query: string) =>
      (await app.get(`/api/user/webhooks/${body.id}/deliveries${query}`, { token: owner.token })).body;
    const first = await page('');
    const second = await page(`?before=${first.items.at(-1).id}`);
    expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([20, true, 5, false]);
    app.deps.clock.advance(30 * 24 * HOUR);
    await deleteOldDeliveries(app.deps);
    expect(await log(body.id)).toHaveLength(20);
    app.deps.clock.advance(1);
    await deleteOldDeliveries(app.deps);
    expect(await log(body.id)).toEqual([]);
  });
});
