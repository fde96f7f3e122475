import fc from 'fast-check';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { formatCsvLine } from '../read/cells.ts';
import { guardCells } from './guard-cells.ts';

/** Writes a line as Postgres does: no text is an empty cell, and an empty text is a quoted one. */
const writeLine = (cells: (string | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;

const cell = fc.oneof(
  fc.constantFrom(
    null,
    '',
    '=',
    '-',
    "'",
    "'=1",
    '-5',
    "'-5",
    '+1.5',
    '-5 stars',
    '-.5',
    '＝1',
    '＠x',
    '"',
    ',',
    ',=',
    '\n',
    '\n=',
    '\t',
    '\r',
    'é',
  ),
  fc.string({
    unit: fc.constantFrom('=', '-', '+', '@', "'", '"', ',', '\n', '\r', '\t', '5', '.', 'a', 'é', '＋', '－'),
  }),
  fc.string({ unit: 'grapheme' }),
);

it('guards the cells that formatCsvLine guards, wherever the chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      async (lines, sizes) => {
        const written = Buffer.from(lines.map(writeLine).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0, n = 0; at < written.length; n += 1) {
          const size = sizes[n % sizes.length]!;
          chunks.push(written.subarray(at, at + size));
          at += size;
        }
        expect(await text(Readable.from(chunks, { objectMode: false }).pipe(guardCells()))).toBe(
          lines.map(formatCsvLine).join(''),
        );
      },
    ),
    { numRuns: 2000 },
  );
});
