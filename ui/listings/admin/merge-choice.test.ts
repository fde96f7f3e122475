import { expect, it } from 'vitest';
import type { StaffListingDetail } from '#contract/listings/admin-listings.ts';
import { isOtherBetter, type Mergeable } from './merge-choice.ts';

type Stated = Partial<Record<Mergeable, [value: string, rank?: number, at?: string]>>;

const detail = (stated: Stated): StaffListingDetail =>
  ({
    listing: Object.fromEntries(Object.entries(stated).map(([field, [value]]) => [field, value])),
    origins: Object.fromEntries(
      Object.entries(stated).flatMap(([field, [, rank, at = '2026-01-01']]) =>
        rank === undefined ? [] : [[field, { rank, at }]],
      ),
    ),
  }) as never;

const choose = (field: Mergeable, kept: Stated, other: Stated) => isOtherBetter(field, detail(kept), detail(other));

it('a value is better if it is the only one, has the better origin, or the newer of two equal ones', () => {
  expect([choose('phone', {}, { phone: ['1'] }), choose('phone', { phone: ['1', 4] }, {})]).toEqual([true, false]);
  expect(choose('phone', { phone: ['1', 4] }, { phone: ['2', -1] })).toBe(true);
  expect(choose('phone', { phone: ['1', -1] }, { phone: ['2', 4] })).toBe(false);
  expect(choose('phone', { phone: ['1'] }, { phone: ['2', 4] })).toBe(true);
  expect(choose('phone', { phone: ['1', 4] }, { phone: ['2', 4, '2026-02-01'] })).toBe(true);
  expect(choose('phone', { phone: ['1', 4] }, { phone: ['2', 4] })).toBe(false);
});

it('a week of hours and an address come from one listing', () => {
  const kept: Stated = { mondayHours: ['9–5', 4], address: ['1 Elm St', 4], city: ['Austin', 4] };
  const other: Stated = {
    tuesdayHours: ['9–5', -1],
    address: ['2 Oak St', 5],
    city: ['Dallas', 5],
    zipCode: ['75201', 5],
  };
  expect([choose('mondayHours', kept, other), choose('tuesdayHours', kept, other)]).toEqual([true, true]);
  expect([choose('address', kept, other), choose('zipCode', kept, other)]).toEqual([false, false]);
});
