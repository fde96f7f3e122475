import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { formatFile, formatRow, headerLine, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { writeDeactivationReport } from '#server/bulk/registry/test/deactivation-report.ts';
import { buildZip } from '#server/test/files/xlsx.ts';
import { parseCells, splitRow } from './cells.ts';
import { openZip } from '../xlsx/unzip.ts';
import { openDeactivations, parseReportDate } from './deactivations.ts';
import { findFileDate, recognizeRegistryFile } from './recognize.ts';
import { RowScanner } from './scan-rows.ts';
import { ZipArchive } from './zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-read-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function recognize(content: string | Buffer, name: string) {
  await writeFile(join(folder, name), content);
  return recognizeRegistryFile(join(folder, name));
}

describe('the row scanner', () => {
  const scan = (text: string, sizes: number[], known: number[] = []) => {
    const found: [number, string][] = [];
    const scanner = new RowScanner(
      (npi) => known.includes(npi),
      (row, nth) => found.push([nth, row]),
    );
    const bytes = Buffer.from(text);
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length]!;
      scanner.push(bytes.subarray(at, at + size));
      at += size;
    }
    scanner.end();
    return { found, rows: scanner.rows };
  };
  const other = (number: number) =>
    formatRow(makeDentist(number, { taxonomies: [['207Q00000X', '', '', 'Y']], zip: '78701' }));

  it('finds the same rows for blocks of any size', () => {
    const lines = Array.from({ length: 40 }, (_, n) => (n % 7 === 3 ? formatRow(makeDentist(n)) : other(n)));
    const text = lines.join('');
    const whole = scan(text, [text.length]);
    expect(whole.rows).toBe(40);
    expect(whole.found.map(([nth]) => nth)).toEqual([4, 11, 18, 25, 32, 39]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        expect(scan(text, sizes)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps rows with known NPIs, line breaks in cells, and a last row without a line break', () => {
    const broken = formatRow(makeDentist(2, { address: '1 MAIN ST\n"SUITE"\n2' }));
    const text = `${other(1)}${broken}${other(3)}${other(4)}`.trimEnd();
    const { found, rows } = scan(text, [64], [Number(makeNpi(4))]);
    expect(rows).toBe(4);
    expect(found.map(([nth]) => nth)).toEqual([2, 4]);
    expect(found[1]![1]).toBe(other(4).trim());
  });
});

it('splits rows like a plain parser does', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'B', '"', ',', ' ', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 12 }), (cells) => {
      const text = cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
      expect(parseCells(text)).toEqual(cells);
      expect(splitRow(`${text}\r`, cells.length)).toEqual(cells);
      expect(splitRow(text, cells.length + 1)).toBeNull();
    }),
  );
});

describe('recognizing files', () => {
  it('knows the monthly, weekly, and deactivation files by their content', async () => {
    const file = formatFile([makeDentist(1)]);
    expect(await recognize(file, 'npidata_pfile_20261102-20261108.csv')).toMatchObject({
      kind: 'providers',
      entry: null,
      asOf: '2026-11-08',
    });
    expect(
      await recognize(buildZip({ 'readme.pdf': 'x', 'a/npidata_pfile_20050523-20261108.csv': file }), 'x.zip'),
    ).toMatchObject({
      kind: 'providers',
      entry: 'a/npidata_pfile_20050523-20261108.csv',
      asOf: '2026-11-08',
    });
    const report = writeDeactivationReport([[makeNpi(1), '10/05/2026']]);
    expect(await recognize(report, 'report.xlsx')).toMatchObject({ kind: 'deactivations', entry: null });
    expect(await recognize(buildZip({ 'report 20261109.xlsx': report }), 'r.zip')).toMatchObject({
      kind: 'deactivations',
      entry: 'report 20261109.xlsx',
      asOf: '2026-11-09',
    });
  });

  it('leaves other files to the importer', async () => {
    expect(await recognize('npi,name\n1234567893,Jane\n', 'a.csv')).toBeNull();
    expect(await recognize('', 'empty.csv')).toBeNull();
    expect(await recognize(headerLine.replace('"NPI"', '"Id"'), 'b.csv')).toBeNull();
    expect(await recognize(buildZip({ 'a.csv': 'name\nJane\n' }), 'c.zip')).toBeNull();
    expect(await recognize(Buffer.from('PK\x03\x04 broken'), 'd.zip')).toBeNull();
  });

  it('reads the last day from the name', () => {
    expect(findFileDate('npidata_pfile_20050523-20261108.csv')).toBe('2026-11-08');
    expect(findFileDate('NPPES Deactivated NPI Report 20261109.xlsx')).toBe('2026-11-09');
    expect(findFileDate('registry.csv')).toBeNull();
  });
});

describe('zip files', () => {
  it('refuses entries that unpack to far more than their size', async () => {
    const bomb = buildZip({ 'npidata_pfile_20050523-20261108.csv': Buffer.alloc(60 * 2 ** 20, 32) });
    const archive = await ZipArchive.open(bomb);
    await expect(archive.read(archive.entries[0]!)).rejects.toThrow('would unpack to');
  });

  it('ends the stream of an entry that is larger than its header says', async () => {
    const zip = buildZip({ 'a.csv': 'x'.repeat(10_000) });
    // The size in the directory.
    zip.writeUInt32LE(100, zip.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
    const archive = await ZipArchive.open(zip);
    await expect(archive.readWhole(archive.entries[0]!, 2 ** 20)).rejects.toThrow();
  });
});

it('reads the rows of a deactivation report', async () => {
  const zip = await openZip(
    writeDeactivationReport([
      [makeNpi(1), '10/05/2026'],
      ['123', '10/05/2026'],
      [makeNpi(2), '46300'],
    ]),
  );
  const found = [];
  for await (const row of (await openDeactivations(zip))!) found.push(row);
  expect(found).toEqual([
    { npi: makeNpi(1), on: '2026-10-05' },
    { npi: makeNpi(2), on: parseReportDate('46300') },
  ]);
  expect(parseReportDate('46300')).toBe('2026-10-05');
});
