import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { claimants, type Claimants } from '#server/test/people/claimants.ts';
import { paid } from '#server/test/people/owners.ts';

type Person = Awaited<ReturnType<Claimants['app']['signIn']>>;
let c: Claimants;
let reviewer: Person;
let claimant: Person;
let id: number;
beforeAll(async () => {
  c = await claimants();
  reviewer = await c.app.signIn({ role: 'reviewer', name: 'Rita Reviewer' });
});
afterAll(() => c.app.stop());
beforeEach(async () => {
  claimant = await c.app.signIn(paid);
  id = (await c.claim(await c.listing(), claimant.token)).body.id as number;
});

const inDays = (days: number) => new Date(c.app.deps.clock.now().getTime() + days * 86_400_000).toISOString();
const change = (body: object, by = reviewer) =>
  c.app.call('PATCH', `/api/admin/inbox/claim/${id}`, { token: by.token, body });
const snooze = () => change({ snoozedUntil: inDays(2) });
const get = async (path: string, by = reviewer) => (await c.app.get(path, { token: by.token })).body;
const findClaim = async (status = 'pending') =>
  ((await get(`/api/admin/claim-requests?status=${status}`)) as { id: number }[]).find((one) => one.id === id);
const findDue = async (by = reviewer) =>
  ((await get('/api/admin/home', by)).due as { kind: string; count: number; mine: number }[]).find(
    ({ kind }) => kind === 'claims',
  )!;

it('gives a claim a reviewer, once, and never over an unseen change', async () => {
  expect(await findClaim()).toMatchObject({ assigneeId: null, assignee: null, snoozedUntil: null });
  const before = await findDue();
  expect((await change({ assigneeId: reviewer.userId, read: { assigneeId: null } })).status).toBe(200);
  expect(await findClaim()).toMatchObject({ assigneeId: reviewer.userId, assignee: 'Rita Reviewer' });
  expect(await findDue()).toMatchObject({ count: before.count, mine: before.mine + 1 });
  const late = await change({ assigneeId: c.admin.userId, read: { assigneeId: null } }, c.admin);
  expect([late.status, late.body.error]).toEqual([409, 'changed_meanwhile']);
  expect(late.body.message).toContain('Rita Reviewer');
  const analyst = await c.app.signIn({ role: 'analyst' });
  expect((await change({ assigneeId: null }, analyst)).status).toBe(403);
  expect((await change({ assigneeId: analyst.userId })).body.fields).toHaveProperty('assigneeId');
});

it('takes a snoozed claim out of the counts, but not out of the list, until its time', async () => {
  const [counts, due] = [await get('/api/admin/claim-requests/counts'), await findDue()];
  const until = inDays(2);
  expect((await change({ snoozedUntil: until })).status).toBe(200);
  expect(await findClaim()).toMatchObject({ snoozedUntil: until });
  expect(await get('/api/admin/claim-requests/counts')).toEqual({ ...counts, snoozed: counts.snoozed + 1 });
  expect((await findDue()).count).toBe(due.count - 1);
  await c.app.deps.db('inboxItems').where({ claimId: id }).update({ snoozedUntil: c.app.deps.clock.now() });
  expect(await get('/api/admin/claim-requests/counts')).toEqual(counts);
  expect((await findDue()).count).toBe(due.count);
});

it('does not count a snoozed claim as overdue', async () => {
  const before = await get('/api/admin/claim-requests/counts');
  await c.app.deps
    .db('claimRequests')
    .where({ id })
    .update({ dueAt: inDays(-1) });
  expect((await get('/api/admin/claim-requests/counts')).overdue).toBe(before.overdue + 1);
  await snooze();
  expect((await get('/api/admin/claim-requests/counts')).overdue).toBe(before.overdue);
});

it('sends assigned and snoozed claims to consoles again', async () => {
  const sync = (cursor = '') => get(`/api/admin/sync?cursor=${cursor}`);
  // A change must show as a newer transaction than the cursor's, even while another one is open.
  const markOf = async () =>
    (await c.app.deps.db('claimRequests').where({ id }).first('changedIn')).changedIn as string;
  const before = await markOf();
  const { cursor } = await sync();
  await snooze();
  expect(BigInt(await markOf())).toBeGreaterThan(BigInt(before));
  const { claims } = (await sync(cursor)) as { claims: { id: number; snoozedUntil: string | null }[] };
  expect(claims.find((one) => one.id === id)).toMatchObject({ snoozedUntil: inDays(2) });
});

it('ends a snooze when there is news of the claim', async () => {
  await snooze();
  await c.app.post(`/api/admin/claim-requests/${id}/ask`, { note: 'A license, please.' }, { token: reviewer.token });
  expect(await findClaim()).toMatchObject({ snoozedUntil: inDays(2) });
  await c.app.post(`/api/user/claim-requests/${id}/answer`, { message: 'Here it is.' }, { token: claimant.token });
  expect(await findClaim()).toMatchObject({ snoozedUntil: null });

  await snooze();
  const reject = { status: 'rejected', reviewNotes: 'No.' };
  expect(
    (await c.app.call('PATCH', `/api/admin/claim-requests/${id}`, { token: reviewer.token, body: reject })).status,
  ).toBe(200);
  expect(await findClaim('rejected')).toMatchObject({ snoozedUntil: null });
});

it('shares the assignment with the inbox of new listings, and shows it to no claimant', async () => {
  await c.app.deps.db('claimRequests').where({ id }).update({ kind: 'new_listing' });
  await change({ assigneeId: reviewer.userId });
  expect(await get(`/api/admin/inbox/listing/${id}`)).toMatchObject({ assigneeId: reviewer.userId });
  const own = (await c.app.get('/api/user/claim-requests?checks=true', { token: claimant.token })).body[0];
  expect(own).toMatchObject({ id });
  expect(Object.keys(own as object)).not.toContain('assigneeId');
});
