import { expect, it, onTestFinished } from 'vitest';
import { countTableRows, filterOf, readTablePage } from '#server/base/tables/read-table.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { freshDatabase } from '#server/test/programs/database.ts';
import { listingSource } from './listing-table.ts';

const source = listingSource as unknown as TableSource;

it('possible duplicates and stale listings are found as they change', async () => {
  const { db, drop } = await freshDatabase();
  onTestFinished(() => drop());
  const year = 366 * 86_400_000;
  const ago = (ms: number) => new Date(Date.now() - ms);
  const add = async (row: object) =>
    (
      (await db('dentists')
        .insert({ name: 'Dr. Ada', zipCode: '78701', ...row })
        .returning('id')) as [{ id: number }]
    )[0].id;
  const expectFound = async (check: string, ids: number[]) => {
    const filters = { health: [check] };
    const page = await readTablePage(db, source, { filters, sort: 'id', columns: 'id', limit: 500 });
    const total = await countTableRows(db, source, filterOf({ filters }));
    expect([check, page.rows.map(({ id }) => id), total]).toEqual([check, ids, ids.length]);
  };
  const first = await add({ npi: '1000000001', updatedAt: ago(2 * year) });
  const other = await add({ name: 'Dr. Bob', updatedAt: ago(2 * year) });
  await expectFound('duplicate', []);
  await expectFound('stale', [first, other]);
  const second = await add({});
  const third = await add({ zipCode: '78702' });
  await expectFound('duplicate', [first, second]);
  await db('dentists').where({ id: second }).update({ npi: '1000000002' });
  await expectFound('duplicate', []);
  await db('dentists').where({ id: third }).update({ zipCode: '78701' });
  await expectFound('duplicate', [first, second, third]);
  await db('dentists')
    .where({ id: first })
    .update({ confirmedAt: ago(0), updatedAt: ago(2 * year) });
  await expectFound('stale', [other]);
  await db('dentists').where({ id: third }).delete();
  await db('dentists')
    .where({ id: first })
    .update({ deletedAt: ago(0) });
  await expectFound('duplicate', []);
});
