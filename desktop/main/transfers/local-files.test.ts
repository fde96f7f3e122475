import { readdir } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { normalizeTown } from '#shared/places/normalize-town.ts';
import { tryImportLock } from '#server/bulk/runs/queries-runs.ts';
import { buildXlsx } from '#server/test/files/xlsx.ts';
import { createHandlers } from '../handlers.ts';
import { ConsoleTest } from '../../e2e/harness/main/console-test.ts';

let isOnline = true;
let sent: string[] = [];

const test = new ConsoleTest({
  fetch(url, init) {
    sent.push(`${init.method} ${new URL(url).pathname}`);
    return isOnline ? fetch(url, init) : Promise.reject(new TypeError('fetch failed'));
  },
});
const { call } = test;
beforeEach(() => void (isOnline = true));

/** Opens a file in the workbench as the Import page does. */
async function open(name: string, content: string | Buffer) {
  const file = await test.drop(name, content);
  const opened = await createHandlers(test.staffConsole).csv({ do: 'workbench', file });
  return useFile(opened && 'id' in opened ? opened.id : 0);
}
function useFile(id: number) {
  const address = `/api/admin/import-files/${id}`;
  const state = () => call<ImportFile>('GET', address);
  const change = async (body: object) =>
    call<ImportFile>('POST', `${address}/recipe`, { version: (await state()).version, ...body });
  return {
    id,
    state,
    change,
    add: (...steps: RecipeStep[]) => change({ do: 'add', steps }),
    post: <T>(what: string, body: object = {}) => call<T>('POST', `${address}/${what}`, body),
    put: (what: string, body: object) => call<ImportFile>('PUT', `${address}/${what}`, body),
    cells: async (view: object = {}) =>
      (
        await call<{ rows: { cells: string[] }[] }>('POST', `${address}/rows`, { from: 0, count: 100, ...view })
      ).rows.map(({ cells }) => cells),
    async whenRead() {
      await expect.poll(async () => (await state()).status).toBe('ready');
      return state();
    },
  };
}

const towns = ['Springfeild', 'Springfield', 'Springfield', 'Springdale', 'Springfield'];
const list = (rows: number) =>
  `Dentist,City,ST,ZIP,Telephone\n${Array.from({ length: rows }, (_, n) => `Dr. Local ${n},${towns[n % 5]},${n % 3 ? 'MA' : 'Mass.'},01103,(413) 555-${1_000 + n}`).join('\n')}\n`;

it('works on a file without a connection: facets, clusters, a recipe, checks, and undo', async () => {
  const file = await open('board.csv', list(900));
  await file.whenRead();
  sent = [];
  isOnline = false;
  expect(await file.state()).toMatchObject({ name: 'board.csv', rows: 900, found: { delimiter: ',' }, version: 1 });
  expect(await file.post('values', { column: 'ST' })).toMatchObject({
    values: [
      { value: 'MA', count: 600 },
      { value: 'Mass.', count: 300 },
    ],
    distinct: 2,
  });
  // Two real towns are never one group, without a connection either.
  expect(await file.post('clusters', { column: 'City' })).toMatchObject([
    { suggested: 'Springfield', values: [{ value: 'Springfield' }, { value: 'Springfeild' }] },
  ]);
  const step: RecipeStep = { do: 'map', column: 'ST', values: { 'Mass.': 'Massachusetts' } };
  expect(await file.post('preview', { step })).toMatchObject({ changed: 300, scanned: 900 });
  await file.add(step, { do: 'edit', line: 2, column: 'Telephone', value: '12' });
  expect((await file.cells({ filter: { only: 'problems' } })).map(([name]) => name)).toEqual(['Dr. Local 0']);
  await expect(file.post('recipe', { do: 'undo', version: 1 })).rejects.toThrow('409');
  expect(await file.change({ do: 'undo' })).toMatchObject({ recipe: [step], undone: [{ do: 'edit' }] });
  expect(await file.cells({ filter: { only: 'problems' } })).toEqual([]);
  expect((await file.cells({ from: 898, sort: { column: 'Telephone', descending: true } })).map(([name]) => name)).toEqual(['Dr. Local 1', 'Dr. Local 0']); // prettier-ignore
  await expect(file.post('recipe', { do: 'apply', version: 3, name: 'Unknown' })).rejects.toThrow('404');
  expect(sent.filter((request) => /upload|import-files/.test(request))).toEqual([]);
});

