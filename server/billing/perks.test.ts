import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cards, moveClock, payWith, settle } from '#server/test/people/paying.ts';
import { picture } from '#server/test/files/pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'delivering' });
});
afterAll(() => app.stop());

type Perks = { paid: boolean; max: boolean; photos: number; top: boolean; status: string | null };
const none = { paid: false, max: false, photos: 0, top: false };
const professional = { paid: true, max: false, photos: 1, top: false };
const everything = { paid: true, max: true, photos: 1, top: true };

/** A listing with a photo among ten in its city, since Top 10 needs as many, and a function that reads its public perks. */
async function listed(who: { token: string; userId: number }) {
  const city = `Perk ${who.userId}`;
  const [{ id }] = await app.deps
    .db('dentists')
    .insert({ name: 'Dr. Perk', city, state: 'TX', userId: who.userId })
    .returning('id');
  await app.deps
    .db('dentists')
    .insert(Array.from({ length: 9 }, (_, n) => ({ name: `Dr. Other ${n}`, city, state: 'TX' })));
  const set = (subscriptionPlan: string, subscriptionStatus: string) =>
    app.deps.db('users').where({ id: who.userId }).update({ subscriptionPlan, subscriptionStatus });
  return {
    id: id as number,
    set,
    async addPhoto() {
      const { status } = await app.post(
        `/api/user/dentists/${id}/photos`,
        { image: await picture() },
        { token: who.token },
      );
      expect(status).toBe(200);
    },
    async seen(): Promise<Perks> {
      const listing = (await app.get(`/api/dentists/${id}`)).body;
      const photos = (await app.get(`/api/dentists/${id}/photos`)).body as unknown[];
      const found = (await app.get(`/api/directory?top=true&location=${encodeURIComponent(`${city}, TX`)}`)).body;
      expect(found.items).toHaveLength(10);
      const item = (found.items as { id: number; why: { top: boolean } }[]).find((listing) => listing.id === id);
      return {
        paid: listing.isPaid,
        max: listing.isProMax,
        photos: photos.length,
        top: item!.why.top,
        status: listing.userSubscriptionStatus,
      };
    },
  };
}

describe('paid features of a listing', () => {
  it('follow the plan and status of the owner', async () => {
    const owner = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const listing = await listed(owner);
    await listing.addPhoto();
    for (const [plan, status, perks] of [
      ['professional', 'active', professional],
      ['pro_max', 'active', everything],
      ['enterprise', 'active', everything],
      ['pro_max', 'past_due', none],
      ['pro_max', 'active', everything],
      ['pro_max', 'unpaid', none],
      ['pro_max', 'canceled', none],
      ['professional', 'canceled', none],
      ['free', 'active', none],
      ['free', 'inactive', none],
      ['professional', 'active', professional],
    ] as const) {
      await listing.set(plan, status);
      const shown = perks.paid ? `${status}_${plan}` : null;
      expect([plan, status, await listing.seen()]).toEqual([plan, status, { ...perks, status: shown }]);
    }
    // The features depend on the owner's plan, not on the listing.
    await app.post(`/api/user/dentists/${listing.id}/unclaim`, {}, { token: owner.token });
    expect(await listing.seen()).toEqual({ ...none, status: null });
  });

  it('start with the payment and end with the paid period', async () => {
    const owner = await app.signIn();
    const listing = await listed(owner);
    const { body } = await app.post(
      '/api/get-or-create-subscription',
      { priceId: 'price_sandbox_pro_max_monthly' },
      { token: owner.token },
    );
    expect(await listing.seen()).toMatchObject(none);
    await payWith(app, body.clientSecret, cards.good);
    await settle(app);
    await listing.addPhoto();
    expect(await listing.seen()).toMatchObject(everything);
    await app.post('/api/billing/cancel', undefined, { token: owner.token });
    await moveClock(app, 27);
    await settle(app);
    expect(await listing.seen()).toMatchObject({ ...everything, status: 'active_pro_max' });
    await moveClock(app, 5);
    await settle(app);
    expect(await listing.seen()).toMatchObject({ ...none, status: null });
    // The owner keeps the listing.
    const mine = (await app.get('/api/user/dentists', { token: owner.token })).body;
    expect(mine).toMatchObject([{ id: listing.id, role: 'owner' }]);
  });
});
