import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { decideClaim } from '#server/test/people/claim-requests.ts';
import { owners, type Owners } from '#server/test/people/owners.ts';

let o: Owners;
let second: TestApp;
beforeAll(async () => {
  o = await owners();
  second = await testApp({ beside: o.app });
});
afterAll(async () => {
  await second.stop();
  await o.app.stop();
});

/** The second server must show a change within a second. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 1_000, interval: 25 });

it('another server shows evidence, decisions, and the end of a plan within a second', async () => {
  const admin = await o.app.signIn({ role: 'admin' });
  const owner = await o.app.signIn({
    name: 'Ana Silva',
    subscriptionPlan: 'professional',
    subscriptionStatus: 'active',
    emailVerifiedAt: null,
  });
  const id = await o.create(owner);
  const page = async () => (await second.get(`/api/dentists/${id}`)).body;
  const inList = async () => (await second.get('/api/dentists')).body.find((row: { id: number }) => row.id === id);
  const check = async () =>
    (await second.get('/api/admin/claim-requests?status=pending', { token: admin.token })).body.find(
      (claim: { dentistId: number }) => claim.dentistId === id,
    );
  expect(await inList()).toMatchObject({ isVerified: false, isPaid: true });
  const { id: checkId, claimant } = await check();
  expect(claimant.emailVerified).toBe(false);

  await o.app.deps.db('users').where({ id: owner.userId }).update({ emailVerifiedAt: o.app.deps.clock.now() });
  await o.app.post(
    `/api/admin/claim-requests/${checkId}/evidence`,
    { kind: 'call', note: 'Yes.' },
    { token: admin.token },
  );
  await soon(async () =>
    expect(await check()).toMatchObject({ claimant: { emailVerified: true }, evidence: { verdict: 'strong' } }),
  );

  await decideClaim(o.app, admin.token, checkId, { status: 'approved' });
  await soon(async () =>
    expect([await page(), await inList()]).toMatchObject([{ isVerified: true }, { isVerified: true }]),
  );

  await o.put(id, { name: 'Dr. Rival' }, owner);
  const changed = { name: 'Dr. Rival', isVerified: false, changesUnderReview: true };
  await soon(async () => expect([await page(), await inList()]).toMatchObject([changed, changed]));

  await o.app.deps.db('users').where({ id: owner.userId }).update({ subscriptionStatus: 'canceled' });
  const ended = { isPaid: false, userSubscriptionStatus: null };
  await soon(async () => expect([await page(), await inList()]).toMatchObject([ended, ended]));
});
