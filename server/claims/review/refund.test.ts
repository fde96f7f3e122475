import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, payWith } from '#server/test/people/paying.ts';

const DAY = 86_400_000;
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
  admin = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

/** Signs up a person who pays for the plan and claims a listing. */
async function claimant() {
  const user = await app.signIn();
  const priceId = 'price_sandbox_professional_monthly';
  const { body } = await app.post('/api/get-or-create-subscription', { priceId }, { token: user.token });
  await payWith(app, body.clientSecret, cards.good);
  await app.post('/api/confirm-payment', { subscriptionId: body.subscriptionId }, { token: user.token });
  const [row] = await app.deps
    .db('dentists')
    .insert({ name: 'Dr. Ana Silva', city: 'Austin', state: 'TX' })
    .returning('id');
  const claim = {
    requestorName: 'Ana Silva',
    requestorEmail: user.email,
    requestorPhone: '(512) 555-0142',
    relationshipToPractice: 'owner',
  };
  const sent = await app.post(`/api/dentists/${row.id}/claim-request`, claim, { token: user.token });
  return { ...user, claimId: sent.body.id as number };
}
const decide = (claimId: number, body: object, token = admin) =>
  app.call('PATCH', `/api/admin/claim-requests/${claimId}`, { token, body });
const reject = { status: 'rejected', reviewNotes: 'The license is of another dentist.' };
const paymentsOf = async (userId: number) =>
  (await app.get(`/api/admin/users/${userId}/billing`, { token: admin })).body.invoices;
const ownClaim = async (token: string) => (await app.get('/api/user/claim-requests', { token })).body[0];
async function mailsTo(to: string): Promise<string> {
  await app.deps.db('jobs').update({ runAt: new Date(0) });
  await app.jobs();
  const outbox = join(app.deps.config.DATA_DIR, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${to}`))
    .join('\n')
    .replace(/=\r?\n/g, '')
    .replace(/\s+/g, ' ');
}

describe('a rejected claim', () => {
  it('carries the refund of the first payment, if staff choose it with the rejection', async () => {
    const { claimId, userId } = await claimant();
    const reviewer = await app.signIn({ role: 'reviewer' });
    expect((await decide(claimId, { ...reject, refund: true }, reviewer.token)).status).toBe(403);
    expect((await decide(claimId, { status: 'approved', refund: true })).body.error).toBe('not_refundable');
    const answer = await decide(claimId, { ...reject, refund: true });
    expect([answer.status, answer.body.status]).toEqual([200, 'rejected']);
    expect(await paymentsOf(userId)).toMatchObject([{ refundedCents: 6_000 }]);
    // A decided claim can't be refunded again.
    expect((await decide(claimId, { ...reject, refund: true })).body.error).toBe('not_refundable');
  });

  it('names the guarantee to the claimant until it ends', async () => {
    const { claimId, userId, token, email } = await claimant();
    const pending = (await app.get('/api/admin/claim-requests?status=pending', { token: admin })).body;
    expect(pending.find(({ id }: { id: number }) => id === claimId).refundable).toMatchObject({ cents: 6_000 });
    await decide(claimId, reject);
    expect(await paymentsOf(userId)).toMatchObject([{ refundedCents: 0 }]);
    expect((await ownClaim(token)).refundable).toMatchObject({ cents: 6_000 });
    const mails = await mailsTo(email);
    expect(mails).toContain("We couldn't approve your claim for Dr. Ana Silva");
    expect(mails).toContain('Your first payment of $60 has a 30-day money-back guarantee.');
    app.deps.clock.advance(31 * DAY);
    expect((await ownClaim(token)).refundable).toBeNull();
  });
});
