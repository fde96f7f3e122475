import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupGrants, mayInGroup, type GroupAction, type GroupRole } from '#shared/groups/group-roles.ts';
import { eraseAccount } from '#server/accounts/erase/erase-account.ts';
import { groups, type Groups } from '#server/test/people/groups.ts';
import { routes } from './routes.ts';

let g: Groups;
beforeAll(async () => {
  g = await groups();
});
afterAll(() => g.app.stop());

const roles: GroupRole[] = ['owner', 'regional', 'editor', 'billing', 'reader'];

/** Every call of a group, with the action that its role needs, and a body that works. */
const calls: Record<string, { action: GroupAction; body?: (group: Awaited<ReturnType<Groups['make']>>) => object }> = {
  'GET /api/user/groups/:id': { action: 'see' },
  'GET /api/user/groups/:id/csv': { action: 'see' },
  'PUT /api/user/groups/:id': { action: 'rename', body: () => ({ name: 'Renamed' }) },
  'PUT /api/user/groups/:id/cost-centers': {
    action: 'costs',
    body: ({ ids }) => ({ costCenters: [{ id: ids[0], costCenter: 'West' }] }),
  },
  'PUT /api/user/groups/:id/brand': {
    action: 'manage',
    body: () => ({ isPublic: true, accent: '#0b5c80', logo: '', about: 'Care for families.' }),
  },
  'GET /api/user/groups/:id/billing': { action: 'bill' },
  'POST /api/user/groups/:id/billing/portal': { action: 'bill', body: () => ({}) },
  'POST /api/user/groups/:id/people': { action: 'manage', body: () => ({ email: 'new@example.com', role: 'reader' }) },
  'PUT /api/user/groups/:id/people/:person': { action: 'manage', body: () => ({ role: 'reader' }) },
  'DELETE /api/user/groups/:id/people/:person': { action: 'manage' },
  'POST /api/user/groups/:id/locations': { action: 'manage', body: ({ spare }) => ({ ids: [spare] }) },
  'POST /api/user/groups/:id/locations/remove': { action: 'manage', body: ({ ids }) => ({ ids: [ids[1]] }) },
  'POST /api/user/groups/:id/changes': {
    action: 'edit',
    body: ({ ids }) => ({ values: { holidayHours: '2026-12-24: Closed' }, ids }),
  },
  'GET /api/user/groups/:id/changes': { action: 'edit' },
  'GET /api/user/groups/:id/claims': { action: 'manage' },
  'POST /api/user/groups/:id/claims/preview': { action: 'manage', body: () => ({ name: 'Dental' }) },
  'POST /api/user/groups/:id/claims': {
    action: 'manage',
    body: ({ unclaimed }) => ({
      requestorName: 'Olive Owner',
      requestorEmail: 'olive@example.com',
      requestorPhone: '(512) 555-0142',
      relationshipToPractice: 'owner',
      proof: 'letter',
      ids: [unclaimed],
    }),
  },
  'POST /api/user/groups/:id/leave': { action: 'see', body: () => ({}) },
  'DELETE /api/user/groups/:id': { action: 'manage' },
};
const callsOfNoGroup = ['GET /api/user/groups', 'POST /api/user/groups', 'GET /api/groups/:slug'];

