import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '#shared/accounts/api-calls.ts';
import { mayInGroup, type GroupRole } from '#shared/groups/group-roles.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';
import { groups, type Groups } from '#server/test/people/groups.ts';
import { hashPassword } from '../sign-in/password.ts';

let g: Groups;
const password = 'copper lantern walk';
const scopes = ['own.read', 'own.write', 'appointments', 'reviews'];
const roles: GroupRole[] = ['owner', 'regional', 'editor', 'billing', 'reader'];
type Group = Awaited<ReturnType<Groups['make']>>;
beforeAll(async () => {
  g = await groups({ LIMIT_LOGIN: '1000/1' });
});
afterAll(() => g.app.stop());

async function makeGroup(): Promise<Group> {
  const group = await g.make();
  await g.app.deps.db('users').update({ password: await hashPassword(password) });
  return group;
}
const create = (group: Group, token: string, body: object = {}) =>
  g.app.post('/api/user/api-keys', { name: 'Front desks', scopes, groupId: group.id, password, ...body }, { token });
const list = async (token: string) =>
  (await g.app.get('/api/user/api-keys', { token })).body as { id: number; group?: object; madeBy?: string }[];
const rotate = (id: number, token: string) => g.app.post(`/api/user/api-keys/${id}/rotate`, { password }, { token });
const revoke = (id: number, token: string) => g.app.call('DELETE', `/api/user/api-keys/${id}`, { token });
/** The listings that a key lists, or the status of its refusal. */
const reached = async (key: string): Promise<number[] | number> => {
  const { status, body } = await g.app.get('/api/user/dentists', { token: key });
  return status === 200 ? body.map(({ id }: { id: number }) => id) : status;
};
const edit = async (key: string, id: number) =>
  (await g.app.call('PUT', `/api/user/dentists/${id}`, { token: key, body: { bio: 'Open on Saturdays.' } })).status;

describe('the keys of a group', () => {
  it('are made, listed, replaced, and revoked by the roles that manage keys', async () => {
    for (const role of roles) {
      const group = await makeGroup();
      const { token } = group.people[role];
      const { body: kept } = await create(group, group.people.owner.token);
      const isAllowed = mayInGroup(role, 'keys');
      expect([role, isAllowed]).toEqual([role, ['owner', 'editor'].includes(role)]);
      const [made, rotated] = [await create(group, token), await rotate(kept.id, token)];
      const ids = (await list(token)).map(({ id }) => id);
      const revoked = await revoke(kept.id, token);
      const statuses = [made, rotated, revoked].map(({ status }) => status);
      expect([role, ...statuses]).toEqual([role, ...(isAllowed ? [200, 200, 200] : [403, 404, 404])]);
      expect(ids).toEqual(isAllowed ? [kept.id, made.body.id, rotated.body.id] : []);
      expect(await reached(kept.key)).toEqual(isAllowed ? 401 : group.ids);
    }
  });

  it('are hidden from strangers and owners of other groups', async () => {
    const [group, other] = [await makeGroup(), await makeGroup()];
    const { body } = await create(group, group.people.owner.token);
    for (const { token } of [other.people.owner, other.people.editor]) {
      expect(await list(token)).toEqual([]);
      const answers = [await create(group, token), await rotate(body.id, token), await revoke(body.id, token)];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(await reached(body.key)).toEqual(group.ids);
  });

  it('name the group and who made them, can’t import, and are at most 20', async () => {
    const group = await makeGroup();
    const { owner, editor } = group.people;
    const { body } = await create(group, editor.token);
    const [shown] = await list(owner.token);
    expect(shown).toMatchObject({ id: body.id, group: { id: group.id, name: group.name } });
    expect(shown!.madeBy).toMatch(/^editor/);
    expect(body.key).toMatch(/^enk_/);
    expect((await create(group, owner.token, { scopes: ['import'] })).body.fields).toHaveProperty('scopes');
    const rest = Array.from({ length: 19 }, (_, n) => ({
      ...keyRow(group.id),
      keyHash: Buffer.from(`${group.id} ${n}`),
    }));
    await g.app.deps.db('apiKeys').insert(rest);
    expect((await create(group, owner.token)).body).toMatchObject({ error: 'too_many_keys' });
    // The keys of a group don't count as the person's own.
    expect((await create(group, owner.token, { groupId: undefined })).status).toBe(200);
  });

  it('are announced to the owner, and the audit log names the group and who made them', async () => {
    const group = await makeGroup();
    const { owner, editor } = group.people;
    const { body } = await create(group, editor.token);
    await rotate(body.id, owner.token);
    await revoke(body.id, owner.token);
    const { db } = g.app.deps;
    const { email } = await db('users').where({ id: owner.userId }).first();
    expect((await emailsTo(g.app, email)).map(({ subject }) => subject)).toContain(`New API key for ${group.name}`);
    const entries = await db('auditLog')
      .where({ subject: 'group', subjectId: group.id })
      .whereLike('action', 'key.%')
      .orderBy('id');
    expect(entries.map(({ action, actorId, after }) => [action, actorId, after.group])).toEqual([
      ['key.created', editor.userId, group.name],
      ['key.rotated', owner.userId, group.name],
      ['key.revoked', owner.userId, group.name],
    ]);
    expect(entries[2].after.madeBy).toMatch(/^editor/);
  });
});

const keyRow = (groupId: number) => {
  const createdAt = g.app.deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 86_400_000);
  return { groupId, name: 'Other', hint: 'abcd', scopes, createdAt, expiresAt };
};

