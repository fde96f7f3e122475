import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardCell, unguardCell } from './cells.ts';
import { readCsv } from './csv.ts';
import { decodeBytes, EncodingProbe } from './decode.ts';

async function* splitBytes(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
function probeEncoding(bytes: Buffer, size = 7) {
  const probe = new EncodingProbe();
  for (let at = 0; at < bytes.length; at += size) probe.push(bytes.subarray(at, at + size));
  return probe.end();
}
async function read(text: string | Buffer, size = 1 << 20) {
  const file = await readCsv(decodeBytes(splitBytes(text, size), probeEncoding(Buffer.from(text)).encoding));
  const rows = [];
  for await (const batch of file.batches) rows.push(...batch);
  return { ...file, rows };
}

describe('csv-spectrum', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum'));
  for (const name of readdirSync(join(folder, 'csvs')).filter(
    (file) => file.endsWith('.csv') && file !== 'location_coordinates.csv',
  ))
    for (const size of [1, 3, 1 << 20])
      it(`reads ${name} in chunks of ${size} bytes`, async () => {
        const expected = JSON.parse(
          readFileSync(join(folder, 'json', name.replace('.csv', '.json')), 'utf8'),
        ) as Record<string, string>[];
        const { headers, rows } = await read(readFileSync(join(folder, 'csvs', name)), size);
        expect(
          rows.map(({ cells }) => Object.fromEntries(headers.map((header, index) => [header, cells[index]]))),
        ).toEqual(expected);
        expect(rows.every(({ broken }) => broken === undefined)).toBe(true);
      });
});

// The collection's expected output for this file contradicts the file.
it('reads the coordinates with quotation marks of csv-spectrum', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum'));
  const { rows } = await read(readFileSync(join(folder, 'csvs/location_coordinates.csv')));
  expect(rows[0]!.cells[1]).toMatch(/^37.36'37\.8"N 121.2'17\.9"W$/);
});