describe('the roles of a group', () => {
  it('cover every call of a group', () => {
    const all = routes.map(({ endpoint: { method, path } }) => `${method} ${path}`);
    expect([...Object.keys(calls), ...callsOfNoGroup].toSorted()).toEqual(
      // changes.test.ts has the calls of one change.
      all.filter((call) => !call.includes('/:change')).toSorted(),
    );
  });

  it('decide each call as the table says, and refused calls change nothing', async () => {
    const outcomes: string[] = [];
    const expected: string[] = [];
    const kept = await g.make();
    const before = await g.everything();
    const run = async (role: GroupRole, call: string, group: typeof kept): Promise<number> => {
      const [method, path] = call.split(' ') as [string, string];
      const token = group.people[role].token;
      return (await g.app.call(method, g.fill(path, group), { token, body: calls[call]!.body?.(group) })).status;
    };
    const each = roles.flatMap((role) => Object.entries(calls).map(([call, { action }]) => ({ role, call, action })));
    for (const { role, call, action } of each)
      if (!mayInGroup(role, action)) {
        outcomes.push(`${role} ${call} ${await run(role, call, kept)}`);
        expected.push(`${role} ${call} 403`);
      }
    expect(await g.everything()).toEqual(before);
    for (const { role, call, action } of each)
      if (mayInGroup(role, action)) {
        const isRefused = (role === 'owner' && call.endsWith('/leave')) || call.endsWith('/portal');
        outcomes.push(`${role} ${call} ${await run(role, call, await g.make())}`);
        expected.push(`${role} ${call} ${isRefused ? 409 : 200}`);
      }
    expect(outcomes).toEqual(expected);
  });

  it('hide a group from strangers, and its calls from visitors', async () => {
    const group = await g.make();
    const stranger = await g.app.signIn({ subscriptionPlan: 'enterprise', subscriptionStatus: 'active' });
    const other = await g.make();
    const before = await g.everything();
    for (const [call, { body }] of Object.entries(calls)) {
      const [method, path] = call.split(' ') as [string, string];
      const url = g.fill(path, group);
      for (const token of [stranger.token, ...roles.map((role) => other.people[role].token)]) {
        const answer = await g.app.call(method, url, { token, body: body?.(group) });
        expect([call, answer.status]).toEqual([call, 404]);
      }
      expect((await g.app.call(method, url, { body: body?.(group) })).status).toBe(401);
    }
    expect(await g.everything()).toEqual(before);
  });

  it('decide who edits a listing, and only the owner may release, delete, transfer, or share it', async () => {
    for (const role of roles) {
      const group = await g.make();
      const { token } = group.people[role];
      const [own, others] = group.ids as [number, number];
      const edit = (id: number) =>
        g.app.call('PUT', `/api/user/dentists/${id}`, { token, body: { bio: `By ${role}` } });
      const edits = groupGrants.edit.some((one) => one === role);
      expect([role, (await edit(own)).status]).toEqual([role, edits ? 200 : 404]);
      // A regional manager has only the first location.
      expect([role, (await edit(others)).status]).toEqual([role, edits && role !== 'regional' ? 200 : 404]);
      const listed: { id: number }[] = (await g.app.get('/api/user/dentists', { token })).body;
      const expected =
        role === 'owner' ? [...group.ids, group.spare] : role === 'regional' ? [own] : edits ? group.ids : [];
      expect([role, listed.map(({ id }) => id).toSorted()]).toEqual([role, expected.toSorted()]);
      for (const [method, path] of [
        ['POST', '/unclaim'],
        ['DELETE', ''],
        ['POST', '/transfer'],
        ['POST', '/managers'],
      ] as const) {
        if (role === 'owner') continue;
        const answer = await g.app.call(method, `/api/user/dentists/${own}${path}`, {
          token,
          body: { email: `${role}${path.slice(1)}@example.com` },
        });
        expect([role, path, answer.status]).toEqual([role, path, edits ? 403 : 404]);
      }
    }
  });

  it('show a regional manager only their locations, figures to all but billing, and cost centers to those who set them', async () => {
    const group = await g.make();
    await g.view(group.ids[0]!, 3);
    await g.view(group.ids[1]!, 4);
    await g.app.call('PUT', `/api/user/groups/${group.id}/cost-centers`, {
      token: group.people.billing.token,
      body: { costCenters: [{ id: group.ids[0], costCenter: 'West 7' }] },
    });
    const open = async (role: GroupRole) =>
      (await g.app.get(`/api/user/groups/${group.id}`, { token: group.people[role].token })).body;
    const seen = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await open(role)])));
    const views = (role: GroupRole) => seen[role].figures?.now.views ?? null;
    expect(roles.map(views)).toEqual([7, 3, 7, null, 7]);
    expect(seen.billing.locations[0]).toMatchObject({ figures: null, waiting: null });
    expect(roles.map((role) => seen[role].locations[0].costCenter)).toEqual(['West 7', null, null, 'West 7', null]);
    expect(roles.map((role) => seen[role].people.length)).toEqual([4, 0, 0, 0, 0]);
    expect(seen.regional.locations.map(({ id }: { id: number }) => id)).toEqual([group.ids[0]]);
    const csv = async (role: GroupRole) =>
      (await g.app.get(`/api/user/groups/${group.id}/csv`, { token: group.people[role].token })).text;
    expect(await csv('billing')).toContain('Cost center');
    expect(await csv('owner')).toMatch(/West 7,3,0,0,0/);
    expect(await csv('billing')).toMatch(/West 7\r?$/m);
    expect(await csv('reader')).not.toContain('West 7');
    expect((await csv('regional')).trim().split('\n')).toHaveLength(2);
  });
});

