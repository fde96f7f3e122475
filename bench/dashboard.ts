import { availableParallelism, loadavg } from 'node:os';
import { addDays, dayOf, listDays } from '#shared/insights/report-zone.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { startTestPostgres } from '#server/test/programs/database.ts';

const OWNERS = 20;
const LISTINGS = 16;
const DAYS = 75;
const ROUNDS = 10;
const LIMIT_MS = 20;

/** The calls of the dashboard's home, and of a listing's page. */
const calls = (listing: number) => [
  '/api/user/home',
  '/api/user/dentists',
  '/api/user/claim-requests',
  '/api/user/started-claims',
  '/api/user/appointment-listings',
  '/api/user/appointments',
  '/api/billing/subscription',
  '/api/billing/invoices',
  `/api/user/dentists/${listing}/insights`,
];

/** Two months of counted days and a day of live events for each of an owner's listings, with photos and requests. */
async function seed({ deps: { db, clock } }: TestApp, userId: number): Promise<number[]> {
  const now = clock.now();
  const days = listDays(addDays(dayOf(now), -DAYS), addDays(dayOf(now), -1));
  const added = (await db('dentists')
    .insert(
      Array.from({ length: LISTINGS }, (_, n) => ({
        name: `Dr. Number ${n} of ${userId}`,
        city: 'Austin',
        state: 'TX',
        userId,
        bio: 'Two chairs and a garden.'.repeat(20),
        mondayHours: '9:00 AM - 5:00 PM',
      })),
    )
    .returning('id')) as { id: number }[];
  const ids = added.map(({ id }) => id);
  const listingDays = ids.flatMap((dentistId) =>
    days.flatMap((day) =>
      ['view', 'phone', 'directions', 'website'].map((action) => ({ dentistId, day, action, n: 3 })),
    ),
  );
  for (let at = 0; at < listingDays.length; at += 2_000)
    await db('insightListings').insert(listingDays.slice(at, at + 2_000));
  await db('insightSeals')
    .insert(days.map((day) => ({ day, sealedAt: now })))
    .onConflict('day')
    .ignore();
  await db('appointmentRequests').insert(
    ids.flatMap((dentistId) =>
      Array.from({ length: 5 }, () => ({ dentistId, ownerId: userId, state: 'new', createdAt: now, changedAt: now })),
    ),
  );
  await db('claimRequests').insert(
    ids.map((dentistId) => ({
      dentistId,
      userId,
      status: 'approved',
      requestorName: 'Iris',
      requestorEmail: 'i@example.com',
      requestorPhone: '5125550142',
      relationshipToPractice: 'owner',
      submittedAt: now,
      dueAt: now,
    })),
  );
  return ids;
}

/** `npm run bench -- dashboard`: the dashboard's calls for twenty owners of sixteen listings each, through HTTP. */
export async function bench(): Promise<void> {
  const postgres = await startTestPostgres();
  const app = await testApp({ postgres });
  try {
    const owners = [];
    for (let n = 0; n < OWNERS; n++) {
      const { token, userId } = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
      owners.push({ token, ids: await seed(app, userId) });
    }
    await app.deps.db.raw('analyze');
    const times = new Map<string, number[]>();
    for (let round = 0; round <= ROUNDS; round++)
      for (const { token, ids } of owners)
        for (const path of calls(ids[round % LISTINGS]!)) {
          const began = performance.now();
          const { status } = await app.get(path, { token });
          if (status !== 200) throw new Error(`${path} returned ${status}`);
          const name = path.replace(/\d+/, ':id');
          // The first round warms up caches and query plans.
          if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
        }
    let slowest = 0;
    for (const [path, ms] of times) {
      const sorted = ms.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
      slowest = Math.max(slowest, at(0.95));
      console.log(
        `${path.padEnd(34)} p50 ${at(0.5).toFixed(1).padStart(5)} ms   p95 ${at(0.95).toFixed(1).padStart(5)} ms`,
      );
    }
    console.log(
      `${OWNERS} owners of ${LISTINGS} listings; the slowest call takes ${slowest.toFixed(1)} ms at p95, of ${LIMIT_MS} allowed.`,
    );
    const load = loadavg()[0]!;
    console.log(`Load average ${load.toFixed(1)} on ${availableParallelism()} processors.`);
    process.exitCode = slowest <= LIMIT_MS ? 0 : 1;
  } finally {
    await app.stop();
    await postgres.stop();
  }
}
