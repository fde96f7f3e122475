import { expect, it } from 'vitest';
import { formatCells, listEdits, parseCells, rangeOf } from './cell-range.ts';

it('is the rectangle between two cells, whichever was first', () => {
  const range = { top: 2, bottom: 5, left: 1, right: 3 };
  expect(rangeOf({ row: 5, column: 1 }, { row: 2, column: 3 })).toEqual(range);
});

it('exchanges cells with spreadsheets, also those with tabs, quotes, and line breaks', () => {
  const rows = [['Ann\tPoe', 'said "hi"', ''], ['two\nlines', '=1+1', 'Zoë']]; // prettier-ignore
  expect(parseCells(formatCells(rows))).toEqual(rows);
  // Excel ends a copied table with a line break.
  expect(parseCells('a\tb\r\nc\td\r\n')).toEqual([['a', 'b'], ['c', 'd']]); // prettier-ignore
});

it('pastes a table from the first cell on, within the file, and one value into every cell', () => {
  const range = { top: 8, bottom: 9, left: 1, right: 2 };
  expect(listEdits([['a', 'b', 'c'], ['d'], ['e']], range, 10, 3)).toEqual([
    { row: 8, column: 1, value: 'a' },
    { row: 8, column: 2, value: 'b' },
    { row: 9, column: 1, value: 'd' },
  ]);
  expect(listEdits([['MA']], range, 10, 3).map(({ row, column }) => [row, column])).toEqual([[8, 1], [8, 2], [9, 1], [9, 2]]); // prettier-ignore
});