describe('a group', () => {
  it('takes only listings that its owner has, and only one group has each', async () => {
    const [mine, theirs] = [await g.make(), await g.make()];
    const { token } = mine.people.owner;
    const add = (ids: number[]) => g.app.post(`/api/user/groups/${mine.id}/locations`, { ids }, { token });
    expect((await add([theirs.spare])).status).toBe(404);
    expect((await add([theirs.ids[0]!])).status).toBe(404);
    expect((await add([mine.spare])).body.locations).toHaveLength(mine.ids.length + 1);
    const second = (await g.app.post('/api/user/groups', { name: 'Second' }, { token })).body;
    expect((await g.app.post(`/api/user/groups/${second.id}/locations`, { ids: [mine.spare] }, { token })).status).toBe(
      404,
    );
  });

  it('loses a location, and the access to it, once it is released or has a new owner', async () => {
    const group = await g.make();
    const [released, transferred] = group.ids as [number, number];
    const { owner, editor } = group.people;
    expect((await g.app.post(`/api/user/dentists/${released}/unclaim`, {}, { token: owner.token })).status).toBe(200);
    await g.app.deps
      .db('dentists')
      .where({ id: transferred })
      .update({ userId: (await g.app.signIn()).userId });
    const seen = (await g.app.get(`/api/user/groups/${group.id}`, { token: owner.token })).body;
    expect(seen.locations.map(({ id }: { id: number }) => id)).toEqual(group.ids.slice(2));
    for (const id of [released, transferred])
      expect(
        (await g.app.call('PUT', `/api/user/dentists/${id}`, { token: editor.token, body: { bio: 'x' } })).status,
      ).toBe(404);
  });

  it('needs Enterprise to start and to grow, and keeps what it has without it', async () => {
    const person = await g.app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const refused = await g.app.post('/api/user/groups', { name: 'Small' }, { token: person.token });
    expect([refused.status, refused.body.error]).toEqual([403, 'subscription_required']);
    const group = await g.make();
    const { token, userId } = group.people.owner;
    await g.app.deps.db('users').where({ id: userId }).update({ subscriptionStatus: 'canceled' });
    const invited = await g.app.post(
      `/api/user/groups/${group.id}/people`,
      { email: 'a@example.com', role: 'reader' },
      { token },
    );
    expect(invited.status).toBe(403);
    expect((await g.app.post(`/api/user/groups/${group.id}/locations`, { ids: [group.spare] }, { token })).status).toBe(
      403,
    );
    const seen = (await g.app.get(`/api/user/groups/${group.id}`, { token })).body;
    expect([seen.planActive, seen.locations.length]).toEqual([false, group.ids.length]);
  });

  it('ends with its roles, and leaves the listings with their owner', async () => {
    const group = await g.make();
    const { owner, editor } = group.people;
    expect((await g.app.call('DELETE', `/api/user/groups/${group.id}`, { token: owner.token })).status).toBe(200);
    expect((await g.app.get('/api/user/dentists', { token: editor.token })).body).toEqual([]);
    expect((await g.app.get('/api/user/dentists', { token: owner.token })).body).toHaveLength(group.ids.length + 1);
  });

  it('is erased with its owner’s account, and a person’s role with theirs', async () => {
    const group = await g.make();
    const erase = ({ userId }: { userId: number }) =>
      g.app.deps.db.transaction((trx) => eraseAccount(trx, g.app.deps.secret, userId, g.app.deps.clock.now()));
    await erase(group.people.reader);
    expect(await g.rolesOf(group.id)).toEqual(['regional', 'editor', 'billing']);
    await erase(group.people.owner);
    expect(await g.app.deps.db('groups').where({ id: group.id })).toEqual([]);
    expect(await g.rolesOf(group.id)).toEqual([]);
  });
});

describe('an invitation to a group', () => {
  it('is accepted only with the invited address, and gives the role at once', async () => {
    const group = await g.make();
    const { token: owner } = group.people.owner;
    const body = { email: 'max@example.com', role: 'regional', locations: [group.ids[1]] };
    expect((await g.app.post(`/api/user/groups/${group.id}/people`, body, { token: owner })).status).toBe(200);
    const token = await g.invitationToken();
    const viewed = await g.app.post('/api/invitations/view', { token });
    expect(viewed.body).toMatchObject({ listing: group.name, place: '', email: 'max@example.com', hasAccount: false });
    const accept = (person: { token: string }) => g.app.post('/api/user/invitations', { token }, person);
    expect((await accept(await g.app.signIn())).body.error).toBe('other_address');
    const max = await g.app.signIn({ email: 'max@example.com' });
    expect((await accept(max)).body).toEqual({ id: group.id, name: group.name, isGroup: true });
    expect((await accept(max)).status).toBe(404);
    const listed = (await g.app.get('/api/user/dentists', { token: max.token })).body;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([group.ids[1]]);
    const again = await g.app.post(`/api/user/groups/${group.id}/people`, body, { token: owner });
    expect([again.status, again.body.error]).toEqual([409, 'already_manager']);
  });

  it('needs locations for a regional manager, and no role that the table lacks', async () => {
    const group = await g.make();
    const invite = (body: object) =>
      g.app.post(
        `/api/user/groups/${group.id}/people`,
        { email: 'z@example.com', ...body },
        { token: group.people.owner.token },
      );
    expect((await invite({ role: 'regional' })).body.fields).toHaveProperty('locations');
    for (const role of ['owner', 'admin', '', null]) expect((await invite({ role })).status).toBe(400);
  });
});
