import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRowCleaner } from '#server/bulk/clean/clean-rows.ts';
import { readCsv } from '#server/bulk/read/csv.ts';
import { decodeBytes } from '#server/bulk/read/decode.ts';
import { headerShape } from '#server/bulk/read/headers.ts';
import { buildXlsx, buildZip } from '#server/test/files/xlsx.ts';
import type { CsvState } from '../bridge/shapes.ts';
import { CsvPreview, type Mapping, type KnownNames } from './csv-preview.ts';
import { useFolder } from '../e2e/harness/main/test-folder.ts';

const folder = useFolder();

let files = 0;
async function openPreview(
  content: string | Buffer,
  savedMappings: Record<string, Mapping> = {},
  names: KnownNames = null,
  extension = 'csv',
) {
  const path = join(folder, `file-${files++}.${extension}`);
  await writeFile(path, content);
  let last: CsvState | null = null;
  let wake = () => {};
  const preview = new CsvPreview('f', path, folder, names, (state) => ((last = state), wake()));
  const read = async (): Promise<CsvState> => {
    while (last?.state !== 'read') {
      if (last?.state === 'failed') return last;
      await new Promise<void>((done) => (wake = done));
    }
    return last;
  };
  await preview.open(savedMappings);
  return { preview, path, state: await read(), again: () => ((last = null), read()) };
}
const readMapping = (state: CsvState) => Object.fromEntries(state.columns.map(({ header, field }) => [header, field]));

describe('the preview of a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from('name;city\nZoë Müller;Boston\n'), 'utf-8', ';'],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffname\tcity\nZoë Müller\tBoston\n'), 'utf-8', '\t'],
    ['UTF-16', Buffer.from('\ufeffname|city\r\nZoë Müller|Boston\r\n', 'utf16le'), 'utf-16le', '|'],
    ['Windows-1252', Buffer.from('name,city\nZoë Müller,Boston\n', 'latin1'), 'windows-1252', ','],
  ])('detects %s', async (_encodingName, bytes, encoding, delimiter) => {
    const { preview, state } = await openPreview(bytes);
    expect(state).toMatchObject({ encoding, delimiter, rows: 1, badRows: 0, headerLine: 1 });
    expect(preview.rows(0, 1)).toEqual([{ line: 2, cells: ['Zoë Müller', 'Boston'] }]);
  });

  it.each([
    ['an image', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'This is an image, not a CSV.'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), 'This is a binary file, not a CSV.'],
    [
      'an OpenDocument file',
      buildZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, undefined, true),
      'It’s an OpenDocument file (.ods).',
    ],
    ['JSON', Buffer.from('[{"name": "Ann"}]'), 'It’s JSON.'],
    ['a web page', Buffer.from('<!DOCTYPE html><table><tr><td>name'), 'It’s a web page (HTML).'],
    ['XML', Buffer.from('<?xml version="1.0"?><Workbook>'), 'It’s XML.'],
  ])('rejects %s that is named .csv', async (_what, bytes, message) => {
    await expect(openPreview(bytes)).rejects.toThrow(message);
  });

  it('says that a CSV file named like a workbook isn’t one', async () => {
    const { state } = await openPreview('name,city\nAnn Poe,Boston\n', {}, null, 'xlsx');
    expect(state).toMatchObject({ rows: 1, badRows: 0 });
    expect(state.note).toMatch(/^“file-\d+\.xlsx” is text, not an Excel workbook, so it’s read as CSV\.$/);
    expect((await openPreview(buildXlsx({ People: [['name'], ['Ann Poe']] }), {}, null, 'xlsx')).state.note).toBeNull();
  });

  it('names the line of a header that is below a title, like the server', async () => {
    const titled = 'Licensed dentists,,\nas of October,,\nName,City,ZIP\nAnn Poe,Boston,02118\n';
    const { preview, state } = await openPreview(titled);
    expect(state.note).toMatch(
      /^Line 1 of this file is a title \(“Licensed dentists”\)\. Its column names are on line 3\./,
    );
    await preview.map({ 'Licensed dentists': 'name' });
    expect(preview.state().note).toBeNull();
    for (const plain of ['Who,Place\nAnn,Boston\n', 'name\nName\nAnn\n', titled.split('\n').slice(2).join('\n')])
      expect((await openPreview(plain)).state.note).toBeNull();
  });

  it('reads the file again if a late character contradicts the encoding', async () => {
    const asciiRows = 'Dr. Ann Poe,Boston\n'.repeat(260_000);
    const { state, preview } = await openPreview(Buffer.from(`name,city\n${asciiRows}Zoë Müller,Boston\n`, 'latin1'));
    expect(asciiRows.length).toBeGreaterThan(4 * 2 ** 20);
    expect(state).toMatchObject({ encoding: 'windows-1252', rows: 260_001, badRows: 0 });
    expect(preview.rows(0, 1)[0]!.cells).toEqual(['Dr. Ann Poe', 'Boston']);
  });

  it('counts each row once if the mapping changes twice at once', async () => {
    const { preview, again } = await openPreview('Who,Place,state\nAnn,Boston,MA\nBen,Boston,Nowhere\n');
    const both = again();
    await Promise.all([
      preview.map({ Who: 'name', state: 'state' }),
      preview.map({ Who: 'name', Place: 'city', state: 'state' }),
    ]);
    expect(await both).toMatchObject({ rows: 2, badRows: 1, problemRows: 1 });
    expect(preview.rows(0, 9)).toHaveLength(2);
    expect(readMapping(preview.state())).toEqual({ Who: 'name', Place: 'city', state: 'state' });
  });

  it('lists the problems by line', async () => {
    const { state, preview } = await openPreview(
      'name,phone,zip\nAnn,617-555-0123,02134\n\n"Ben\nRay",12,02134\nCy,617-555-0124,nowhere\nDee,617-555-0125,02134,extra\nEve,617-555-0126,02134,\n',
    );
    expect(state.rows).toBe(5);
    expect(state.badRows).toBe(3);
    expect(state.problemRows).toBe(3);
    expect(preview.problems(0, 500).problems.map(({ line, header, value }) => [line, header, value])).toEqual([
      [4, 'phone', '12'],
      [6, 'zip', 'nowhere'],
      [7, 'Column 4', 'extra'],
    ]);
  });

  it('uploads the file as it is, and a spreadsheet as its first sheet', async () => {
    const sha256Of = async (path: string) =>
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    const { preview, path } = await openPreview('name,phone\nAnn,12\n"Dee"x,617-555-0125\n');
    expect(await preview.prepare()).toEqual({ path, sha256: await sha256Of(path), bytes: 38 });
    const book = await openPreview(buildXlsx({ People: [['name'], ['Ann']], More: [['name']] }));
    const sheet = await book.preview.prepare();
    expect(await readFile(sheet.path, 'utf8')).toMatch(/^name\r?\nAnn\r?\n$/);
    expect(sheet.sha256).toBe(await sha256Of(sheet.path));
  });

  it('pages through all rows with problems', async () => {
    const rows = Array.from({ length: 12_345 }, (_, n) => `Zoë ${n},${n % 3 ? '12' : '617-555-0123'},"a ""b""\nc"`);
    const { preview, state } = await openPreview(`name,phone,bio\n${rows.join('\n')}\n`);
    const bad = rows.flatMap((_, n) => (n % 3 ? [2 * n + 2] : []));
    expect([state.badRows, state.problemRows]).toEqual([bad.length, bad.length]);
    const lines = (from: number, count: number) => preview.problems(from, count).problems.map(({ line }) => line);
    for (const from of [0, 99, 100, 101, 7_654, bad.length - 3])
      expect(lines(from, 250)).toEqual(bad.slice(from, from + 250));
    expect(lines(bad.length, 10)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('problems'))).toEqual([]);
  });

  it('finds the same bad rows as the server', async () => {
    const cells = ['', 'MA', 'XX', 'yes', 'perhaps', '12', '(617) 555-0123', 'a@b.co', 'a@', 'Ann Poe', '02134', '9'];
    let seed = 7;
    const pick = () => cells[(seed = (seed * 48_271) % 2_147_483_647) % cells.length]!;
    const header = ['name', 'state', 'phone', 'email', 'zipCode', 'acceptsInsurance', 'rating'];
    const lines = Array.from({ length: 20_000 }, () => header.map(pick).join(','));
    const text = `${header.join(',')}\n${lines.join('\n')}\n`;
    const { state } = await openPreview(text, {}, { services: [], practiceTypes: [] });
    const clean = createRowCleaner(header, { services: new Map(), practiceTypes: new Map() }, false);
    let rows = 0;
    let bad = 0;
    const csv = await readCsv(
      decodeBytes(
        (async function* () {
          yield Buffer.from(text);
        })(),
        'utf-8',
      ),
    );
    for await (const batch of csv.batches)
      for (const row of batch) {
        if (row.cells.every((cell) => cell === '')) continue;
        rows++;
        if (clean(row.cells).problems) bad++;
      }
    expect(bad).toBeGreaterThan(1_000);
    expect([state.rows, state.badRows]).toEqual([rows, bad]);
  });
});

