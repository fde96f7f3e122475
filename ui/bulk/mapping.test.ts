import { expect, it } from 'vitest';
import type { ImportColumn } from '#contract/bulk/bulk.ts';
import { chooseField, describeMatch, doubtfulFirst } from './mapping.ts';

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

it('takes the field from no other column if it was free, or if the column is skipped', () => {
  expect(chooseField(columns, 1, 'state').taken).toBeNull();
  expect(chooseField(columns, 0, null)).toMatchObject({ taken: null, columns: [{ field: null }, {}, {}] });
});

it('lists doubtful columns first, then those without a field, and keeps their index', () => {
  const doubtful: ImportColumn[] = [
    { header: 'X', field: null, how: 'doubtful', suggested: 'twitterUrl', confidence: 0 },
    { header: 'Phone', field: 'phone', how: 'known', confidence: 0.4 },
  ];
  expect(doubtfulFirst([...columns, ...doubtful]).map(({ index }) => index)).toEqual([3, 4, 1, 0, 2]);
  expect(doubtful.map(describeMatch)).toEqual([
    'Doubtful: its cells don’t look like X (Twitter)',
    'Known name, 40% fit',
  ]);
});
