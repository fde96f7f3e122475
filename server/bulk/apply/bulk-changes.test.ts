import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw(
    'delete from dentists; delete from listing_tombstones; delete from listing_slugs; delete from practices',
  );
});

/** Enough for the path of many changes, and for more than one slice. */
const LISTINGS = 2_100;
const phone = (n: number) => `617555${String(n).padStart(4, '0')}`;
const buildListing = (n: number) => ({
  id: 5_000 + n,
  phone: phone(n),
  name: n % 300 === 0 ? 'Ann Poe' : `Person ${n}`,
  practice: `Practice ${n % 40}`,
  city: 'Boston',
  state: 'MA',
  zipCode: '02118',
  mondayHours: '9:00 AM - 5:00 PM',
  services: 'Veneers',
});
/** The listing after its change, which moves to a place, a practice, and hours that are new to the directory, or to none. */
const buildChange = (n: number) => ({
  ...buildListing(n),
  name: n % 300 === 0 ? 'Ann Poe' : `Someone ${n}`,
  practice: `Group ${n % 50}`,
  ...(n % 5 === 0 ? {} : { city: `New Town ${n % 7}`, state: 'TX', zipCode: `787${10 + (n % 7)}` }),
  mondayHours: n % 3 === 0 ? '9:00 AM - 5:00 PM' : `${1 + (n % 3)}:00 AM - 6:00 PM`,
  services: n % 2 === 0 ? 'Veneers; Zoom Whitening' : 'Zoom Whitening',
});
const rows = <T>(build: (n: number) => T, from = 0, to = LISTINGS) =>
  Papa.unparse(Array.from({ length: to - from }, (_, n) => build(from + n)));

const query = async (sql: string) => ((await app.deps.db.raw(sql)) as { rows: unknown[] }).rows;
const listListings = () =>
  query(`select d.id, d.name, d.name_norm, p.name as practice, d.practice_norm, c.name as city, d.state, d.zip5, d.time_zone, s.open_hours,
           d.service_mask, d.slug, array(select service_id from dentist_services x where x.dentist_id = d.id order by 1) as services,
           (select count(*)::int from listing_history h where h.dentist_id = d.id) as history
         from dentists d left join practices p on p.id = d.practice_id left join cities c on c.id = d.city_id
         left join schedules s on s.id = d.schedule_id order by d.id`);
const listOldAddresses = () =>
  query(
    `select c.name, c.state, l.slug, l.dentist_id from listing_slugs l join cities c on c.id = l.city_id order by 1, 2, 3`,
  );
/** The tables that searches read: the index, its words, and the number of listings with each feature in each place. */
const listIndex = async () => [
  await query('select * from listing_index order by id'),
  await query('select word, rank, name_norm, id from listing_words order by word, id'),
  await query(
    'select scope, key, feature, sum(n)::int as n from facets group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3',
  ),
];

it('many changes leave the same directory as changes one by one', { timeout: 120_000 }, async () => {
  await importText(app, rows(buildListing));
  expect((await importText(app, rows(buildChange))).rowsChanged).toBe(LISTINGS);
  const [listings, addresses, index] = [await listListings(), await listOldAddresses(), await listIndex()];
  await app.deps.db.raw('select rebuild_search()');
  expect(await listListings()).toEqual(listings);
  expect(await listIndex()).toEqual(index);

  await app.deps.db.raw(
    'delete from dentists; delete from listing_tombstones; delete from listing_slugs; delete from practices',
  );
  await importText(app, rows(buildListing));
  for (const [from, to] of [
    [0, 1_050],
    [1_050, LISTINGS],
  ] as const)
    expect((await importText(app, rows(buildChange, from, to))).rowsChanged).toBe(to - from);
  expect(await listListings()).toEqual(listings);
  expect(await listOldAddresses()).toEqual(addresses);
  expect(await listIndex()).toEqual(index);
});