it('keeps the changes of a file for the next start, and drops edits of lines that are no longer the same', async () => {
  const file = await open('kept.csv', list(5));
  await file.whenRead();
  await file.put('mapping', {
    mapping: { Dentist: 'name', City: 'city', ST: 'state', ZIP: 'zipCode', Telephone: null },
  });
  await file.add({ do: 'case', column: 'City', to: 'upper' }, { do: 'edit', line: 2, column: 'City', value: 'Ware' });
  await test.staffConsole.stop();
  await test.open();
  const again = useFile(file.id);
  expect((await again.cells()).slice(0, 2).map((cells) => cells[1])).toEqual(['Ware', 'SPRINGFIELD']);
  expect((await again.state()).columns.map(({ field }) => field)).toEqual(['name', 'city', 'state', 'zipCode', null]);
  expect(await call('GET', '/api/admin/import-files')).toMatchObject([{ id: file.id, rows: 5 }, { name: 'board.csv' }]);
  const changed = await open('kept.csv', `${list(5)}One more,Ware,MA,01082,(413) 555-0100\n`);
  expect(changed.id).toBe(file.id);
  expect((await changed.whenRead()).rows).toBe(6);
  expect((await changed.cells()).map((cells) => cells[1]).slice(0, 2)).toEqual(['SPRINGFEILD', 'SPRINGFIELD']);
  await call('DELETE', `/api/admin/import-files/${file.id}`);
  await expect(changed.state()).rejects.toThrow('404');
});

it('sends the file with its recipe when it is imported, and shares the recipe', { timeout: 60_000 }, async () => {
  const file = await open('sent.csv', list(20));
  await file.whenRead();
  await file.add({ do: 'map', column: 'ST', values: { 'Mass.': 'MA' } }, { do: 'fill', column: 'Title', value: 'DDS', onlyBlank: false }); // prettier-ignore
  expect(await file.post('save-recipe', { name: 'Local board' })).toEqual({ name: 'Local board', steps: 2 });
  const { id } = await file.post<{ id: number }>('import', { dryRun: true });
  expect(await test.waitForRun(id)).toMatchObject({ status: 'ready', rowsNew: 20, fileName: 'sent.csv' });
  expect((await file.state()).runId).toBe(id);
  await call('POST', `/api/admin/imports/${id}/commit`, {});
  expect((await test.waitForRun(id)).status).toBe('done');
  const rows = (await test.app.deps
    .db('dentists')
    .where('name', 'like', 'Dr. Local%')
    .select('state', 'title')) as object[];
  expect(rows).toHaveLength(20);
  expect(rows.every((row) => JSON.stringify(row) === '{"state":"MA","title":"DDS"}')).toBe(true);
  // The recipe is on the server, and its last copy works without it.
  await call('GET', '/api/admin/import-recipes');
  isOnline = false;
  const other = await open('other.csv', list(3));
  await other.whenRead();
  expect((await other.change({ do: 'apply', name: 'local board' })).recipe).toHaveLength(3);
});

it(
  'waits in the queue while another import runs, and reads a sheet of a spreadsheet',
  { timeout: 60_000 },
  async () => {
    const book = await open('book.xlsx', buildXlsx({ Cover: [['Title'], ['Spring']], People: [['Name', 'City'], ['Zoë', 'Ware']] })); // prettier-ignore
    expect((await book.whenRead()).found.sheets).toEqual(['Cover', 'People']);
    await book.put('format', { sheet: 'People' });
    await book.whenRead();
    expect(await book.cells()).toEqual([['Zoë', 'Ware']]);
    const lock = await test.app.deps.db.transaction();
    expect(await tryImportLock(lock)).toBe(true);
    await expect(book.post('import', { dryRun: true })).rejects.toThrow('409');
    await call('POST', '/api/admin/import-queue/files', { fileId: book.id, dryRun: true });
    await lock.rollback();
    const queued = async () =>
    (await call<{ fileName: string; state: string }[]>('GET', '/api/admin/import-queue')).find(({ fileName }) => fileName === 'book.xlsx'); // prettier-ignore
    await expect.poll(async () => (await queued())?.state, { timeout: 20_000 }).toBe('review');
    // The import left no part of an upload behind.
    expect((await readdir(test.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  },
);

it('knows towns by the names that the directory uses', async () => {
  const cities = (await test.app.deps.db('cities').select('name', 'nameNorm')) as { name: string; nameNorm: string }[];
  expect(cities.filter(({ name, nameNorm }) => normalizeTown(name) !== nameNorm)).toEqual([]);
  expect((await call<string[]>('GET', '/api/admin/import-towns')).length).toBeGreaterThan(10_000);
});
