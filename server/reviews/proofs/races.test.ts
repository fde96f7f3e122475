import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';

const ROUNDS = 8;
let r: Reviews;
let listing: number;
let moderators: { token: string; userId: number }[];
beforeAll(async () => {
  r = await reviews();
  listing = await r.create();
  r.app.deps.clock.set('2025-03-11T18:00:00Z');
  const [rita, mona] = [await r.app.signIn({ role: 'reviewer' }), await r.app.signIn({ role: 'admin' })];
  moderators = [rita, mona];
});
afterAll(() => r.app.stop());

/** A review that waits for staff, as both moderators have opened it. */
async function flagged() {
  const token = await r.linkFor(listing);
  const text = `Call 512 555 0100. ${r.form().text}`;
  expect((await r.save(token, { text })).body.review.status).toBe('flagged');
  const { id } = await r.stored(text);
  const { changedAt } = (await r.app.get(`/api/admin/reviews/${id}`, { token: moderators[0]!.token })).body;
  const decide = (who: number, decision: object) =>
    r.app.post(`/api/admin/reviews/${id}/decide`, { changedAt, ...decision }, { token: moderators[who]!.token });
  return { id: id as number, token, decide };
}
const actionsOf = async (id: number) =>
  r.app.deps.db('auditLog').where({ subject: 'review', subjectId: String(id) }).orderBy('id').pluck('action'); // prettier-ignore

it('gives a review that two moderators decide at once one decision, and one line in the audit log', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, decide } = await flagged();
    const answers = await Promise.all([
      decide(round % 2, { decision: 'publish' }),
      decide(1 - (round % 2), { decision: 'refuse', reason: 'contact' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers[0]!.status === 200 ? 'published' : 'refused';
    const [row] = await r.app.deps.db('reviews').where({ id });
    expect(row).toMatchObject({ status: won, reason: won === 'refused' ? 'contact' : null });
    expect(row.decidedBy).toBe(moderators[won === 'published' ? round % 2 : 1 - (round % 2)]!.userId);
    expect(await actionsOf(id)).toEqual(['review.received', `review.${won}`]);
  }
});

it('leaves nothing of a review whose author deletes it while staff decide, in any order', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, token, decide } = await flagged();
    const [removed, ...decided] = await Promise.all([
      r.remove(token),
      decide(0, { decision: 'publish' }),
      decide(1, { decision: 'publish' }),
    ]);
    expect(removed.status).toBe(200);
    expect(decided.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    expect(decided.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await r.app.deps.db('reviews').where({ id })).toEqual([]);
    expect((await r.view(token)).status).toBe(404);
    expect((await actionsOf(id)).at(-1)).toBe('review.deleted');
  }
});
