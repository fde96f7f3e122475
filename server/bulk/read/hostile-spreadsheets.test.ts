import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sendCsv } from '#server/test/files/bulk.ts';
import { expectResponsive } from '#server/test/healthz.ts';
import { settleQueue } from '#server/test/files/import-queue.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';
import { buildXlsx } from '#server/test/files/xlsx.ts';
import { convertXlsx } from './xlsx/convert-xlsx.ts';
import { inspectFile } from './spool.ts';

const sheetOf = (xml: string, strings: string[] = []) => buildXlsx({ List: `<worksheet><sheetData>${xml}` }, strings);
const END = '</sheetData></worksheet>';
const DAMAGED = 'This spreadsheet is damaged. Open it, save it again, and try once more.';
/** Fifteen megabytes of open elements in sixteen kilobytes. */
const nested = sheetOf('<a>'.repeat(5_000_000));
/** Random comments keep it below the compression limit, so its XML is parsed. */
const padded = sheetOf(
  Array.from({ length: 1_000 }, () => `${'<a>'.repeat(5_000)}<!--${randomBytes(60).toString('hex')}-->`).join(''),
);
const rows = (count: number, cells: (row: number) => string) =>
  Array.from({ length: count }, (_, row) => `<row>${cells(row)}</row>`).join('');

describe('a hostile spreadsheet', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enamel-hostile-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const convert = async (file: Buffer) => {
    const path = join(folder, 'a.xlsx');
    await writeFile(path, file);
    return convertXlsx(path, join(folder, 'a.csv'));
  };

  it.each([
    ['is packed a thousand times', nested, 'unpacks to more than we read'],
    ['nests elements', padded, DAMAGED],
    ['nests 21 elements', sheetOf(`${'<a>'.repeat(19)}${'</a>'.repeat(19)}${END}`), DAMAGED],
    ['continues after an error', sheetOf(`<row></c>${rows(9, () => '<c><v>1</v></c>')}${END}`), DAMAGED],
    ['has a document type', buildXlsx({ List: `<!DOCTYPE worksheet><worksheet><sheetData>${END}` }), DAMAGED],
    [
      'repeats a long text in a row',
      sheetOf(`${rows(1, () => '<c t="s"><v>0</v></c>'.repeat(100))}${END}`, [randomBytes(45_000).toString('hex')]),
      'Row 1 of this spreadsheet holds more than 8 MB of text.',
    ],
    [
      'has a text that is too long for a cell',
      sheetOf(`${rows(2, (row) => (row === 0 ? '' : '<c t="s"><v>0</v></c>'))}${END}`, [
        randomBytes(55_000).toString('hex'),
      ]),
      'Row 2 of this spreadsheet has a cell with more than 100,000 characters.',
    ],
  ])('that %s is refused', async (_what, file, message) => {
    const startedAt = performance.now();
    await expect(convert(file)).rejects.toThrow(message);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('may nest 20 elements, as rich text does', async () => {
    const cell = '<c t="inlineStr"><is><r><t>Ann</t></r></is></c>';
    await convert(sheetOf(`<row>${cell}${'<a>'.repeat(17)}${'</a>'.repeat(17)}</row>${END}`));
  });

  it('that names its empty sheet a thousand times is read once', async () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`Sheet ${n}`, []]));
    await expect(convert(buildXlsx(names))).rejects.toThrow('This spreadsheet is empty.');
    await expect(convert(buildXlsx({ ...names, More: [] }))).rejects.toThrow('more than 1,000 sheets');
  });
});

describe('the server answers while it reads hostile spreadsheets', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await testApp();
    token = (await app.signIn({ role: 'admin' })).token;
  });
  afterAll(() => app.stop());

  it('in uploads, the queue, the workbench, and the watched folder', { timeout: 120_000 }, async () => {
    const path = join(app.deps.config.DATA_DIR, 'padded.xlsx');
    await writeFile(path, padded);
    const answers = await expectResponsive(app, async () => [
      await sendCsv(app, token, nested),
      await sendCsv(app, token, padded, {}, '/api/admin/imports'),
      await sendCsv(app, token, padded, {}, '/api/admin/import-queue'),
      await WorkbenchFile.send(app, token, padded, 'list.xlsx'),
      // The watched folder and the command open files by their path.
      await inspectFile(path, 'list.xlsx').then(
        () => ({ status: 200, body: {} }),
        (error: Error) => ({ status: 422, body: { message: error.message } }),
      ),
    ]);
    expect(answers.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual([
      [413, expect.stringContaining('unpacks to more')],
      ...Array.from({ length: 4 }, () => [422, DAMAGED]),
    ]);
    expect(await readdir(join(app.deps.config.DATA_DIR, 'uploads'))).toEqual([]);
    expect(await settleQueue(app, token)).toEqual([]);
  });
});
