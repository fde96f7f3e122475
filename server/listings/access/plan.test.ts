import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { owners, paid, type Owners, type Person } from '#server/test/people/owners.ts';
import { picture } from '#server/test/files/pictures.ts';

let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

const end = (who: Person, subscriptionStatus = 'canceled') =>
  o.app.deps.db('users').where({ id: who.userId }).update({ subscriptionStatus });

/** A listing with two photos, a website, a link to book online, a video, and a manager, whose owner's plan has ended. */
async function lapsed() {
  const owner = await o.app.signIn({ ...paid, name: 'Olive' });
  const manager = await o.app.signIn({ name: 'Max' });
  const id = await o.create(owner);
  const path = `/api/user/dentists/${id}`;
  const call = (method: string, sub: string, body?: unknown, who: Person = owner) =>
    o.app.call(method, path + sub, { token: who.token, body });
  const links = { website: 'https://www.olive.example', bookingUrl: 'book.olive.example/new' };
  await o.put(id, { ...links, youtubeUrl: 'https://youtube.com/watch?v=olive' }, owner);
  for (const size of [24, 32])
    await call('POST', '/photos', { image: await picture('png', size), alt: `Photo ${size}` });
  await call('POST', '/managers', { email: manager.email });
  await o.app.deps
    .db('listingManagers')
    .where({ dentistId: id })
    .update({ userId: manager.userId, acceptedAt: new Date() });
  await end(owner);
  return { id, owner, manager, call };
}

