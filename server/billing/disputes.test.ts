import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { recordEmails } from '#server/test/emails/emails.ts';
import { cards, payWith, settle } from '#server/test/people/paying.ts';
import { signEvent } from '../stripe-sandbox/deliveries.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp({ sandbox: 'delivering' });
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

async function payDisputed() {
  const user = await app.signIn({ name: 'Ana Silva' });
  const { body } = await app.post(
    '/api/get-or-create-subscription',
    { priceId: 'price_sandbox_professional_monthly' },
    { token: user.token },
  );
  await payWith(app, body.clientSecret, cards.disputed);
  await settle(app);
  const [dispute] = (await open(user.userId)).disputes;
  return { ...user, dispute };
}
const open = async (userId: number) => (await app.get(`/api/admin/users/${userId}/billing`, { token })).body;
const listOpen = async () => (await app.get('/api/admin/disputes', { token })).body;

it('shows staff a dispute with amount, reason, and date, and emails support once', async () => {
  const emails = recordEmails(app);
  const { userId, dispute } = await payDisputed();
  const { invoices } = await open(userId);
  expect(dispute).toMatchObject({
    number: invoices[0].number,
    cents: 6_000,
    reason: 'fraudulent',
    status: 'needs_response',
    hasEvidence: false,
    withdrawnCents: 7_500,
    url: null,
  });
  const days = (Date.parse(dispute.evidenceDueAt) - app.deps.clock.now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(9);
  expect(await listOpen()).toMatchObject([{ id: dispute.id, userId, name: 'Ana Silva', cents: 6_000 }]);
  const due = (await app.get('/api/admin/home', { token })).body.due;
  expect(due.find(({ kind }: { kind: string }) => kind === 'disputes')).toMatchObject({ count: 1, overdue: 0 });
  const sent = emails.filter(({ subject }) => subject.includes('disputed'));
  expect(sent).toMatchObject([{ to: app.deps.config.SUPPORT_EMAIL, subject: 'A payment of $60 is disputed' }]);
  expect(sent[0]!.text.join(' ')).toMatch(/bank of Ana Silva .* Reason: fraudulent\. Answer it at Stripe by /);
});

it('counts a dispute once, however often and in whatever order its events arrive', async () => {
  const { userId, dispute } = await payDisputed();
  const { webhookSecret } = app.deps.payments!;
  const send = (id: string, type: string, object: object) => {
    const body = JSON.stringify({ id, object: 'event', type, created: 1_800_000_000, data: { object } });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signEvent(body, webhookSecret) };
    return app.call('POST', '/api/stripe/webhook', { body, headers });
  };
  // The contents of an event are not trusted.
  const lie = { id: dispute.id, object: 'dispute', amount: 1, status: 'won', charge: 'ch_else' };
  for (const type of ['closed', 'funds_withdrawn', 'created', 'updated', 'funds_reinstated'])
    expect((await send(`evt_${type}`, `charge.dispute.${type}`, lie)).status).toBe(200);
  await send('evt_updated', 'charge.dispute.updated', lie);
  await send('evt_odd', 'charge.dispute.created', { ...lie, id: '../customers' });
  await app.jobs();
  const { disputes } = await open(userId);
  expect(disputes).toEqual([dispute]);
});

it('follows a dispute to its end, and refuses a refund until then', async () => {
  const { stripe } = app.deps.payments!;
  const [won, lost] = [await payDisputed(), await payDisputed()];
  const [invoice] = (await open(won.userId)).invoices;
  const refund = () =>
    app.post(
      `/api/admin/users/${won.userId}/billing/refund`,
      { invoiceId: invoice.id, cents: 100, refundedCents: 0, reason: 'Asked by phone.' },
      { token },
    );
  expect((await refund()).body).toMatchObject({
    error: 'not_refundable',
    message: expect.stringContaining('disputes'),
  });
  await stripe.disputes.update(won.dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } });
  await stripe.disputes.close(lost.dispute.id);
  await settle(app);
  expect((await open(won.userId)).disputes).toMatchObject([
    { status: 'won', evidenceDueAt: null, hasEvidence: true, withdrawnCents: 1_500 },
  ]);
  expect((await open(lost.userId)).disputes).toMatchObject([{ status: 'lost', withdrawnCents: 7_500 }]);
  const ids = (await listOpen()).map(({ id }: { id: string }) => id);
  expect(ids).not.toContain(won.dispute.id);
  expect(ids).not.toContain(lost.dispute.id);
  expect((await refund()).status).toBe(200);
});

it('shows disputes only to staff who manage billing', async () => {
  const { token: editor } = await app.signIn({ role: 'editor' });
  expect((await app.get('/api/admin/disputes', { token: editor })).status).toBe(403);
  expect((await app.get('/api/admin/disputes')).status).toBe(401);
  const due = (await app.get('/api/admin/home', { token: editor })).body.due as { kind: string }[];
  expect(due.map(({ kind }) => kind)).not.toContain('disputes');
});
