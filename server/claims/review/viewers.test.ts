import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { decideClaim, insertClaims } from '#server/test/people/claim-requests.ts';

let app: TestApp;
let ana: Awaited<ReturnType<TestApp['signIn']>>;
let bea: typeof ana;
beforeAll(async () => {
  app = await testApp();
  ana = await app.signIn({ role: 'reviewer', name: 'Ana' });
  bea = await app.signIn({ role: 'admin', name: 'Bea' });
});
afterAll(() => app.stop());

const view = async ({ token }: typeof ana, id: number): Promise<{ claimId: number; name: string }[]> => {
  const { status, body } = await app.post(`/api/admin/claim-requests/${id}/viewing`, undefined, { token });
  expect(status).toBe(200);
  return body;
};

describe('reviewers of the same claim', () => {
  it('see each other, until one leaves, decides, or stays silent for 45 seconds', async () => {
    const [claim, other] = await insertClaims(app, 2);
    expect(await view(ana, claim!.id)).toEqual([]);
    expect(await view(bea, claim!.id)).toEqual([{ claimId: claim!.id, name: 'Ana' }]);
    expect(await view(ana, claim!.id)).toEqual([{ claimId: claim!.id, name: 'Bea' }]);
    await app.call('DELETE', `/api/admin/claim-requests/${claim!.id}/viewing`, { token: bea.token });
    expect(await view(ana, claim!.id)).toEqual([]);
    app.deps.clock.advance(44_000);
    expect(await view(bea, other!.id)).toEqual([{ claimId: claim!.id, name: 'Ana' }]);
    app.deps.clock.advance(1_000);
    expect(await view(bea, other!.id)).toEqual([]);
    // The next claim of the same person removes the expired row.
    await view(ana, other!.id);
    expect(await app.deps.db('claimViewers').where({ claimId: claim!.id })).toEqual([]);
  });

  it('are not recorded for decided or missing claims, and are for staff only', async () => {
    const [claim] = await insertClaims(app, 1);
    await decideClaim(app, bea.token, claim!.id, { status: 'approved' });
    await view(ana, claim!.id);
    await view(ana, 999_999);
    expect(await app.deps.db('claimViewers').whereIn('claimId', [claim!.id, 999_999])).toEqual([]);
    const visitor = await app.signIn();
    expect((await app.post(`/api/admin/claim-requests/${claim!.id}/viewing`, undefined, visitor)).status).toBe(403);
  });

  it('do not keep a session alive by looking', async () => {
    const [claim] = await insertClaims(app, 1);
    // Test sessions are seen in ten years, so that moves of the clock don't end them.
    const { db, clock } = app.deps;
    await db('authSessions').where({ userId: ana.userId }).update({ lastSeenAt: clock.now() });
    const seenAt = async () => (await db('authSessions').where({ userId: ana.userId }).first()).lastSeenAt;
    const before = await seenAt();
    app.deps.clock.advance(60_000);
    await app.call('POST', `/api/admin/claim-requests/${claim!.id}/viewing`, {
      token: ana.token,
      headers: { 'X-Enamel-Background': '1' },
    });
    expect(await seenAt()).toEqual(before);
  });
});