describe('the column mapping', () => {
  it('is saved per header shape, and prefers the first of two equal headers', async () => {
    const header = ['Who', 'Where', 'Where'];
    const text = `${header.join(',')}\nAnn,Boston,x\n`;
    const fresh = await openPreview(text);
    expect(readMapping(fresh.state).Who).toBeNull();
    const mapped = fresh.preview.map({ Who: 'name', Where: 'city' });
    await fresh.again();
    await mapped;
    expect(fresh.preview.mapping()).toEqual({ Who: 'name', Where: 'city' });
    const reopened = await openPreview(text, { [headerShape(header)]: fresh.preview.mapping() });
    expect(reopened.state.columns.map(({ field, how }) => [field, how])).toEqual([
      ['name', 'remembered'],
      ['city', 'remembered'],
      [null, 'repeated'],
    ]);
  });

  it('checks named columns once the server’s names arrive', async () => {
    const { preview, state, again } = await openPreview('name,services\nAnn,Veneers\nBen,Sorcery\n');
    expect(state.badRows).toBe(0);
    const update = preview.setNames({ services: [['veneers', 1]], practiceTypes: [] });
    expect(await again()).toMatchObject({ rows: 2, badRows: 1 });
    await update;
  });

  it('knows where a file comes from, and what its columns are', async () => {
    const header = 'name,site,subtypes,full_address,city,postal_code,us_state,rating,reviews,place_id';
    const row = 'Bright Dental,https://bright.example.com,Dentist,"12 Main St, Boston, MA 02134",Boston,02134,Massachusetts,4.8,120,ChIJabc'; // prettier-ignore
    const { state, preview } = await openPreview(`${header}\n${row}\n`, {}, { services: [], practiceTypes: [] });
    const fields = ['name', 'website', null, 'fullAddress', 'city', 'zipCode', 'state', 'rating', 'reviewCount', 'placeId']; // prettier-ignore
    expect([state.source, state.columns.map(({ field }) => field)]).toEqual(['Outscraper', fields]);
    expect(preview.problems(0, 500).problems).toEqual([]);
  });
});
