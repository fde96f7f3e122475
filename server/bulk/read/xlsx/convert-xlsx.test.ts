import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSheet, buildXlsx, buildZip } from '#server/test/files/xlsx.ts';
import { convertXlsx } from './convert-xlsx.ts';
import { unzipLimits } from './unzip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-xlsx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(file: Buffer, options: Parameters<typeof convertXlsx>[2] = {}) {
  const [path, csvPath] = [join(folder, 'a.xlsx'), join(folder, 'a.csv')];
  await writeFile(path, file);
  return { ...(await convertXlsx(path, csvPath, options)), text: await readFile(csvPath, 'utf8') };
}

describe('convertXlsx', () => {
  it('reads texts, numbers, formulas by value, dates, flags, and errors', async () => {
    const file = buildXlsx(
      {
        List: [
          ['Name', 'Phone', 'ZIP', 'Sum', 'Since', 'Seen', 'Open', 'Bad'],
          [
            { xml: '<c t="s"><v>0</v></c>' },
            6175550123,
            '02134',
            { xml: '<c><f>SUM(1,2)</f><v>0.30000000000000004</v></c>' },
            { xml: '<c s="1"><v>45292</v></c>' },
            { xml: '<c s="2"><v>45292.5</v></c>' },
            { xml: '<c t="b"><v>1</v></c>' },
            { xml: '<c t="e"><v>#N/A</v></c>' },
          ],
          ['say "hi", <you>', { xml: '<c t="str"><f>A1&amp;B1</f><v>a\nb</v></c>' }],
        ],
      },
      ['Ann Poe'],
    );
    expect((await convert(file)).text).toBe(
      'Name,Phone,ZIP,Sum,Since,Seen,Open,Bad\n' +
        'Ann Poe,6175550123,02134,0.3,2024-01-01,2024-01-01 12:00,true\n' +
        '"say ""hi"", <you>","a\nb"\n',
    );
  });

  it('takes the first sheet with cells, or the one that is named', async () => {
    const file = buildXlsx({ Empty: [], First: [['a']], Second: [['b']] });
    expect(await convert(file)).toMatchObject({ sheet: 'First', sheets: ['Empty', 'First', 'Second'], text: 'a\n' });
    expect((await convert(file, { sheet: 'Second' })).text).toBe('b\n');
    await expect(convert(file, { sheet: 'Third' })).rejects.toThrow('There is no sheet “Third”.');
    await expect(convert(buildXlsx({ Empty: [] }))).rejects.toThrow('This spreadsheet is empty.');
  });

  it('keeps the row numbers of a sheet with blank rows', async () => {
    const sheet = '<worksheet><sheetData><row r="3"><c r="C3"><v>7</v></c></row></sheetData></worksheet>';
    expect((await convert(buildXlsx({ List: sheet }))).text).toBe('\n\n,,7\n');
  });

  it('refuses files that unpack to too much, lie about their size, or define entities', async () => {
    const limits = unzipLimits;
    const bomb = buildXlsx({ List: buildSheet([['x'.repeat(5_000_000)]]) });
    expect(bomb.length).toBeLessThan(20_000);
    await expect(convert(bomb, { limits })).rejects.toThrow('unpacks to more than we read');
    await expect(convert(bomb, { limits: { ...unzipLimits, bytes: 1_000_000 } })).rejects.toThrow('unpacks to more');
    await expect(convert(buildXlsx({ List: [['a']] }, [], 3))).rejects.toThrow('This spreadsheet is damaged.');
    const entities =
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>';
    await expect(convert(buildXlsx({ List: entities }))).rejects.toThrow('This spreadsheet is damaged.');
    const far = '<worksheet><sheetData><row r="1"><c r="ZZZ1"><v>1</v></c></row></sheetData></worksheet>';
    await expect(convert(buildXlsx({ List: far }))).rejects.toThrow('more than 1,000 columns');
    const tall = '<worksheet><sheetData><row r="99999999"><c><v>1</v></c></row></sheetData></worksheet>';
    await expect(convert(buildXlsx({ List: tall }))).rejects.toThrow('This spreadsheet is damaged.');
  });

  it('names other zip files', async () => {
    await expect(convert(buildZip({ 'a.txt': 'a' }))).rejects.toThrow('zip file');
    await expect(convert(Buffer.from('PK\x03\x04 cut'))).rejects.toThrow('zip file');
  });
});
