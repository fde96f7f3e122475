import { listingSource } from '#server/directory/staff/listing-table.ts';
import { rows } from '#server/base/db/knex.ts';
import type { TestApp } from '#server/test/app.ts';

const ROWS = 240;

export interface PlainRow {
  id: number;
  nameNorm: string;
  city: string | null;
  state: string | null;
  zip5: string | null;
  phone: string | null;
  website: string | null;
  specialty: string | null;
  address: string | null;
  email: string | null;
  npi: string | null;
  rating: number | null;
  reviewCount: number;
  ratingSource: string | null;
  createdAt: Date;
  isVerified: boolean;
  isPaid: boolean;
  userId: number | null;
  practiceId: number | null;
  practiceTypeId: number | null;
  practiceImage: string | null;
  identityChangedAt: Date | null;
  confirmedAt: Date | null;
  updatedAt: Date;
  deletedAt: Date | null;
  fieldSources: Record<string, { source: string }>;
  serviceIds: number[];
}
/** The same numbers on every run. */
const pick = <T>(n: number, values: readonly T[]): T => values[((n * 7919) % 104_729) % values.length]!;

/** Adds listings of every kind, and reads them back without the tables of the panel. */
export async function addPlainListings(app: TestApp, ownerId: number) {
  const { db } = app.deps;
  const [type] = await rows<{ id: number; name: string }>(
    db,
    'select id, name from practice_types order by id limit 1',
  );
  const [service] = (await rows<{ id: number; name: string }>(
    db,
    'select id, name from services order by id limit 1',
  )) as [{ id: number; name: string }];
  const [practice] = await db('practices').insert({ name: 'Elm Dental' }).returning('id');
  await db('dentists').insert(
    Array.from({ length: ROWS }, (_, n) => ({
      name: pick(n, ['Dr. Ada', 'Dr. Bo', 'Dr. Cy Long', 'Smile Place', 'O’Hara & Sons']),
      city: pick(n + 3, ['Austin', 'Boston', 'Buffalo', null]),
      state: pick(n + 3, ['TX', 'MA', 'NY', null]),
      zipCode: pick(n + 1, ['78701', '78702', '02108', null]),
      phone: pick(n + 5, ['(512) 555-0100', null]),
      specialty: pick(n + 43, ['Orthodontist', 'general dentist', null]),
      address: pick(n + 47, ['12 Elm St', null, null]),
      email: pick(n + 53, ['desk@example.com', null]),
      npi: n === 7 ? '1234567893' : null,
      ...pick(n + 59, [
        { rating: 4.2, reviewCount: 12, ratingSource: 'Google' },
        { rating: 3.9, reviewCount: 3, ratingSource: 'Google' },
        {},
        {},
      ]),
      createdAt: pick(n + 61, [new Date('2026-01-05T12:00:00Z'), new Date('2026-01-07T12:00:00Z')]),
      website: pick(n + 9, ['https://example.com', null, null]),
      isVerified: pick(n + 2, [true, false, false]),
      userId: pick(n + 11, [ownerId, null, null, null]),
      practiceId: pick(n + 41, [practice.id, null, null]),
      practiceTypeId: pick(n + 13, [type!.id, null]),
      practiceImage: pick(n + 17, ['/media/x', null, null]),
      identityChangedAt: pick(n + 19, [new Date('2026-03-01T00:00:00Z'), null, null, null]),
      confirmedAt: pick(n + 29, [new Date('2026-02-10T12:00:00Z'), null]),
      updatedAt: new Date(Date.UTC(2026, 0, pick(n + 23, [1, 2, 2, 3, 15]), pick(n, [0, 5, 23]))),
      deletedAt: n % 31 === 0 ? new Date('2026-03-02T00:00:00Z') : null,
      fieldSources: pick(n + 37, [{}, { name: { source: 'import', name: 'a.csv' } }, { name: { source: 'staff' } }]),
    })),
  );
  await rows(db, `insert into dentist_services (dentist_id, service_id) select id, ? from dentists where id % 3 = 0`, [
    service.id,
  ]);
  const plain = await rows<PlainRow>(
    db,
    `select d.*, array(select service_id from dentist_services s where s.dentist_id = d.id) as service_ids from dentists d order by id`,
  );
  return { plain, typeName: type!.name, service };
}

type Key = (row: PlainRow) => string | number | null;
export const sortKeys: Record<keyof typeof listingSource.sorts, Key> = {
  id: (row) => row.id,
  name: (row) => row.nameNorm,
  state: (row) => row.state,
  zip: (row) => row.zip5,
  updated: (row) => row.updatedAt.getTime(),
};
/** Places continue by name, as their indexes do. */
const impliedColumns: Record<string, string> = { state: 'name', zip: 'name' };
/** Missing values are last in both directions; the id decides last, in the direction of the last column. */
export function sorted(list: readonly PlainRow[], sort: string): number[] {
  const words = sort.split(',');
  const last = words.at(-1)!;
  const implied = impliedColumns[last.replace('-', '')];
  if (implied && !words.some((word) => word.replace('-', '') === implied))
    words.push(last.startsWith('-') ? `-${implied}` : implied);
  const keys = words.map((word) => ({ key: sortKeys[word.replace('-', '')]!, desc: word.startsWith('-') }));
  return list
    .toSorted((a, b) => {
      for (const { key, desc } of [...keys, { key: sortKeys.id!, desc: keys.at(-1)!.desc }]) {
        const [x, y] = [key(a), key(b)];
        if (x === y) continue;
        if (x === null || y === null) return x === null ? 1 : -1;
        return (x < y ? -1 : 1) * (desc ? -1 : 1);
      }
      return 0;
    })
    .map(({ id }) => id);
}
