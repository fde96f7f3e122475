import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import { paid } from '#server/test/people/owners.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

const LISTINGS = 16;
let app: TestApp;
let token: string;
let ids: number[];
beforeAll(async () => {
  app = await testApp();
  const owner = await app.signIn(paid);
  ({ token } = owner);
  const { db, clock } = app.deps;
  const listings = await db('dentists')
    .insert(
      Array.from({ length: LISTINGS }, (_, n) => ({
        name: `Dr. Iris Long ${n}`,
        city: 'Austin',
        state: 'TX',
        userId: owner.userId,
      })),
    )
    .returning('id');
  ids = listings.map(({ id }) => id);
  // A closed day, so that figures come from counted days and from live events.
  const day = addDays(dayOf(clock.now()), -1);
  await db('insightSeals').insert({ day, sealedAt: clock.now() });
  await db('insightListings').insert(ids.map((dentistId) => ({ dentistId, day, action: 'phone', n: 2 })));
});
afterAll(() => app.stop());

/** The statements that a call runs, without the login's own. */
async function countQueries(path: string): Promise<number> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => void statements.push(sql);
  // The first call may update when the session was last seen.
  await app.get(path, { token });
  app.deps.db.on('query', note);
  const { status } = await app.get(path, { token });
  app.deps.db.removeListener('query', note);
  expect([path, status]).toEqual([path, 200]);
  return statements.filter((sql) => !/auth_sessions|rate_limits/.test(sql)).length;
}

it('keeps the dashboard of sixteen listings within a few queries a call', async () => {
  const limits = {
    '/api/user/home': 7,
    '/api/user/dentists': 2,
    '/api/user/claim-requests': 4,
    '/api/user/started-claims': 1,
    '/api/user/transfers': 1,
    '/api/user/appointment-listings': 2,
    '/api/user/appointments': 4,
    '/api/billing/subscription': 2,
    '/api/billing/invoices': 1,
    [`/api/user/dentists/${ids[0]}/insights`]: 12,
  };
  const counts: Record<string, number> = {};
  for (const path of Object.keys(limits)) counts[path] = await countQueries(path);
  const excess = Object.entries(limits).filter(([path, limit]) => counts[path]! > limit);
  expect({ excess, counts }).toMatchObject({ excess: [] });
  // Sixteen listings take no more queries than one.
  await app.deps.db('dentists').whereIn('id', ids.slice(1)).update({ deletedAt: app.deps.clock.now() });
  for (const [path, count] of Object.entries(counts))
    if (!path.includes('insights')) expect([path, await countQueries(path)]).toEqual([path, count]);
});
