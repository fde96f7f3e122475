import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { decideClaim, insertClaims } from '#server/test/people/claim-requests.ts';

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

describe('claim review', () => {
  it('decides each of 500 claims once, with two reviewers on two servers', async () => {
    const made = await insertClaims(one, 500);
    const results: [number, number][] = [];
    for (let from = 0; from < made.length; from += 20)
      results.push(
        ...(await Promise.all(
          made.slice(from, from + 20).map(async ({ id }): Promise<[number, number]> => {
            const answers = await Promise.all([
              decideClaim(one, first.token, id, { status: 'approved', reviewedBy: 1 }),
              decideClaim(two, second.token, id, { status: 'rejected', reviewNotes: 'Not enough' }),
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
