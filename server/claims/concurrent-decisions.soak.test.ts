import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let one: TestApp;
let two: TestApp;
let first: Awaited<ReturnType<TestApp['signIn']>>;
let second: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  one = await testApp();
  two = await testApp({ beside: one });
  first = await one.signIn({ role: 'admin', name: 'First' });
  second = await two.signIn({ role: 'admin', name: 'Second' });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const claims = async (
  count: number,
  listing = 'Practice',
): Promise<{ id: number; dentistId: number; userId: number }[]> => {
  const db = one.deps.db;
  const at = one.deps.clock.now();
  const tag = `${listing}${Math.random()}`;
  const users = await db('users')
    .insert(
      Array.from({ length: count }, (_, i) => ({ email: `${tag}-${i}@example.com`.toLowerCase(), name: 'Claimant' })),
    )
    .returning('id');
  const dentists = await db('dentists')
    .insert(Array.from({ length: count }, (_, i) => ({ name: `${listing} ${i}`, city: 'Austin', state: 'TX' })))
    .returning('id');
  return db('claimRequests')
    .insert(
      users.map(({ id }, i) => ({
        dentistId: dentists[i].id,
        userId: id,
        requestorName: 'Claimant',
        requestorEmail: 'c@example.com',
        requestorPhone: '(555) 555-0100',
        relationshipToPractice: 'owner',
        submittedAt: at,
        dueAt: new Date(at.getTime() + 3 * 86_400_000),
      })),
    )
    .returning(['id', 'dentistId', 'userId']);
};
const patch = (app: TestApp, token: string, id: number, body: object) =>
  app.call('PATCH', `/api/admin/claim-requests/${id}`, { token, body });

describe('claim review', () => {
  it('decides each of 500 claims once, with two reviewers on two servers', async () => {
    const made = await claims(500);
    const results: [number, number][] = [];
    for (let from = 0; from < made.length; from += 20)
      results.push(
        ...(await Promise.all(
          made.slice(from, from + 20).map(async ({ id }): Promise<[number, number]> => {
            const answers = await Promise.all([
              patch(one, first.token, id, { status: 'approved', reviewedBy: 1 }),
              patch(two, second.token, id, { status: 'rejected', reviewNotes: 'Not enough' }),
            ]);
            return [answers[0].status, answers[1].status];
          }),
        )),
      );
    for (const pair of results) expect(pair.toSorted()).toEqual([200, 409]);
    const rows = await one.deps
      .db('claimRequests')
      .select('status', 'reviewedBy', 'dentistId', 'userId', 'reviewNotes');
    const owners = new Map((await one.deps.db('dentists').select('id', 'userId')).map((row) => [row.id, row.userId]));
    for (const [place, row] of rows.entries()) {
      expect(['approved', 'rejected']).toContain(row.status);
      expect(row.reviewedBy).toBe(row.status === 'approved' ? first.userId : second.userId);
      expect(owners.get(row.dentistId), String(place)).toBe(row.status === 'approved' ? row.userId : null);
    }
    const decided = await one.deps.db('auditLog').whereIn('action', ['claim.approved', 'claim.rejected']);
    expect(decided).toHaveLength(500);
  }, 90_000);
});
