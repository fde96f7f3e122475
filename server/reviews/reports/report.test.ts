import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';

let r: Reviews;
let listing: number;
let staff: { token: string };
beforeAll(async () => {
  r = await reviews();
  listing = await r.create();
  staff = await r.app.signIn({ role: 'reviewer', name: 'Rita Reviewer' });
});
afterAll(() => r.app.stop());
beforeEach(async () => {
  await r.app.deps.db('reviews').delete();
  r.app.deps.clock.set('2025-03-11T18:00:00Z');
});

const own = async (): Promise<{ id: number; changedAt: string; report: object | null }[]> =>
  (await r.app.get(`/api/user/dentists/${listing}/reviews`, { token: r.ann.token })).body;
const report = (id: number, changedAt: string, reason = 'conflict', token = r.ann.token) =>
  r.app.post(`/api/user/reviews/${id}/report`, { reason, changedAt }, { token });
const inbox = async (view = 'open') =>
  (await r.app.get(`/api/admin/inbox/review?view=${view}`, { token: staff.token })).body;
const open = async (id: number) => (await r.app.get(`/api/admin/reviews/${id}`, { token: staff.token })).body;
const decide = async (id: number, decision: object) =>
  r.app.post(
    `/api/admin/reviews/${id}/decide`,
    { changedAt: (await open(id)).changedAt, ...decision },
    { token: staff.token },
  );
const shownIds = async () => (await r.shown(listing)).reviews.map(({ id }: { id: number }) => id);
const actionsOf = (id: number) =>
  r.app.deps.db('auditLog').where({ subject: 'review', subjectId: String(id) }).orderBy('id').pluck('action'); // prettier-ignore

/** A published review, its author's link, and the email address of that author. */
async function published() {
  const email = `author-${Math.random()}@example.com`;
  const token = await r.linkFor(listing, { email });
  await r.save(token);
  await r.publishAll();
  const [review] = await own();
  return { ...review!, token, email };
}

it('shows a reported review until staff keep it, which both sides learn', async () => {
  const { id, changedAt, email } = await published();
  expect(await inbox()).toEqual([]);
  const sent = await report(id, changedAt);
  expect(sent.body.report).toEqual({ reason: 'conflict', reportedAt: expect.any(String), outcome: null });
  expect(await shownIds()).toEqual([id]);
  const [item] = await inbox();
  const due = new Date(r.app.deps.clock.now().getTime() + 48 * 3_600_000).toISOString();
  expect(item).toMatchObject({ id, topic: 'reported', isOpen: true, dueAt: due });
  const table = await r.app.get('/api/admin/tables/reviews/rows?topic=reported', { token: staff.token });
  expect(table.body.rows).toHaveLength(1);
  expect((await open(id)).report).toMatchObject({ reason: 'conflict', by: 'Ann', outcome: null });
  expect((await decide(id, { decision: 'publish' })).body.error).toBe('not_possible');
  expect((await decide(id, { decision: 'keep', reason: 'too_nice' })).status).toBe(400);
  expect((await decide(id, { decision: 'keep', reason: 'unproven' })).status).toBe(200);
  expect([await shownIds(), await inbox()]).toEqual([[id], []]);
  expect((await inbox('closed'))[0]).toMatchObject({ id, closedAt: r.app.deps.clock.now().toISOString() });
  expect((await own())[0]!.report).toMatchObject({ outcome: 'unproven' });
  for (const to of [r.ann.email, email]) {
    const text = (await r.lastEmail(to))!.text.join(' ');
    expect(text).toContain('Conflict of interest');
    expect(text).toContain('It stays. We found nothing that shows what the report says.');
  }
  expect(await actionsOf(id)).toEqual(['review.received', 'review.published', 'review.reported', 'review.kept']);
});

it('hides a reported review that staff refuse, with a reason and an appeal for its author', async () => {
  const { id, changedAt, email, token } = await published();
  await report(id, changedAt, 'insult');
  expect((await decide(id, { decision: 'refuse', reason: 'insult' })).status).toBe(200);
  expect(await shownIds()).toEqual([]);
  expect((await r.lastEmail(email))!.text.join(' ')).toContain('It insults or threatens someone.');
  expect((await r.lastEmail(r.ann.email))!.text.join(' ')).toContain('It no longer shows.');
  expect((await r.appeal(token, 'I only told what happened.')).body.review.status).toBe('flagged');
  expect((await decide(id, { decision: 'publish' })).status).toBe(200);
  expect(await shownIds()).toEqual([id]);
});

it('takes a report once, for a reason from the list, from the practice, and about the text that it saw', async () => {
  const { id, changedAt, token } = await published();
  expect((await report(id, changedAt, 'too_negative')).body.fields).toHaveProperty('reason');
  expect((await report(id, changedAt, 'private', r.bob.token)).status).toBe(404);
  expect((await report(id, new Date(0).toISOString())).body.error).toBe('changed_meanwhile');
  const both = await Promise.all([report(id, changedAt), report(id, changedAt)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await decide(id, { decision: 'keep', reason: 'rules' });
  expect((await report(id, (await own())[0]!.changedAt)).body.error).toBe('already_reported');
  expect(await actionsOf(id)).toHaveLength(4);
  // A changed review doesn't reopen the report.
  await r.save(token, { text: r.form().text });
  await r.publishAll();
  expect(await inbox()).toEqual([]);
});

it('closes an open report with the decision on a change that a check flagged', async () => {
  const { id, changedAt, token } = await published();
  await report(id, changedAt);
  await r.save(token, { text: `Call 512 555 0100. ${r.form().text}` });
  expect((await decide(id, { decision: 'keep', reason: 'rules' })).body.error).toBe('not_possible');
  expect((await decide(id, { decision: 'publish' })).status).toBe(200);
  expect([await shownIds(), await inbox()]).toEqual([[id], []]);
  expect((await own())[0]!.report).toMatchObject({ outcome: 'rules' });
});
