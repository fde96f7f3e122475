import { expect, it } from 'vitest';
import { clusterValues, editDistance, fingerprint } from './clusters.ts';

const count = (counts: Record<string, number>) => Object.entries(counts).map(([value, n]) => ({ value, count: n }));

it('suggests the most frequent value that suits the column', async () => {
  const values = count({ Massachusets: 21, Massachusetts: 20, 'MASSACHUSETTS ': 3, Texas: 9 });
  const [cluster, ...others] = await clusterValues(values, (value) => value.trim().toLowerCase() === 'massachusetts');
  expect(others).toEqual([]);
  expect([cluster!.suggested, cluster!.values.length]).toEqual(['Massachusetts', 3]);
  expect((await clusterValues(values))[0]!.suggested).toBe('Massachusets');
});

it('groups by letters and words, then by typos, and never by numbers', async () => {
  expect(fingerprint('Poe, José')).toBe(fingerprint('jose  POE'));
  expect([editDistance('salem', 'slaem', 2), editDistance('salem', 'boston', 2)]).toEqual([1, 3]);
  expect(await clusterValues(count({ 'Suite 100': 1, 'Suite 101': 1, Salem: 1, Boston: 1 }))).toEqual([]);
});