describe('a key of a group', () => {
  it('reaches the locations of the group, and a location no longer once it has left', async () => {
    const group = await makeGroup();
    const { owner, editor } = group.people;
    const { key } = (await create(group, editor.token)).body;
    const [left, transferred, stays] = group.ids as [number, number, number];
    expect(await reached(key)).toEqual(group.ids);
    expect(await edit(key, left)).toBe(200);
    expect(await edit(key, group.spare)).toBe(404);
    await g.app.post(`/api/user/groups/${group.id}/locations/remove`, { ids: [left] }, { token: owner.token });
    const buyer = await g.app.signIn();
    await g.app.deps.db('dentists').where({ id: transferred }).update({ userId: buyer.userId });
    expect(await reached(key)).toEqual([stays]);
    expect([await edit(key, left), await edit(key, transferred), await edit(key, stays)]).toEqual([404, 404, 200]);
    // The owner still has the listing that left the group.
    expect(await edit(owner.token, left)).toBe(200);
    await g.app.post(`/api/user/groups/${group.id}/locations`, { ids: [group.spare] }, { token: owner.token });
    expect(await reached(key)).toEqual([stays, group.spare]);
  });

  it('makes no call about another listing of the owner, and adds none', async () => {
    const group = await makeGroup();
    const { db, clock } = g.app.deps;
    // Staff rights of the owner widen nothing.
    await db('users').where({ id: group.people.owner.userId }).update({ role: 'admin' });
    const { key } = (await create(group, group.people.editor.token)).body;
    const calls = [...scopeOf].filter(([, scope]) => scopes.includes(scope)).map(([call]) => call);
    const ofListing = calls.filter((call) => call.includes('/api/user/dentists/:id'));
    expect(ofListing.length).toBeGreaterThan(9);
    const bodies: Record<string, object> = {
      'PUT /api/user/dentists/:id': { bio: 'Mine' },
      'PUT /api/user/dentists/:id/photos': { photos: [] },
      'PUT /api/user/dentists/:id/appointments': { isOn: false, note: '', serviceIds: [] },
      'POST /api/user/dentists/:id/photos/restore': { url: `/media/${'0'.repeat(40)}`, position: 0 },
      'POST /api/user/dentists/:id/photos': { image: 'data:image/png;base64,iVBORw0KGgo=' },
    };
    const reach = async (call: string, id: number) => {
      const [method, path] = call.split(' ') as [string, string];
      const body = method === 'GET' ? undefined : (bodies[call] ?? {});
      return (await g.app.call(method, path.replace(':id', String(id)).replace(':entry', '1'), { token: key, body }))
        .status;
    };
    const before = await db('dentists').where({ id: group.spare }).first();
    for (const call of ofListing) expect([call, await reach(call, group.spare)]).toEqual([call, 404]);
    expect(await db('dentists').where({ id: group.spare }).first()).toEqual(before);
    for (const call of [
      'GET /api/user/dentists/:id/history',
      'GET /api/user/dentists/:id/insights',
      'GET /api/user/dentists/:id/reviews',
    ])
      expect([call, await reach(call, group.ids[0]!)]).toEqual([call, 200]);
    for (const call of ['POST /api/dentists', 'POST /api/practices', 'GET /api/user/similar-listings'])
      expect([call, await reach(call, 1)]).toEqual([call, 403]);

    const request = {
      ownerId: group.people.owner.userId,
      createdAt: clock.now(),
      changedAt: clock.now(),
      state: 'new',
    };
    const requests = await db('appointmentRequests')
      .insert([group.spare, group.ids[0]].map((dentistId) => ({ ...request, dentistId })))
      .returning('id');
    const inbox = await g.app.get('/api/user/appointments', { token: key });
    expect(inbox.body.map(({ id }: { id: number }) => id)).toEqual([requests[1].id]);
    const settings = await g.app.get('/api/user/appointment-listings', { token: key });
    expect(settings.body.map(({ dentistId }: { dentistId: number }) => dentistId)).toEqual(group.ids);
    const answer = { action: 'call', changedAt: clock.now().toISOString() };
    const answered = async ({ id }: { id: number }) =>
      (await g.app.post(`/api/user/appointments/${id}/answer`, answer, { token: key })).status;
    expect([await answered(requests[0]), await answered(requests[1])]).toEqual([404, 200]);
  });

  it('stays when its maker leaves the group or deletes the account', async () => {
    const group = await makeGroup();
    const { owner, editor } = group.people;
    const { body } = await create(group, editor.token);
    expect((await g.app.post(`/api/user/groups/${group.id}/leave`, {}, { token: editor.token })).status).toBe(200);
    expect(await reached(body.key)).toEqual(group.ids);
    expect(await list(editor.token)).toEqual([]);
    expect((await revoke(body.id, editor.token)).status).toBe(404);
    const data = (await g.app.get('/api/user/export', { token: editor.token })).body;
    expect(data.apiKeys).toHaveLength(1);
    const { name } = await g.app.deps.db('users').where({ id: editor.userId }).first();
    expect((await g.app.post('/api/auth/delete-account', { password }, { token: editor.token })).status).toBe(200);
    const entries = await g.app.deps.db('auditLog').where({ action: 'key.created', subjectId: group.id });
    expect(entries[0].after).toMatchObject({ group: group.name, madeBy: '[removed]' });
    expect(JSON.stringify(entries[0].after)).not.toContain(name);
    expect(await reached(body.key)).toEqual(group.ids);
    expect(await list(owner.token)).toMatchObject([{ id: body.id, madeBy: null }]);
    expect((await rotate(body.id, owner.token)).status).toBe(200);
  });

  it('stops when the group ends', async () => {
    const group = await makeGroup();
    const { body } = await create(group, group.people.editor.token);
    const ended = await g.app.call('DELETE', `/api/user/groups/${group.id}`, { token: group.people.owner.token });
    expect(ended.status).toBe(200);
    expect((await g.app.get('/api/user/dentists', { token: body.key })).status).toBe(401);
    expect(await g.app.deps.db('apiKeys').where({ id: body.id })).toEqual([]);
  });
});
