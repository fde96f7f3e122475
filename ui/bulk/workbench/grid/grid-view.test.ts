import { expect, it } from 'vitest';
import { fitView, formatView, parseView } from './grid-view.ts';

it('keeps a view in the URL', () => {
  const view = {
    sort: { column: 'City, State', descending: true },
    filter: { column: 'ST', equals: ['', 'MA'], contains: 'a', only: 'problems' as const },
  };
  expect(parseView(formatView(view))).toEqual(view);
  expect(formatView({})).toBeNull();
  expect(
    formatView({ filter: { column: 'ST', equals: Array.from({ length: 900 }, (_, n) => `value ${n}`) } }),
  ).toBeNull();
});

it('drops columns that an undone step had added', () => {
  const view = {
    sort: { column: 'Last', descending: false },
    filter: { column: 'Last', equals: ['Poe'], contains: 'a' },
  };
  expect(fitView(view, ['Name', 'Last'])).toEqual(view);
  expect(fitView(view, ['Name'])).toEqual({ filter: { contains: 'a' } });
  expect(fitView({ filter: { column: 'Last', equals: ['Poe'] } }, ['Name'])).toEqual({});
});

it('ignores what is not a view', () => {
  for (const text of [null, '', 'null', '[1', '7', '{"sort":{"column":7}}', '{"filter":{"equals":"MA","only":"x"}}'])
    expect(parseView(text)).toEqual({});
});
