import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/listings/listing-history.ts';
import { describeChange, toHistoryLines } from './history-sentences.ts';

const names = {
  services: new Map([
    [1, 'Veneers'],
    [2, 'Implants'],
  ]),
  types: new Map([[3, 'Orthodontist']]),
  plans: [{ slug: 'unum', name: 'Humana', storedName: 'Unum', gone: 'merged' as const }],
};
const photo = (hash: string, alt = '') => ({ hash, alt });
const entry = (values: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  at: '2025-03-03T15:00:00.000Z',
  field: 'phone',
  before: null,
  after: null,
  source: 'owner',
  sourceName: null,
  by: 'Ann',
  canPutBack: true,
  ...values,
});

describe('a change in the history', () => {
  it.each([
    ['phone', '555-0100', '555-0142', 'Changed Phone from “555-0100” to “555-0142”'],
    ['phone', null, '555-0142', 'Set Phone to “555-0142”'],
    ['website', 'https://a.example', '', 'Removed Website “https://a.example”'],
    ['practiceName', 'Elm Dental', 'Oak Dental', 'Changed Practice name from “Elm Dental” to “Oak Dental”'],
    ['wheelchairAccessible', false, true, 'Turned on “Wheelchair accessible”'],
    ['wheelchairAccessible', null, false, 'Set “Wheelchair accessible” to no'],
    ['wheelchairAccessible', true, null, 'Set “Wheelchair accessible” to not known'],
    ['serviceIds', [1], [2], 'Added Implants; removed Veneers'],
    ['practiceTypeId', null, 3, 'Set Practice type to “Orthodontist”'],
    ['insurancePlans', null, 'Unum', 'Set Insurance plans to “Humana”'],
    [
      'bio',
      'x'.repeat(1200),
      'y'.repeat(90),
      'Rewrote About the practice (1,200 characters before, 90 characters now)',
    ],
    ['profileImage', null, '/media/a', 'Added the portrait'],
    ['photos', [photo('a')], [photo('b'), photo('a'), photo('c')], 'Added 2 photos'],
    [
      'photos',
      [photo('a'), photo('b')],
      [photo('b'), photo('a', 'Door')],
      'Reordered the photos and described 1 photo',
    ],
    ['deletedAt', null, '2025-03-03', 'Deleted the listing'],
    ['userId', false, true, 'Gave the listing an owner'],
  ])('of %s is a sentence', (field, before, after, sentence) => {
    expect(describeChange({ field, before, after }, names)).toBe(sentence);
  });
});

describe('the history', () => {
  it('shows one session at the gallery as one line, and leaves the cover out', () => {
    const galleries = [[], [photo('a')], [photo('a'), photo('b')], [photo('b')]];
    const minutes = (n: number) => new Date(Date.UTC(2025, 2, 3, 15, n)).toISOString();
    const uploads = [1, 2, 3].flatMap((step) => [
      entry({ id: step * 10, at: minutes(step), field: 'photos', before: galleries[step - 1], after: galleries[step] }),
      entry({ id: step * 10 + 1, at: minutes(step), field: 'practiceImage', before: null, after: '/media/a' }),
    ]);
    const earlier = entry({ id: 2, at: minutes(-60), field: 'photos', before: [photo('z')], after: [] });
    const lines = toHistoryLines([...uploads.toReversed(), earlier, entry({ id: 1, after: '555-0142' })], names);
    expect(lines.map(({ sentence, restoreId, photos }) => [sentence, restoreId, photos])).toEqual([
      ['Added 1 photo', 10, ['/media/b']],
      ['Removed 1 photo', 2, []],
      ['Set Phone to “555-0142”', 1, []],
    ]);
  });

  it('keeps the sessions of two people apart', () => {
    const lines = toHistoryLines(
      [
        entry({ id: 2, field: 'photos', by: 'Bob', before: [photo('a')], after: [photo('a'), photo('b')] }),
        entry({ id: 1, field: 'photos', before: [], after: [photo('a')] }),
      ],
      names,
    );
    expect(lines.map(({ by }) => by)).toEqual(['Bob', 'Ann']);
  });
});
