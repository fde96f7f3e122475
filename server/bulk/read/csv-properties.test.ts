import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

/** A reference parser for well-formed CSV (RFC 4180), one character at a time. */
function parseByReference(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let [cells, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endRow = () => {
    rows.push([...cells, cell]);
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!;
    if (isQuoted) {
      if (mark !== '"') cell += mark;
      else if (text[at + 1] === '"') cell += text[++at]!;
      else isQuoted = false;
    } else if (mark === '"') isQuoted = true;
    else if (mark === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (mark === '\n') endRow();
    else if (mark !== '\r') cell += mark;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}

async function read(text: string, chunk: number, delimiter = ',') {
  async function* split() {
    for (let at = 0; at < text.length; at += chunk) yield text.slice(at, at + chunk);
  }
  const file = await readCsv(split(), { delimiter });
  const rows = [];
  for await (const batch of file.batches) rows.push(...batch);
  return { headers: file.headers, rows };
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', '1', "'", '\t'),
  maxLength: 6,
});
const format = (rows: string[][], delimiter: string, newline: string, quoteAll: boolean) =>
  rows
    .map((cells) =>
      cells
        .map((text) => (quoteAll || /["\r\n\t,;]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text))
        .join(delimiter),
    )
    .join(newline) + newline;

describe('readCsv', () => {
  it('equals a reference parser on well-formed files, in chunks of any size', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 12 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (rows, delimiter, newline, quoteAll, chunk) => {
          const text = format([['h1', 'h2', 'h3'], ...rows], delimiter, newline, quoteAll);
          const [, ...expected] = parseByReference(text, delimiter);
          const file = await read(text, chunk, delimiter);
          expect(file.rows.map(({ cells }) => cells)).toEqual(expected);
          expect(file.rows.every(({ broken }) => broken === undefined)).toBe(true);
        },
      ),
      { numRuns: 300 },
    ));

  it('reads messy lines the same at the start of a file and far down', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '""', ' ', 'b,', '\n"'), maxLength: 12 }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 60 }),
        async (lines, before, chunk) => {
          const header = 'name,city,zip\n';
          const messy = `${lines.join('\n')}\n`;
          const after = 'x,y,z\n'.repeat(5);
          const atStart = await read(header + messy + after, 1 << 20);
          const farDown = await read(header + 'n,c,"0"\n'.repeat(before) + messy + after, chunk);
          expect(farDown.rows.slice(before).map(({ line, ...row }) => ({ ...row, line: line - before }))).toEqual(
            atStart.rows.map(({ line, ...row }) => ({ ...row, line })),
          );
        },
      ),
      { numRuns: 300 },
    ));

  it('accepts a quoted line break in a row with too few or too many cells, wherever it is', async () => {
    for (const before of [0, 5_000]) {
      const filler = 'Ann Poe,Boston,02134\n'.repeat(before);
      const { rows } = await read(`name,city,zip\n${filler}"a\nb",c\n"d\ne",f,g,h\nz,z,z\n`, 4096);
      expect(rows.slice(before)).toEqual([
        { cells: ['a\nb', 'c'], line: before + 2 },
        { cells: ['d\ne', 'f', 'g', 'h'], line: before + 4 },
        { cells: ['z', 'z', 'z'], line: before + 6 },
      ]);
    }
  });

  it('reads a file as the operator says: header line, delimiter, and quote', async () => {
    async function* text() {
      yield "Provider list\nAs of 2026\n\nname|city\n'Poe|Ann'|Boston\n";
    }
    const file = await readCsv(text(), { headerLine: 4, delimiter: '|', quote: "'" });
    expect([file.headers, file.headerLine]).toEqual([['name', 'city'], 4]);
    const rows = [];
    for await (const batch of file.batches) rows.push(...batch);
    expect(rows).toEqual([{ cells: ['Poe|Ann', 'Boston'], line: 5 }]);
  });
});
