import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { groups, type Groups } from '#server/test/people/groups.ts';
import { hashPassword } from '../sign-in/password.ts';

let g: Groups;
let group: Awaited<ReturnType<Groups['make']>>;
const password = 'copper lantern walk';
beforeAll(async () => {
  g = await groups({ LIMIT_LOGIN: '1000/1' });
});
afterAll(() => g.app.stop());
beforeEach(async () => {
  group = await g.make();
  await g.app.deps.db('users').update({ password: await hashPassword(password) });
});

/** A key of the group, or of the person. */
const makeKey = async (token: string, groupId?: number) => {
  const scopes = ['own.read', 'own.write', 'appointments', 'reviews'];
  const { body } = await g.app.post('/api/user/api-keys', { name: 'Front desk', scopes, groupId, password }, { token });
  return body as { id: number; key: string };
};
const put = (id: number, token: string, body: object) => g.app.call('PUT', `/api/user/dentists/${id}`, { token, body });
const readHistory = async (id: number, token: string) =>
  (await g.app.get(`/api/user/dentists/${id}/history`, { token })).body as {
    id: number;
    field: string;
    source: string;
    by: string | null;
  }[];
const whoDid = async (id: number, token: string) =>
  (await readHistory(id, token)).map(({ field, source, by }) => [field, source, by]);
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('edits with a key of a group are recorded as made with that key of that group', async () => {
  const { owner, editor } = group.people;
  const [id] = group.ids as [number];
  const { id: keyId, key } = await makeKey(editor.token, group.id);
  const path = `/api/user/dentists/${id}`;
  expect((await put(id, key, { bio: 'By a program.' })).status).toBe(200);
  const [entry] = await readHistory(id, owner.token);
  const restored = await g.app.post(`${path}/history/${entry!.id}/put-back`, {}, { token: key });
  const confirmed = await g.app.post(`${path}/confirm`, {}, { token: key });
  const photo = await g.app.post(`${path}/photos`, { image }, { token: key });
  expect([restored.status, confirmed.status, photo.status]).toEqual([200, 200, 200]);

  // The names stay once the key is revoked and the group is renamed.
  const by = `API key “Front desk” of ${group.name}`;
  await g.app.call('DELETE', `/api/user/api-keys/${keyId}`, { token: owner.token });
  await g.app.deps.db('groups').where({ id: group.id }).update({ name: 'Other Smiles' });
  const lines = ['practiceImage', 'photos', 'confirmedAt', 'bio', 'bio'].map((field) => [field, 'manager', by]);
  expect((await whoDid(id, owner.token)).toSorted()).toEqual(lines.toSorted());
  const staff = await g.app.signIn({ role: 'admin' });
  const { body } = await g.app.get(`/api/admin/listings/${id}`, { token: staff.token });
  expect(new Set(body.history.map((one: { by: string }) => one.by))).toEqual(new Set([by]));
  // Only the history names the key.
  const pages = [await g.app.get(`/api/dentists/${id}`), await g.app.get('/api/user/dentists', { token: owner.token })];
  expect(JSON.stringify(pages.map(({ text }) => text))).not.toContain('Front desk');
  expect(JSON.stringify(await g.app.deps.db('dentists').where({ id }))).not.toContain('Front desk');
});

it('edits with a person’s key are recorded as made with that key of that person', async () => {
  const { owner, editor } = group.people;
  const [first, second] = group.ids as [number, number];
  await put(first, (await makeKey(owner.token)).key, { bio: 'By my program.' });
  await put(second, (await makeKey(editor.token)).key, { bio: 'By my program.' });
  await put(second, editor.token, { bio: 'By hand.' });
  const { db } = g.app.deps;
  const nameOf = async ({ userId }: { userId: number }) => (await db('users').where({ id: userId }).first()).name;
  const [olive, eddy] = [await nameOf(owner), await nameOf(editor)];
  expect(await whoDid(first, owner.token)).toEqual([['bio', 'owner', `API key “Front desk” of ${olive}`]]);
  expect(await whoDid(second, owner.token)).toEqual([
    ['bio', 'manager', eddy],
    ['bio', 'manager', `API key “Front desk” of ${eddy}`],
  ]);
});

it('answers to patients and reviews with a key of a group name the key', async () => {
  const { owner, editor } = group.people;
  const { db, clock } = g.app.deps;
  const dentistId = group.ids[0]!;
  const by = `API key “Front desk” of ${group.name}`;
  const { key } = await makeKey(editor.token, group.id);
  const at = clock.now();
  const times = { createdAt: at, changedAt: at };
  const [request] = await db('appointmentRequests')
    .insert({ dentistId, ownerId: owner.userId, state: 'new', ...times })
    .returning('id');
  const answer = { action: 'call', changedAt: at.toISOString() };
  const received = await g.app.post(`/api/user/appointments/${request.id}/answer`, answer, { token: key });
  expect(received.body.history.map((one: { by: string }) => one.by)).toEqual([by]);

  const [review] = await db('reviews')
    .insert({
      dentistId,
      source: 'imported',
      verifiedBy: null,
      status: 'published',
      stars: 5,
      visitMonth: '2026-10-01',
      body: 'They explained each step well.',
      authorName: 'Pia P.',
      language: 'en',
      writtenAt: at,
      sentAt: at,
      changedAt: at,
      publishedAt: at,
    }) // prettier-ignore
    .returning('id');
  const reply = { reply: 'Thank you.', changedAt: at.toISOString() };
  expect((await g.app.post(`/api/user/reviews/${review.id}/reply`, reply, { token: key })).status).toBe(200);
  const staff = await g.app.signIn({ role: 'admin' });
  const { body } = await g.app.get('/api/admin/audit-log?q=review.replied', { token: staff.token });
  expect(body[0]).toMatchObject({ action: 'review.replied', actorName: by, actorId: owner.userId });
});

it('a save that meets a change by a key names the key, and not the owner’s other window', async () => {
  const { owner, editor } = group.people;
  const [id] = group.ids as [number];
  const { key } = await makeKey(editor.token, group.id);
  await put(id, key, { bio: 'By a program.' });
  const late = await put(id, owner.token, { bio: 'By hand.', read: { bio: null } });
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringContaining(`API key “Front desk” of ${group.name} changed this on`),
  ]);
});

it('the names of keys stay with the owner: a later owner doesn’t see them, and an erased account takes them along', async () => {
  const { owner, editor } = group.people;
  const [id] = group.ids as [number];
  const { db } = g.app.deps;
  await put(id, (await makeKey(editor.token, group.id)).key, { bio: 'By a program.' });
  const buyer = await g.app.signIn();
  await db('dentists').where({ id }).update({ userId: buyer.userId });
  expect(await whoDid(id, buyer.token)).toEqual([['bio', 'manager', null]]);
  expect((await g.app.get('/api/user/export', { token: owner.token })).body.listingChanges).toMatchObject([
    { madeWith: `API key “Front desk” of ${group.name}` },
  ]);
  await db('users').where({ id: owner.userId }).update({ subscriptionStatus: 'canceled' });
  expect((await g.app.post('/api/auth/delete-account', { password }, { token: owner.token })).status).toBe(200);
  expect(await db('listingHistory').where({ dentistId: id }).select('userId', 'madeWith')).toEqual([
    { userId: null, madeWith: null },
  ]);
});
