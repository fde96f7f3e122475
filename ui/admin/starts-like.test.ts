import { expect, it } from 'vitest';
import { matchCommands } from '#ui/kit/overlays/palette-match.ts';
import { startsLike } from './starts-like.ts';

const commands = ['Subscriptions', 'Backups', 'Reported problems', 'Refund a payment'].map((label) => ({
  id: label,
  label,
  group: 'Go to',
  run: () => {},
}));
const find = (typed: string) => matchCommands(commands, typed, startsLike).map(({ label }) => label);

it('finds commands by the beginnings of their words', () => {
  expect(find('rep prob')).toEqual(['Reported problems']);
  expect(find('back')).toEqual(['Backups']);
  expect(find('xyz')).toEqual([]);
});

it.each([
  ['subsriptions', 'Subscriptions'],
  ['bakcups', 'Backups'],
  ['repotred', 'Reported problems'],
  ['refnud', 'Refund a payment'],
])('forgives a typo such as %j', (typed, label) => {
  expect(find(typed)).toEqual([label]);
});

it('takes no short word for another, and prefers what was typed exactly', () => {
  expect(startsLike('back', 'bark')).toBe(false);
  expect(find('refund')).toEqual(['Refund a payment']);
});