describe('after the plan has ended', () => {
  it('owners and managers edit the basic fields', async () => {
    const { id, owner, manager, call } = await lapsed();
    const basic = {
      bio: 'Still here.',
      phone: '(512) 555-0177',
      mondayHours: '9 AM - 5 PM',
      serviceIds: o.services.slice(2, 4),
    };
    for (const who of [owner, manager]) expect((await o.put(id, basic, who)).status).toBe(200);
    const whole = (await o.app.get('/api/user/dentists', { token: owner.token })).body[0];
    expect(whole).toMatchObject({ planActive: false, isPaid: false, bio: 'Still here.' });
    // The editor of other clients sends every field back.
    const { website, bookingUrl, youtubeUrl, practiceImage, name } = whole;
    const sent = { website, bookingUrl, youtubeUrl, practiceImage, name };
    expect((await o.put(id, { ...sent, bio: 'Whole.' }, owner)).status).toBe(200);
    expect((await call('POST', '/confirm', {})).status).toBe(200);
    expect((await call('GET', '/history')).status).toBe(200);
    expect((await call('GET', '/managers')).status).toBe(200);
  });

  it('photos, website link, link to book online, video, insights, and invitations are paused with an explanation', async () => {
    const { id, owner, manager, call } = await lapsed();
    const image = await picture('png', 48);
    const media = (await o.app.deps.db('media').count('* as n'))[0];
    const photos = (await o.app.get('/api/user/dentists', { token: owner.token })).body[0].photos as {
      id: number;
      alt: string;
    }[];
    const tries: [string, string, unknown][] = [
      ['PUT', '', { website: 'https://www.other.example' }],
      ['PUT', '', { bookingUrl: 'https://book.other.example/' }],
      ['PUT', '', { youtubeUrl: 'https://youtube.com/watch?v=other' }],
      ['PUT', '', { practiceImage: image }],
      ['PUT', '', { profileImage: image }],
      ['POST', '/photos', { image }],
      ['PUT', '/photos', { photos: photos.toReversed().map(({ id: photo, alt }) => ({ id: photo, alt })) }],
      ['PUT', '/photos', { photos: photos.map(({ id: photo }) => ({ id: photo, alt: 'New words' })) }],
      ['GET', '/insights', undefined],
    ];
    for (const who of [owner, manager])
      for (const [method, sub, body] of tries) {
        const { status, body: answer } = await call(method, sub, body, who);
        expect([method, sub, status, answer.error]).toEqual([method, sub, 403, 'subscription_required']);
        expect(answer.message).toMatch(/paused because the plan has ended\. Renew your plan/);
      }
    const invited = await call('POST', '/managers', { email: 'new@example.com' });
    expect([invited.status, invited.body.error]).toEqual([403, 'subscription_required']);
    expect((await call('POST', '/managers', { email: 'new@example.com' }, manager)).body.error).toBe('owner_only');
    expect((await o.app.deps.db('media').count('* as n'))[0]).toEqual(media);
    expect(await o.row(id)).toMatchObject({ website: 'https://www.olive.example', bookingUrl: 'https://book.olive.example/new' }); // prettier-ignore
    // Patients don't see the link while it is paused.
    expect((await o.app.get(`/api/dentists/${id}`)).body.bookingUrl).toBeNull();
    await end(owner, 'active');
    expect((await o.app.get(`/api/dentists/${id}`)).body.bookingUrl).toBe('https://book.olive.example/new');
  });

  it('an open invitation is accepted only after the plan is renewed', async () => {
    const { id, owner } = await lapsed();
    const guest = await o.app.signIn({ name: 'Gus' });
    const token = 'an invitation token';
    await o.app.deps.db('listingManagers').insert({
      dentistId: id,
      email: guest.email,
      tokenHash: createHash('sha256').update(token).digest(),
      invitedBy: owner.userId,
      invitedAt: o.app.deps.clock.now(),
      expiresAt: new Date(o.app.deps.clock.now().getTime() + 86_400_000),
    });
    const accept = () => o.app.post('/api/user/invitations', { token }, { token: guest.token });
    expect((await accept()).body.error).toBe('subscription_required');
    await end(owner, 'active');
    expect((await accept()).status).toBe(200);
  });

  it('content can be removed but not restored', async () => {
    const { id, owner, call } = await lapsed();
    const [first, second] = (await o.app.get('/api/user/dentists', { token: owner.token })).body[0].photos;
    expect((await call('PUT', '/photos', { photos: [{ id: second.id, alt: second.alt }] })).body).toHaveLength(1);
    expect(
      (await o.put(id, { website: null, bookingUrl: '', youtubeUrl: '', practiceImage: null }, owner)).status,
    ).toBe(200);
    expect(await o.row(id)).toMatchObject({ website: null, bookingUrl: null, youtubeUrl: null, practiceImage: null });
    for (const field of ['website', 'photos']) {
      const [entry] = (await o.history(id, owner)).filter((row: { field: string }) => row.field === field);
      const { status, body } = await call('POST', `/history/${entry.id}/put-back`, {});
      expect([field, status, body.error]).toEqual([field, 403, 'subscription_required']);
    }
    expect(first.id).not.toBe(second.id);
  });

  it('managers can be removed, and the listing released or deleted', async () => {
    const one = await lapsed();
    const [{ id: managerId }] = (await one.call('GET', '/managers')).body;
    expect((await one.call('DELETE', `/managers/${managerId}`)).status).toBe(200);
    expect((await one.call('POST', '/unclaim', {})).status).toBe(200);
    const two = await lapsed();
    expect((await two.call('POST', '/leave', {}, two.manager)).status).toBe(200);
    expect((await two.call('DELETE', '')).status).toBe(200);
  });

  it('adding and claiming need a plan, and everything works again after renewal', async () => {
    const { id, owner, call } = await lapsed();
    expect((await o.app.post('/api/dentists', o.whole(), { token: owner.token })).body.error).toBe(
      'subscription_required',
    );
    await end(owner, 'active');
    expect((await o.put(id, { website: 'https://www.other.example' }, owner)).body).toMatchObject({ planActive: true });
    expect((await call('GET', '/insights')).status).toBe(200);
  });
});

it('an admin sees the insights of a listing without a plan', async () => {
  const { id } = await lapsed();
  const admin = await o.app.signIn({ role: 'admin' });
  expect((await o.app.get(`/api/user/dentists/${id}/insights`, { token: admin.token })).status).toBe(200);
});
