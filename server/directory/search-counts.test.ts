import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findState } from '#shared/places/states.ts';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { clock, fill, listing, serviceIds } from '#server/test/directory.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('counts and derived columns equal a recount after any writes', { timeout: 120_000 }, async () => {
  const { db } = database;
  const snapshot = (): Promise<unknown> =>
    rows(
      db,
      `select (select json_agg(f order by scope, key, feature) from
         (select scope, key, feature, sum(n) as n from facets group by 1, 2, 3 having sum(n) <> 0) f) as facets,
         (select json_agg(i order by id) from listing_index i) as index,
         (select json_agg(w order by id, word) from listing_words w) as words,
         (select json_agg(json_build_array(id, city_id, state, slug, service_mask, schedule_id, time_zone, is_paid, is_pro_max) order by id) from dentists) as derived`,
    );
  const write = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), to: listing }),
    fc.record({
      kind: fc.constant('plan' as const),
      at: fc.nat(),
      plan: fc.constantFrom('free', 'professional', 'pro_max'),
      status: fc.constantFrom('active', 'canceled'),
    }),
    fc.record({ kind: fc.constant('services' as const), at: fc.nat(), ids: fc.subarray([0, 1, 2]) }),
    fc.record({
      kind: fc.constantFrom(
        'delete' as const,
        'restore' as const,
        'purge' as const,
        'release' as const,
        'forgetUser' as const,
      ),
      at: fc.nat(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 1, maxLength: 8 }),
      fc.array(write, { maxLength: 12 }),
      async (listings, writes) => {
        const all = await fill(db, listings);
        const gone = new Set<number>();
        for (const step of writes) {
          const { id } = all[step.at % all.length]!;
          if (gone.has(id)) continue;
          const row = db('dentists').where({ id });
          if (step.kind === 'edit') {
            const { place, name, rating, hours: day } = step.to;
            await row.update({
              name,
              rating,
              city: place.city,
              state: findState(place.state)!.name,
              zipCode: place.zipCode,
              wednesdayHours: day,
              languages: step.to.languages,
            });
          } else if (step.kind === 'plan')
            await db('users')
              .whereIn('id', db('dentists').where({ id }).select('userId'))
              .update({ subscriptionPlan: step.plan, subscriptionStatus: step.status });
          else if (step.kind === 'services') {
            await db('dentistServices').where({ dentistId: id }).delete();
            if (step.ids.length > 0 && !gone.has(id))
              await db('dentistServices').insert(
                step.ids.map((one) => ({ dentistId: id, serviceId: serviceIds[one] })),
              );
          } else if (step.kind === 'delete') await row.update({ deletedAt: clock.now() });
          else if (step.kind === 'restore') await row.update({ deletedAt: null });
          else if (step.kind === 'purge') {
            gone.add(id);
            await row.delete();
          } else if (step.kind === 'release') await row.update({ userId: null });
          else await db('users').whereIn('id', db('dentists').where({ id }).select('userId')).delete();
        }
        const kept = await snapshot();
        await db.raw('select compact_facets()');
        expect(await snapshot()).toEqual(kept);
        await db.raw('select rebuild_search()');
        expect(await snapshot()).toEqual(kept);
        await db.raw('select rebuild_directory()');
        expect(await snapshot()).toEqual(kept);
      },
    ),
    { numRuns: 25 },
  );
});