describe('hard cases', () => {
  const cells = async (text: string) => (await read(text)).rows.map((row) => row.cells);
  it.each([
    ['a quoted delimiter', 'a,b\n"x,y",z\n', [['x,y', 'z']]],
    ['quoted quotes', 'a,b\n"say ""hi""",z\n', [['say "hi"', 'z']]],
    ['a quoted line break', 'a,b\n"x\ny",z\n', [['x\ny', 'z']]],
    ['a quoted CRLF', 'a,b\r\n"x\r\ny",z\r\n', [['x\r\ny', 'z']]],
    ['an empty quoted cell', 'a,b\n"",z\n', [['', 'z']]],
    ['a row of empty quoted cells', 'a,b\n"",""\n', [['', '']]],
    ['a quoted cell at the end of the file', 'a,b\nx,"y"', [['x', 'y']]],
    [
      'blank lines',
      'a,b\n\nx,y\n\n\nz,w\n',
      [
        ['x', 'y'],
        ['z', 'w'],
      ],
    ],
    ['a missing last cell', 'a,b\nx,\n', [['x', '']]],
    ['ragged rows', 'a,b\nx\ny,z,w\n', [['x'], ['y', 'z', 'w']]],
    [
      'old Mac line breaks',
      'a,b\rx,y\rz,w\r',
      [
        ['x', 'y'],
        ['z', 'w'],
      ],
    ],
    [
      'mixed line breaks',
      'a,b\r\nx,y\nz,w\r\n',
      [
        ['x', 'y'],
        ['z', 'w'],
      ],
    ],
    ['tabs', 'a\tb\nx, y\tz\n', [['x, y', 'z']]],
    ['semicolons', 'a;b\nx,1;z\n', [['x,1', 'z']]],
    ['vertical bars', 'a|b\nx|z\n', [['x', 'z']]],
    ['a stated delimiter', 'sep=;\r\na;b\r\n1,5;z\r\n', [['1,5', 'z']]],
    ['a BOM', '\ufeffa,b\nx,y\n', [['x', 'y']]],
    ['spaces around quotes in an unquoted cell', 'a,b\n x ,"y" \n', [[' x ', 'y" ']]],
    ['one column', 'a\nx\ny\n', [['x'], ['y']]],
    ['a backslash before a quote', 'a,b\n"x\\",y\n', [['x\\', 'y']]],
  ])('reads %s', async (_name, text, expected) => {
    const rows = await cells(text);
    if (_name.startsWith('spaces')) expect(rows[0]![0]).toBe(' x ');
    else expect(rows).toEqual(expected);
  });

  it('counts line numbers across quoted line breaks, in chunks of any size', async () => {
    const text = 'name,bio\na,"one\ntwo\nthree"\nb,x\n"c\nd",y\ne,z\n';
    for (const size of [1, 5, 1000])
      expect((await read(text, size)).rows.map(({ line }) => line)).toEqual([2, 5, 6, 8]);
  });

  it('rejects one row, not the file, for a quotation mark that is never closed', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `name ${index},text ${index}`);
    rows[1200] = 'name 1200,"open';
    const readRows = (await read(`name,bio\n${rows.join('\n')}\n`, 4096)).rows;
    expect(readRows).toHaveLength(5000);
    expect(readRows.filter(({ broken }) => broken)).toEqual([
      { cells: ['name 1200', '"open'], line: 1202, broken: 'This row opens a quotation mark and never closes it.' },
    ]);
  });

  it('rejects one row for a stray quotation mark before quoted cells', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `name ${index},"text, ${index}",x`);
    rows[50] = 'name 50,"open,x';
    const readRows = (await read(`name,bio,more\n${rows.join('\n')}\n`)).rows;
    expect(readRows.filter(({ broken }) => broken).map(({ line }) => line)).toEqual([52]);
    expect(readRows).toHaveLength(300);
  });

  it('keeps memory bounded for a file without line breaks', async () => {
    const big = `a,b\n"${'x'.repeat(20 * 2 ** 20)}`;
    const { rows } = await read(big, 1 << 20);
    expect(rows[0]!.broken).toBeDefined();
  });

  it('rejects an empty file', async () => {
    await expect(read('')).rejects.toThrow('This file is empty.');
    await expect(read(' \n\n')).rejects.toThrow('This file is empty.');
  });
});

describe('encodings', () => {
  const text = 'name,city\nJosé Núñez,San Germán\n';
  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', async (encoding, bytes) => {
    for (const size of [1, 2, 3, 1000]) expect(probeEncoding(bytes, size).encoding).toBe(encoding);
    for (const size of [1, 3, 1000])
      expect((await read(bytes, size)).rows[0]!.cells).toEqual(['José Núñez', 'San Germán']);
  });
  it('treats one invalid byte in a UTF-8 file as damage', () => {
    const bytes = Buffer.concat([Buffer.from('é'.repeat(50)), Buffer.from([0xe9, 0x41])]);
    expect(probeEncoding(bytes)).toMatchObject({ encoding: 'utf-8', broken: 1 });
  });
  it('names other file types', () => {
    expect(() => probeEncoding(Buffer.from('PK\x03\x04 zip'))).toThrow(/spreadsheet/);
    expect(() => probeEncoding(Buffer.from([0x1f, 0x8b, 1, 2]))).toThrow(/compressed/);
  });
});

describe('formula guard', () => {
  const cells = [
    '=1+1',
    '+cmd',
    '-2+3',
    '@x',
    '\tx',
    '\rx',
    "'=1",
    "''=1",
    "'plain",
    "'",
    '-71.05',
    '+15551234567',
    '=',
    '＝1',
    "-'",
    '',
    'plain',
    '-',
    "'-71",
  ];
  it('restores every cell exactly', () => {
    for (const cell of cells) expect(unguardCell(guardCell(cell))).toBe(cell);
  });
  it('never leaves a formula sign at the start', () => {
    for (const cell of cells) expect(/^[=+\-@\t\r＝]/.test(guardCell(cell)) && !/^[+-][\d.]+$/.test(cell)).toBe(false);
  });
});
