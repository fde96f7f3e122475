import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { testClock } from '#server/base/clock.ts';

/** Generates small random directories for search tests and writes them to a database. */

// A Wednesday, 09:30 in New York.
export const clock = testClock('2026-03-04T14:30:00Z');

export interface Place {
  city: string;
  state: string;
  zipCode: string | null;
  timeZone: string;
}
const places: [Place, ...Place[]] = [
  { city: 'Springfield', state: 'IL', zipCode: '62701', timeZone: 'America/Chicago' },
  { city: 'Springfield', state: 'MA', zipCode: '01103', timeZone: 'America/New_York' },
  { city: 'New York', state: 'NY', zipCode: '10001', timeZone: 'America/New_York' },
  { city: 'Albany', state: 'NY', zipCode: '12207-1234', timeZone: 'America/New_York' },
  { city: 'St. Louis', state: 'MO', zipCode: '63101', timeZone: 'America/Chicago' },
  { city: 'El Paso', state: 'TX', zipCode: '79901', timeZone: 'America/Denver' },
  { city: 'Nowhere Hollow', state: 'TX', zipCode: null, timeZone: 'America/Chicago' },
  { city: 'San Juan', state: 'PR', zipCode: '00907', timeZone: 'America/Puerto_Rico' },
];
export const [, , newYork, albany] = places as [Place, Place, Place, Place, ...Place[]];
export const services = ['Teeth Whitening', 'Laser Whitening', 'Veneers'];
const hours = [null, 'Closed', '8-5', '9:30 AM - 10:00 AM', 'By appointment', '24 hours'];

const fact = fc.constantFrom<boolean | null>(true, false, null);

export const listing = fc.record({
  name: fc.oneof(
    fc.constantFrom(
      'Ana Smith',
      'José Núñez',
      "Mia O'Hara",
      '100% Smiles',
      'A_b',
      'Smithson Lee',
      'ANA B. SMITH',
      'Zoë Blacksmith',
      'back\\slash',
    ),
    fc
      .string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', 's', 'm', ' ', '%', '_', "'") })
      .filter((text) => text.trim() !== ''),
  ),
  practice: fc.constantFrom<string | null>(null, null, 'Linden Dental Care', 'Smith & Núñez', 'Zoë A_b'),
  place: fc.constantFrom<Place>(...places),
  /** Latitude and longitude. Without them, a listing is at the center of its ZIP code. */
  position: fc.constantFrom<readonly [number, number] | null>(null, null, [40.5, -74.25], [31.5, -106.5]),
  rating: fc.option(fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10)),
  reviewCount: fc.constantFrom<number>(0, 1, 9, 40, 400, 1000, 2500),
  insurancePlans: fc.constantFrom<string | null>(
    null,
    null,
    'Delta Dental',
    'Aetna; Cigna',
    'Delta Dental; Spirit Dental',
  ),
  gender: fc.constantFrom(null, 'female', 'male'),
  whiteningPriceFrom: fc.constantFrom<number | null>(null, 1, 199, 299, 100_000),
  saturdayHours: fc.constantFrom<string | null>(
    null,
    null,
    'Closed',
    '9-1',
    '9 AM - 12 PM, 5 PM - 7 PM',
    '8 PM - 2 AM',
    '10-6',
  ),
  // The clock is at Wednesday, March 4, with the days before and after it being other listings' holidays.
  holidayHours: fc.constantFrom<string | null>(
    null,
    null,
    '2026-03-04: Closed',
    '2026-03-02 to 2026-03-06: 8:00 AM – 9:00 AM, 9:15 AM – 12:00 PM',
    '2026-03-03: Closed; 2026-03-07: Closed',
    '2026-03-04: Open 24 hours; 2026-12-25: Closed',
  ),
  owner: fc.constantFrom(null, null, 'free', 'professional', 'pro_max', 'enterprise', 'lapsed'),
  services: fc.subarray([0, 1, 2]),
  hours: fc.constantFrom(...hours),
  acceptsNewPatients: fact,
  acceptsInsurance: fact,
  membershipPlan: fact,
  emergencyServices: fact,
  wheelchairAccessible: fact,
  parkingAvailable: fact,
  languages: fc.constantFrom(null, 'English', 'english & ESPAÑOL', 'Farsi', 'Farsi, Spanish', 'Tagalog, Greek'),
  deleted: fc.constantFrom(false, false, true),
});
export type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

export const base: Listing = {
  name: 'X',
  practice: null,
  place: albany,
  position: null,
  rating: null,
  reviewCount: 0,
  insurancePlans: null,
  gender: null,
  whiteningPriceFrom: null,
  saturdayHours: null,
  holidayHours: null,
  owner: null,
  services: [],
  hours: null,
  acceptsNewPatients: true,
  acceptsInsurance: false,
  membershipPlan: false,
  emergencyServices: false,
  wheelchairAccessible: false,
  parkingAvailable: false,
  languages: null,
  deleted: false,
};

/** Database ids of `services`, in order, from the last fill. */
export let serviceIds: number[] = [];

export async function fill(db: Knex, listings: Listing[]): Promise<(Listing & { id: number })[]> {
  await db.raw('truncate dentists, dentist_services, claim_requests, users cascade');
  await db.raw('truncate listing_index, listing_words, facets, name_words');
  serviceIds = await Promise.all(services.map(async (name) => (await db('services').where({ name }).first('id'))!.id));
  const filled: (Listing & { id: number })[] = [];
  for (const [index, one] of listings.entries()) {
    let userId: number | null = null;
    if (one.owner !== null) {
      const [user] = (await db('users')
        .insert({
          email: `o${index}@example.com`,
          name: 'O',
          subscriptionPlan: one.owner === 'lapsed' ? 'pro_max' : one.owner,
          subscriptionStatus: one.owner === 'lapsed' ? 'past_due' : 'active',
        })
        .returning('id')) as { id: number }[];
      userId = user!.id;
    }
    const { place, position, practice, owner: _owner, services: chosen, hours: day, deleted, ...columns } = one;
    const [practiceRow] =
      practice === null ? [] : ((await db('practices').insert({ name: practice }).returning('id')) as { id: number }[]);
    const [row] = (await db('dentists')
      .insert({
        ...columns,
        userId,
        practiceId: practiceRow?.id ?? null,
        city: place.city,
        state: place.state,
        zipCode: place.zipCode,
        lat: position?.[0] ?? null,
        lng: position?.[1] ?? null,
        wednesdayHours: day,
        deletedAt: deleted ? clock.now() : null,
      })
      .returning('id')) as { id: number }[];
    if (chosen.length > 0)
      await db('dentistServices').insert(
        chosen.map((service) => ({ dentistId: row!.id, serviceId: serviceIds[service] })),
      );
    filled.push({ ...one, id: row!.id });
  }
  return filled;
}
