import { afterAll, beforeAll, expect, test } from 'vitest';
import { insurancePlans } from '#shared/places/insurance-plan-names.ts';
import { rows } from '#server/base/db/knex.ts';
import { isValidNpi } from '#server/claims/evidence/npi.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { seedSample } from './seed.ts';
import { neutralNames, shortHairNames } from './words.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedSample(app.databaseUrl, { count: 1500, clock: app.deps.clock, hashPassword: async () => 'x' });
});
afterAll(() => app.stop());

const total = async (query: string): Promise<number> =>
  (await app.get(`/api/directory?pageSize=1&${query}`)).body.total;

test('every service has sample listings that fit it', async () => {
  const services = (await app.get('/api/services')).body as { id: number; name: string }[];
  const counts = await Promise.all(
    services.map(async ({ name }) => [name, await total(`service=${encodeURIComponent(name)}`)]),
  );
  expect(counts.length).toBeGreaterThanOrEqual(24);
  expect(counts.filter(([, count]) => Number(count) < 10)).toEqual([]);
  const misfits = await rows(
    app.deps.db,
    `select d.id from dentists d join practice_types t on t.id = d.practice_type_id
     where t.name = 'Orthodontics' and not exists (
       select from dentist_services x join services s on s.id = x.service_id where x.dentist_id = d.id and s.name = 'Braces')`,
  );
  expect(misfits).toEqual([]);
});

test('sample practices, specialties, and services fit together, and city names have their capitals', async () => {
  const { db } = app.deps;
  const specialists = await rows<{ specialty: string; practice: string }>(
    db,
    `select distinct d.specialty, p.name as practice from dentists d join practices p on p.id = d.practice_id
     where d.specialty in ('Endodontics', 'Oral Surgery', 'Orthodontics', 'Pediatric Dentistry', 'Periodontics')`,
  );
  expect(new Set(specialists.map(({ specialty }) => specialty)).size).toBe(5);
  const misnamed = specialists.filter(
    ({ specialty, practice }) => !practice.includes(specialty) && !practice.endsWith("Children's Dentistry"),
  );
  expect(misnamed).toEqual([]);
  const misfits = await rows(
    db,
    `select d.id, d.specialty, s.name from dentists d join dentist_services x on x.dentist_id = d.id
     join services s on s.id = x.service_id where d.specialty in ('Endodontics', 'Pediatric Dentistry')
       and s.name in ('Dental Implants', 'Veneers', 'Teeth Whitening', 'Clear Aligners')`,
  );
  expect(misfits).toEqual([]);
  const cities = await rows<{ name: string }>(
    db,
    `select name from cities where name ~ '\\mMc[a-z]' or (state = 'TX' and lower(name) in ('mcallen', 'mckinney', 'desoto'))
     order by name`,
  );
  expect(cities.map(({ name }) => name)).toEqual(['DeSoto', 'McAllen', 'McKinney']);
});

test('owners of sample listings have entered the next holidays, and their schedules count', async () => {
  const [counts] = await rows<{ owned: number; others: number; ready: number }>(
    app.deps.db,
    `select count(*) filter (where d.user_id is not null) as owned, count(*) filter (where d.user_id is null) as others,
            count(*) filter (where s.holiday_hours = d.holiday_hours) as ready
     from dentists d join schedules s on s.id = d.schedule_id where d.holiday_hours is not null`,
  );
  expect(counts!.owned).toBeGreaterThan(30);
  expect([counts!.others, counts!.ready]).toEqual([0, counts!.owned]);
});

test('every filter finds sample listings', async () => {
  const queries = [
    ...insurancePlans.slice(0, 12).map(({ slug }) => `plan=${slug}`),
    ...['mon', 'wed', 'sat', 'sun'].map((day) => `openOn=${day}`),
    'evening=true',
    'gender=female',
    'gender=male',
    'maxPrice=200',
    'minRating=4.5&minReviews=100',
    'plan=delta-dental&openOn=sat&language=Spanish',
  ];
  const counts = await Promise.all(queries.map(async (query) => [query, await total(query)]));
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
});

test('sample listings show the product: requests, registrations, prices, genders, and dates that fit each other', async () => {
  const [counts] = await rows<Record<'owned' | 'requests' | 'npis' | 'licenses' | 'prices', number>>(
    app.deps.db,
    `select count(d.user_id)::int as owned, count(a.is_on)::int as requests, count(d.npi)::int as npis,
       count(d.license)::int as licenses, count(d.whitening_price_from)::int as prices
     from dentists d left join appointment_settings a on a.dentist_id = d.id and a.owner_id = d.user_id and a.is_on`,
  );
  const { owned, requests, npis, licenses, prices } = counts!;
  expect(Math.abs(requests - owned / 5)).toBeLessThan(2);
  expect([npis, prices].map((count) => Math.round((count / 1500) * 10))).toEqual([5, 3]);
  expect(licenses).toBe(npis);
  const listings = await rows<{ id: number; firstName: string; gender: string | null; npi: string | null }>(
    app.deps.db,
    `select id, split_part(name, ' ', 1) as first_name, gender, npi from dentists`,
  );
  const isMisfit = ({ firstName, gender }: (typeof listings)[0]): boolean =>
    gender !== null && (neutralNames.has(firstName) || (gender === 'male') !== shortHairNames.has(firstName));
  expect(listings.filter(isMisfit)).toEqual([]);
  expect(listings.filter(({ npi }) => npi !== null && !isValidNpi(npi))).toEqual([]);
  const misdated = await rows(
    app.deps.db,
    `select id from dentists where updated_at < created_at or whitening_price_on < (created_at at time zone 'UTC')::date
       or whitening_price_on > (updated_at at time zone 'UTC')::date or (confirmed_at is not null and confirmed_at <> updated_at)`,
  );
  expect(misdated).toEqual([]);
});

test('a third of the sample listings have sample reviews, which never count as real ones', async () => {
  const [counts] = await rows<Record<'listings' | 'real' | 'counted' | 'future', number>>(
    app.deps.db,
    `select count(distinct dentist_id)::int as listings, count(*) filter (where source <> 'sample')::int as real,
       (select count(*)::int from dentists where own_review_count > 0) as counted,
       count(*) filter (where written_at > :now or visit_month > written_at)::int as future from reviews`,
    { now: app.deps.clock.now() },
  );
  expect(counts).toEqual({ listings: 500, real: 0, counted: 0, future: 0 });
});
