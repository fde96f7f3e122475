import { afterAll, beforeAll, expect, it } from 'vitest';
import { owners, type Owners, type Person } from '#server/test/people/owners.ts';

let o: Owners;
let id: number;
let free: number;
let admin: Person;
beforeAll(async () => {
  o = await owners();
  admin = await o.app.signIn({ role: 'admin' });
  id = await o.create();
  [{ id: free }] = await o.app.deps
    .db('dentists')
    .insert({ name: 'Dr. Free', city: 'Austin', state: 'TX', zipCode: '78701' })
    .returning('id');
});
afterAll(() => o.app.stop());

const calls = ['/api/dentists', '/api/dentists?page=1', '/api/dentists/search?location=Austin', '/api/dentists/search?location=Austin&page=1', '/api/directory?location=Austin']; // prettier-ignore
async function read(path: string, who?: Person): Promise<Record<string, unknown>[]> {
  const { status, body } = await o.app.get(path, who ? { token: who.token } : {});
  expect([path, status]).toEqual([path, 200]);
  return Array.isArray(body) ? body : (body.items ?? [body]);
}
const oneCalls = () => [
  `/api/dentists/${id}`,
  `/api/dentists?ids=${id}`,
  `/location/texas/austin/dentist/dr-ana-silva`,
];

it('public responses keep the documented keys but no owner ids', async () => {
  for (const path of [...calls, ...oneCalls()])
    for (const who of [undefined, o.bob]) {
      const listings = await read(path, who);
      const owned = listings.find((listing) => listing.id === id);
      expect([path, owned]).toMatchObject([
        path,
        { userId: null, claimed: true, isVerified: false, userSubscriptionStatus: 'active_professional' },
      ]);
      expect(listings.every((listing) => listing.userId === null)).toBe(true);
    }
  expect((await read(`/api/dentists/${free}`))[0]).toMatchObject({
    userId: null,
    claimed: false,
    userSubscriptionStatus: null,
  });
});

it('owners see their own id, and admins every id', async () => {
  for (const path of [...calls.filter((call) => call.includes('page') || call.includes('directory')), ...oneCalls()])
    for (const who of [o.ann, admin]) {
      const owned = (await read(path, who)).find((listing) => listing.id === id);
      expect([path, owned]).toMatchObject([path, { userId: o.ann.userId }]);
    }
});

it('public responses name no billing state but an active plan', async () => {
  for (const subscriptionStatus of ['trial', 'past_due', 'canceled', 'unpaid', 'inactive']) {
    await o.app.deps.db('users').where({ id: o.ann.userId }).update({ subscriptionStatus });
    for (const path of [...calls, ...oneCalls()]) {
      const owned = (await read(path)).find((listing) => listing.id === id);
      expect([path, owned]).toMatchObject([path, { isPaid: false, userSubscriptionStatus: null }]);
    }
    expect((await read(`/api/dentists/${id}`, o.ann))[0]).toMatchObject({
      userSubscriptionStatus: `${subscriptionStatus}_professional`,
    });
  }
});
