import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { decideClaim, insertClaims } from '#server/test/people/claim-requests.ts';

let app: TestApp;
let reviewer: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  app = await testApp();
  reviewer = await app.signIn({ role: 'admin', name: 'First' });
});
afterAll(() => app.stop());

describe('claim review', () => {
  it('requires a note to reject, and records the signed-in reviewer', async () => {
    const [claim] = await insertClaims(app, 1);
    const { status, body } = await decideClaim(app, reviewer.token, claim!.id, {
      status: 'rejected',
      reviewNotes: '  ',
      reviewedBy: 999,
    });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['reviewNotes']]);
    const done = await decideClaim(app, reviewer.token, claim!.id, {
      status: 'rejected',
      reviewNotes: 'No license',
      reviewedBy: 999,
    });
    expect(done.body).toMatchObject({ status: 'rejected', reviewedBy: reviewer.userId, reviewNotes: 'No license' });
    expect((await decideClaim(app, reviewer.token, claim!.id, { status: 'pending' })).status).toBe(400);
    expect(
      (await app.call('PATCH', `/api/admin/claim-requests/${claim!.id}`, { body: { status: 'approved' } })).status,
    ).toBe(401);
  });

  it('undoes an approval with a reason, and restores the listing', async () => {
    const [claim] = await insertClaims(app, 1);
    await decideClaim(app, reviewer.token, claim!.id, { status: 'approved' });
    const reverse = (reason: string) =>
      app.post(`/api/admin/claim-requests/${claim!.id}/reverse`, { reason }, { token: reviewer.token });
    expect((await reverse(' ')).status).toBe(400);
    expect((await reverse('The license belongs to someone else')).body.status).toBe('pending');
    const [listing] = await app.deps.db('dentists').where({ id: claim!.dentistId });
    expect([listing.userId, listing.isVerified]).toEqual([null, false]);
    expect((await reverse('again')).status).toBe(409);
  });

  it('decides several claims independently, lists overdue ones first, and counts them', async () => {
    const made = await insertClaims(app, 3, 'Bulk');
    await decideClaim(app, reviewer.token, made[0]!.id, { status: 'approved' });
    const bulk = (body: object) => app.post('/api/admin/claim-requests/bulk', body, { token: reviewer.token });
    const ids = made.map(({ id }) => id);
    expect((await bulk({ ids, status: 'rejected' })).status).toBe(400);
    const { body } = await bulk({ ids, status: 'rejected', reviewNotes: 'All the same' });
    expect(body.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true, true]);
    const late = await insertClaims(app, 2, 'Late');
    await app.deps
      .db('claimRequests')
      .where({ id: late[1]!.id })
      .update({ dueAt: new Date(0) });
    const { body: queue, headers } = await app.get('/api/admin/claim-requests?status=pending', {
      token: reviewer.token,
    });
    expect([queue[0].id, queue[0].overdue]).toEqual([late[1]!.id, true]);
    const { body: counts } = await app.get('/api/admin/claim-requests/counts', { token: reviewer.token });
    expect([counts.pending, counts.overdue]).toEqual([Number(headers.get('x-total-count')), 1]);
    expect((await app.get('/api/admin/claim-requests?status=nope', { token: reviewer.token })).status).toBe(400);
  });
});
