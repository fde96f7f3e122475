import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, paid, type Owners } from '#server/test/people/owners.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

describe('managers', () => {
  it('are invited by email, accept with that address, and may only edit', async () => {
    const id = await o.create();
    const carol = await o.app.signIn({ name: 'Carol' });
    const invited = await o.app.post(
      `/api/user/dentists/${id}/managers`,
      { email: carol.email.toUpperCase() },
      { token: o.ann.token },
    );
    expect(invited.body).toMatchObject([{ email: carol.email, acceptedAt: null, expired: false }]);
    const token = await invitationToken();
    expect((await o.app.post('/api/user/invitations', { token }, { token: o.bob.token })).body.error).toBe(
      'other_address',
    );
    expect((await o.app.post('/api/user/invitations', { token: 'made-up' }, { token: carol.token })).status).toBe(404);
    expect((await o.app.post('/api/user/invitations', { token }, { token: carol.token })).body.id).toBe(id);
    expect((await o.app.post('/api/user/invitations', { token }, { token: carol.token })).status).toBe(404);
    expect((await o.app.get('/api/user/dentists', { token: carol.token })).body).toMatchObject([
      { id, role: 'manager' },
    ]);
    expect((await o.put(id, { bio: 'By Carol.' }, carol)).status).toBe(200);
    expect((await o.history(id))[0]).toMatchObject({ source: 'manager', by: 'Carol' });
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/unclaim'],
      ['POST', '/managers'],
      ['DELETE', `/managers/${invited.body[0].id}`],
    ] as const)
      expect([
        path,
        (
          await o.app.call(method, `/api/user/dentists/${id}${path}`, {
            token: carol.token,
            body: { email: 'x@example.com' },
          })
        ).status,
      ]).toEqual([path, 403]);
    expect((await o.app.post(`/api/user/dentists/${id}/leave`, {}, { token: carol.token })).status).toBe(200);
    expect((await o.put(id, { bio: 'Again.' }, carol)).status).toBe(404);
  });
  it('are shown who invites them to what before they log in', async () => {
    const id = await o.create();
    const email = 'new.manager@example.com';
    await o.app.post(`/api/user/dentists/${id}/managers`, { email }, { token: o.ann.token });
    const token = await invitationToken();
    const view = () => o.app.post('/api/invitations/view', { token });
    expect((await view()).body).toEqual({
      inviter: 'Ann',
      listing: 'Dr. Ana Silva',
      place: 'Austin, TX',
      email,
      hasAccount: false,
    });
    await o.app.signIn({ email });
    expect((await view()).body.hasAccount).toBe(true);
    expect((await o.app.post('/api/invitations/view', { token: 'made-up' })).status).toBe(404);
    await o.app.deps.db('listingManagers').where({ email }).update({ expiresAt: o.app.deps.clock.now() });
    expect((await view()).status).toBe(404);
  });
  it('verify their email address by accepting, because the token came by email', async () => {
    const id = await o.create();
    const uma = await o.app.signIn({ name: 'Uma', emailVerifiedAt: null });
    await o.app.post(`/api/user/dentists/${id}/managers`, { email: uma.email }, { token: o.ann.token });
    const token = await invitationToken();
    const isVerified = async (as: string) => (await o.app.get('/api/auth/me', { token: as })).body.emailVerified;
    const stranger = await o.app.signIn({ emailVerifiedAt: null });
    const refused = await o.app.post('/api/user/invitations', { token }, { token: stranger.token });
    expect([refused.status, refused.body.error]).toEqual([403, 'other_address']);
    expect([await isVerified(stranger.token), await isVerified(uma.token)]).toEqual([false, false]);
    expect((await o.app.post('/api/user/invitations', { token }, { token: uma.token })).body.id).toBe(id);
    expect([await isVerified(stranger.token), await isVerified(uma.token)]).toEqual([false, true]);
  });
  it('sign up with the invitation and get no second email', async () => {
    const id = await o.create();
    const invited = async (email: string, invitation: string) =>
      (await o.app.post('/api/auth/signup', { email, password: 'yellow harbour bicycle', name: 'Nia', invitation }))
        .body;
    await o.app.post(`/api/user/dentists/${id}/managers`, { email: 'nia@example.com' }, { token: o.ann.token });
    const invitation = await invitationToken();
    const other = await invited('other@example.com', invitation);
    expect(other.user.emailVerified).toBe(false);
    expect(await emailsTo(o.app, 'other@example.com')).toHaveLength(1);
    const before = (await emailsTo(o.app, 'nia@example.com')).length;
    const nia = await invited('nia@example.com', invitation);
    expect(nia.user.emailVerified).toBe(true);
    expect(await emailsTo(o.app, 'nia@example.com')).toHaveLength(before);
    expect((await o.app.post('/api/user/invitations', { token: invitation }, { token: nia.token })).body.id).toBe(id);
  });
  it('are invited at most three times a day per address, and twenty times per account', async () => {
    const id = await o.create();
    const owner = await o.app.signIn({ ...paid, name: 'Eve' });
    await o.app.deps.db('dentists').where({ id }).update({ userId: owner.userId });
    const invite = async (email: string) =>
      (await o.app.post(`/api/user/dentists/${id}/managers`, { email }, { token: owner.token })).status;
    const toOne = [];
    for (let n = 0; n < 5; n++) toOne.push(await invite('friend@example.com'));
    expect(toOne).toEqual([200, 200, 200, 429, 429]);
    const toMany = [];
    for (let n = 0; n < 17; n++) toMany.push(await invite(`friend-${n}@example.com`));
    expect(toMany.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 200));
    expect(toMany.slice(15)).toEqual([429, 429]);
    const invitations = await o.app.deps.db('listingManagers').where({ dentistId: id });
    expect(invitations).toHaveLength(16);
  });
  it('cannot accept after 14 days or after being removed', async () => {
    const id = await o.create();
    const dan = await o.app.signIn();
    await o.app.post(`/api/user/dentists/${id}/managers`, { email: dan.email }, { token: o.ann.token });
    const token = await invitationToken();
    o.app.deps.clock.advance(-1);
    const [one] = (await o.app.get(`/api/user/dentists/${id}/managers`, { token: o.ann.token })).body;
    await o.app.deps.db('listingManagers').where({ id: one.id }).update({ expiresAt: o.app.deps.clock.now() });
    expect((await o.app.post('/api/user/invitations', { token }, { token: dan.token })).status).toBe(404);
    expect(
      (await o.app.call('DELETE', `/api/user/dentists/${id}/managers/${one.id}`, { token: o.ann.token })).body,
    ).toEqual([]);
    expect(
      (await o.app.post(`/api/user/dentists/${id}/managers`, { email: o.ann.email }, { token: o.ann.token })).status,
    ).toBe(400);
  });
});

/** Reads the newest invitation from the queued email. */
async function invitationToken(): Promise<string> {
  const waiting = await o.app.deps.db('jobs').orderBy('id', 'desc').limit(20);
  for (const { payload } of waiting) {
    if (!payload.sealed) continue;
    const found = /invitation=([\w-]+)/.exec(o.app.deps.secret.open('mail', payload.sealed));
    if (found) return found[1]!;
  }
  throw new Error('no invitation waits');
}
