import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealDays } from '#server/insights/days/seal-days.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { paid } from '#server/test/people/owners.ts';

const NOW = '2026-01-20T17:00:00Z';
const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: NOW });
});
afterAll(() => app.stop());

const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * DAY);
const home = async (token: string) => (await app.get('/api/user/home', { token })).body;

async function addListing(userId: number, values: object = {}): Promise<number> {
  const [row] = await app.deps
    .db('dentists')
    .insert({ name: 'Dr. Iris Long', userId, ...values })
    .returning('id');
  return row.id;
}

/** Records an action by a new visitor. */
async function act(
  dentistId: number,
  days: number,
  eventType: 'profile_view' | 'contact',
  userId: number | null = null,
) {
  const sessionId = randomUUID();
  await app.deps.db('userSessions').insert({ sessionId, userId, startTime: daysAgo(days) });
  await app.deps.db('userEvents').insert({
    sessionId,
    userId,
    dentistId,
    eventType,
    metadata: eventType === 'contact' ? { contactType: 'phone' } : null,
    timestamp: daysAgo(days),
  });
}

describe("an owner's home", () => {
  it('compares the last 30 days with the 30 before, for each listing and in total', async () => {
    const { token, userId } = await app.signIn(paid);
    const [first, second] = [await addListing(userId), await addListing(userId)];
    const stranger = await addListing((await app.signIn(paid)).userId);
    for (const days of [0, 1, 29]) await act(first, days, 'contact');
    for (const days of [30, 59]) await act(first, days, 'contact');
    await act(first, 60, 'contact');
    await act(first, 3, 'contact', userId);
    await act(second, 2, 'profile_view');
    await act(stranger, 2, 'profile_view');
    await app.deps.db('appointmentRequests').insert(
      [1, 2, 40].map((days) => ({
        dentistId: second,
        ownerId: userId,
        state: days === 2 ? 'declined' : 'new',
        createdAt: daysAgo(days),
        changedAt: daysAgo(days),
      })),
    );
    const expected = {
      figures: {
        now: { calls: 3, views: 1, appointments: 2 },
        before: { calls: 2, views: 0, appointments: 1 },
      },
      listings: [
        { id: first, waiting: 0, figures: { now: { calls: 3, views: 0 }, before: { calls: 2, views: 0 } } },
        { id: second, waiting: 2, figures: { now: { calls: 0, views: 1, appointments: 2 } } },
      ],
    };
    expect(await home(token)).toMatchObject(expected);
    // Counted days give the same figures as live ones.
    await sealDays(app.deps);
    expect(await home(token)).toMatchObject(expected);
    expect((await home(token)).listings).toHaveLength(2);
  });

  it('lists what a listing lacks, and asks for the hours again after half a year', async () => {
    const { token, userId } = await app.signIn(paid);
    const id = await addListing(userId);
    const missing = async () => (await home(token)).listings[0].missing;
    expect(await missing()).toEqual([
      'photos', 'description', 'services', 'hours', 'languages', 'insurancePlans', 'prices',
    ]); // prettier-ignore
    const { db } = app.deps;
    const [service] = await db('services').limit(1).select('id');
    await db('dentistServices').insert({ dentistId: id, serviceId: service.id });
    await db('dentists')
      .where({ id })
      .update({
        bio: 'Two chairs.',
        languages: 'Spanish',
        insurancePlans: 'aetna',
        whiteningPriceFrom: 200,
        mondayHours: '9:00 AM - 5:00 PM',
        confirmedAt: daysAgo(179),
      });
    expect(await missing()).toEqual(['photos']);
    await db('dentists')
      .where({ id })
      .update({ confirmedAt: daysAgo(181), bio: ' ' });
    expect(await missing()).toEqual(['photos', 'description', 'hours']);
  });

  it('shows managers the listings they manage, and pauses figures when the plan of the owner has ended', async () => {
    const owner = await app.signIn({ ...paid, subscriptionStatus: 'canceled' });
    const manager = await app.signIn();
    const id = await addListing(owner.userId);
    await app.deps.db('listingManagers').insert({
      dentistId: id,
      email: manager.email,
      userId: manager.userId,
      invitedBy: owner.userId,
      invitedAt: daysAgo(3),
      acceptedAt: daysAgo(2),
    });
    await act(id, 1, 'contact');
    expect(await home(manager.token)).toMatchObject({
      figures: null,
      listings: [{ id, role: 'manager', planActive: false, figures: null }],
    });
    expect(await home((await app.signIn()).token)).toMatchObject({ figures: null, listings: [] });
    expect((await app.get('/api/user/home')).status).toBe(401);
  });

  it('is shown to administrators as its owner sees it, and to no other role', async () => {
    const owner = await app.signIn({ ...paid, name: 'Olive Owner' });
    const id = await addListing(owner.userId);
    await act(id, 1, 'contact');
    const path = `/api/admin/users/${owner.userId}/home`;
    const admin = await app.signIn({ role: 'admin' });
    const { body } = await app.get(path, admin);
    expect(body.home).toEqual(await home(owner.token));
    expect(body).toMatchObject({ user: { name: 'Olive Owner', emailVerified: true }, claims: [], started: [] });
    for (const role of ['reviewer', 'editor', 'user'] as const)
      expect((await app.get(path, await app.signIn({ role }))).status).toBe(403);
    expect((await app.get('/api/admin/users/999999/home', admin)).status).toBe(404);
  });

  it('leaves out deleted listings', async () => {
    const { token, userId } = await app.signIn(paid);
    await addListing(userId, { deletedAt: daysAgo(1) });
    expect((await home(token)).listings).toEqual([]);
  });
});

describe('the appointment inbox of one listing', () => {
  it('holds the requests to that listing alone, with their total', async () => {
    const { token, userId } = await app.signIn(paid);
    const ids = [await addListing(userId), await addListing(userId)];
    await app.deps.db('appointmentRequests').insert(
      [ids[0], ids[0], ids[1]].map((dentistId, n) => ({
        dentistId,
        ownerId: userId,
        state: 'new',
        name: `Patient ${n}`,
        createdAt: daysAgo(1),
        changedAt: daysAgo(1),
      })),
    );
    const requests = async (query: string) => {
      const { body, headers } = await app.get(`/api/user/appointments${query}`, { token });
      return [body.map((request: { dentistId: number }) => request.dentistId), headers.get('x-total-count')];
    };
    expect(await requests('')).toEqual([[ids[1], ids[0], ids[0]], '3']);
    expect(await requests(`?listing=${ids[0]}`)).toEqual([[ids[0], ids[0]], '2']);
    const stranger = await app.signIn(paid);
    expect((await app.get(`/api/user/appointments?listing=${ids[0]}`, { token: stranger.token })).body).toEqual([]);
  });
});
