import { expect, it } from 'vitest';
import type { ImportColumn } from '#contract/bulk/bulk.ts';
import { chooseField, unmappedFirst } from './mapping.ts';

const columns: ImportColumn[] = [
  { header: 'Town', field: 'city', how: 'known' },
  { header: 'Area', field: null, how: 'none' },
  { header: 'Name', field: 'name', how: 'exact' },
];

it('names the column that loses its field, and keeps the columns to give it back', () => {
  const { columns: mapped, taken } = chooseField(columns, 1, 'city');
  expect(mapped.map(({ field }) => field)).toEqual([null, 'city', 'name']);
  expect(taken).toEqual({ field: 'city', from: 'Town', columns });
});

it('takes nothing if the field was free or the column is left out', () => {
  expect(chooseField(columns, 1, 'state').taken).toBeNull();
  expect(chooseField(columns, 0, null)).toMatchObject({ taken: null, columns: [{ field: null }, {}, {}] });
});

it('lists columns without a field first and keeps their index', () => {
  expect(unmappedFirst(columns).map(({ index }) => index)).toEqual([1, 0, 2]);
});
