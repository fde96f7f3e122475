import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';
import { buildXlsx } from '#server/test/files/xlsx.ts';
import { parseArguments } from '../commands/terminal.ts';
import { describeStep } from '#ui/bulk/workbench/describe-step.ts';
import { loadRecipe } from '../recipe/recipes.ts';
import { continueReading, sweepFiles } from './read-file.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw('delete from dentists; delete from import_mappings; delete from import_recipes');
});

const open = (content: string | Buffer, name?: string) => WorkbenchFile.open(app, token, content, name);
const header = 'Dentist,City,ST,Zip,Phone,Services\n';
const states = ['Massachusets', 'Massachusetts', 'Massachusetts', 'massachusetts ', 'Texas', ''];
const list = header + states.map((state, n) => `Dr ${n},Boston,${state},02134,617555010${n},Veneers\n`).join('');

describe('a file in the workbench', () => {
  it('shows its columns with samples and confidence, and any window of its rows', async () => {
    const rows = Array.from({ length: 1_234 }, (_, n) => `Dr ${n},Boston,${n % 3 ? 'MA' : 'Nowhere'},02134\n`);
    const file = await open(`Dentist,City,ST,Zip\n${rows.join('')}`);
    const state = await file.state();
    expect(state).toMatchObject({ status: 'ready', rows: 1_234, found: { encoding: 'utf-8', delimiter: ',' } });
    expect(state.columns.map(({ field }) => field)).toEqual(['name', 'city', 'state', 'zipCode']);
    expect(state.columns[2]).toMatchObject({ samples: ['Nowhere', 'MA'], confidence: 133 / 200 });
    const { rows: window, total } = await file.post('/rows', { from: 1_230, count: 100 });
    expect(total).toBe(1_234);
    expect(window).toHaveLength(4);
    expect(window[0]).toMatchObject({ row: 1_231, line: 1_232, cells: ['Dr 1230', 'Boston', 'Nowhere', '02134'] });
    expect(window[0].problems).toEqual([{ column: 2, why: 'This is not a US state or territory.' }]);
  });

  it('sorts and filters rows', async () => {
    const file = await open('Name,Years\nBo,10\nAnn,9\nCy,\nDi,100\nann,x\n');
    const names = async (view: object) => (await file.cells(view)).map(([name]) => name);
    expect(await names({ sort: { column: 'Years', descending: false } })).toEqual(['Ann', 'Bo', 'Di', 'ann', 'Cy']);
    expect(await names({ sort: { column: 'Name', descending: true } })).toEqual(['Di', 'Cy', 'Bo', 'Ann', 'ann']);
    expect(await names({ filter: { contains: 'AN' } })).toEqual(['Ann', 'ann']);
    expect(await names({ filter: { column: 'Years', equals: ['9', '10'] } })).toEqual(['Bo', 'Ann']);
    expect(await names({ filter: { only: 'problems' } })).toEqual(['ann']);
    await file.add({ do: 'edit', line: 4, column: 'Years', value: '3' });
    expect(await names({ filter: { only: 'changed' } })).toEqual(['Cy']);
  });

  it('fixes equal typos at once, and undoes and redoes that byte for byte', async () => {
    const file = await open(list);
    const before = await file.cells();
    const { values } = await file.post('/values', { column: 'ST' });
    expect(values[0]).toEqual({ value: 'Massachusetts', count: 2 });
    const clusters = await file.post('/clusters', { column: 'ST' });
    expect(clusters).toHaveLength(1);
    expect(clusters[0].suggested).toBe('Massachusetts');
    expect(clusters[0].values.map(({ value }: { value: string }) => value).toSorted()).toEqual([
      'Massachusets',
      'Massachusetts',
      'massachusetts ',
    ]);
    const step = {
      do: 'map' as const,
      column: 'ST',
      values: { Massachusets: 'Massachusetts', 'massachusetts ': 'Massachusetts' },
    };
    const preview = await file.post('/preview', { step });
    expect(preview).toMatchObject({ changed: 2, scanned: 6 });
    expect(preview.samples[0]).toEqual({ line: 2, column: 'ST', before: 'Massachusets', after: 'Massachusetts' });
    await file.add(step);
    await file.add({ do: 'phone', column: 'Phone' }, { do: 'fill', column: 'Source', value: 'Board', onlyBlank: true });
    const after = await file.cells();
    expect(after[0]).toEqual(['Dr 0', 'Boston', 'Massachusetts', '02134', '(617) 555-0100', 'Veneers', 'Board']);
    const { version } = await file.state();
    await file.post('/recipe', { do: 'undo', version, steps: 3 });
    expect(JSON.stringify(await file.cells())).toBe(JSON.stringify(before));
    expect((await file.state()).undone).toHaveLength(3);
    await file.post('/recipe', { do: 'redo', version: version + 1, steps: 3 });
    expect(JSON.stringify(await file.cells())).toBe(JSON.stringify(after));
    await file.post('/recipe', { do: 'undo', version }, 409);
  });

  it('imports what it shows, and a saved recipe gives the same in the terminal', { timeout: 180_000 }, async () => {
    const file = await open(list);
    await file.add({ do: 'trim', column: 'ST' }, { do: 'map', column: 'ST', values: { Massachusets: 'MA' } });
    await file.add({ do: 'edit', line: 7, column: 'ST', value: 'TX' });
    await file.add({ do: 'replace', column: 'Dentist', find: 'Dr ', with: 'Jane Poe ' });
    const dryRun = await file.import({ dryRun: true });
    expect([dryRun.status, dryRun.rowsNew, dryRun.rowsRefused]).toEqual(['ready', 6, 0]);
    expect((await file.state()).runId).toBe(dryRun.id);
    await app.post(`/api/admin/imports/${dryRun.id}/cancel`, {}, { token });
    await file.post('/save-recipe', { name: 'State board' });

    const done = await file.import();
    expect([done.status, done.rowsNew]).toEqual(['done', 6]);
    const listings = () => app.deps.db('dentists').select('name', 'state', 'phone').orderBy('name');
    const imported = (await listings()) as { name: string; state: string }[];
    expect(imported.map(({ name, state }) => [name, state])).toEqual(
      ['MA', 'MA', 'MA', 'MA', 'TX', 'TX'].map((state, n) => [`Jane Poe ${n}`, state]),
    );
    await app.deps.db.raw('delete from dentists');
    await importText(app, list, await loadRecipe(app.deps.db, 'state BOARD'));
    // The recipe is for other files, too, so it lacks the edit of one cell.
    expect(await listings()).toEqual(imported.map((row, n) => (n === 5 ? { ...row, state: null } : row)));

    await app.deps.db.raw('delete from dentists');
    const path = join(app.deps.config.DATA_DIR, 'board.json');
    const { recipe, columns } = await file.state();
    const mapping = Object.fromEntries(columns.map(({ header: name, field }) => [name, field]));
    await writeFile(path, JSON.stringify({ steps: recipe, mapping }));
    await importText(app, list, await loadRecipe(app.deps.db, path));
    expect(await listings()).toEqual(imported);
  });

  it('groups unknown services, types, and plans with counts and suggestions', async () => {
    const [known] = (await app.deps.db('services').orderBy('id').limit(1)) as { name: string }[];
    const [type] = (await app.deps.db('practiceTypes').orderBy('id').limit(1)) as { name: string }[];
    const file = await open(
      `name,services,insurance plans,practice type\nAnn,${known!.name}s; Moon Polish,Delta; Acme Dental,${type!.name}\nBo,Moon Polish,Acme Dental; Bright Plan,Tooth Boutique\n`,
    );
    const groups = await file.post('/unknown-names');
    expect(groups.map(({ column, values }: { column: string; values: object[] }) => ({ column, values }))).toEqual([
      {
        column: 'services',
        values: [
          { name: 'Moon Polish', count: 2, suggestion: null },
          { name: `${known!.name}s`, count: 1, suggestion: known!.name },
        ],
      },
      {
        column: 'insurance plans',
        values: [
          { name: 'Acme Dental', count: 2, suggestion: null },
          { name: 'Bright Plan', count: 1, suggestion: null },
        ],
      },
      { column: 'practice type', values: [{ name: 'Tooth Boutique', count: 1, suggestion: null }] },
    ]);
    for (const [field, name] of [
      ['services', 'Moon Polish'],
      ['practiceType', 'Tooth Boutique'],
      ['insurancePlans', 'Bright Plan'],
    ])
      expect(await app.post('/api/admin/import-names', { field, name }, { token })).toMatchObject({
        status: 200,
        body: { name },
      });
    const added = await app.deps.db('auditLog').where({ action: 'catalog.added' }).orderBy('id').pluck('subject');
    expect(added).toEqual(['service', 'practice type', 'insurance plan']);
    // A name that is there in other letters is used as it is.
    const again = await app.post('/api/admin/import-names', { field: 'services', name: 'moon polish' }, { token });
    expect(again.body).toEqual({ name: 'Moon Polish' });
    await file.add(
      { do: 'items', column: 'services', values: { [`${known!.name}s`]: known!.name } },
      { do: 'items', column: 'insurance plans', values: { 'Acme Dental': '' } },
    );
    expect(await file.post('/unknown-names')).toEqual([]);
    const run = await file.import();
    expect([run.rowsNew, run.rowsRefused]).toEqual([2, 0]);
    const stored = (await app.get('/api/dentists')).body as { name: string; plans: string[] }[];
    expect(stored.find(({ name }) => name === 'Bo')?.plans).toEqual(['Bright Plan']);
    await app.deps.db.raw('delete from dentists');
    await app.deps.db('services').where({ name: 'Moon Polish' }).delete();
    await app.deps.db('practiceTypes').where({ name: 'Tooth Boutique' }).delete();
    await app.deps.db('insurancePlans').where({ name: 'Bright Plan' }).delete();
  });

  it('is read again with another delimiter, header line, encoding, quote, or sheet', async () => {
    const file = await open(Buffer.from("Provider list\nJosé;Boston\nName|City\n'Núñez|Ana'|San Juan\n", 'latin1'));
    await file.put('/format', { delimiter: '|', headerLine: 3, encoding: 'windows-1252', quote: "'" });
    expect((await file.state()).columns.map(({ header: name }) => name)).toEqual(['Name', 'City']);
    expect(await file.cells()).toEqual([['Núñez|Ana', 'San Juan']]);
    // Each choice by hand counts, also one that is wrong for the file.
    await file.put('/format', { delimiter: ';', headerLine: 2, encoding: 'utf-8', quote: '"' });
    expect((await file.state()).columns.map(({ header: name }) => name)).toEqual(['Jos\ufffd', 'Boston']);
    await file.put('/format', { delimiter: '|', headerLine: 3, encoding: 'windows-1252', quote: "'" });
    const run = await file.import({ dryRun: true });
    expect([run.status, run.rowsNew]).toEqual(['ready', 1]);
    await app.post(`/api/admin/imports/${run.id}/cancel`, {}, { token });

    const book = await open(buildXlsx({ Cover: [['Spring list']], People: [['Name'], ['Ann']] }), 'book.xlsx');
    expect((await book.state()).found).toMatchObject({ sheet: 'Cover', sheets: ['Cover', 'People'] });
    await book.put('/format', { sheet: 'People' });
    expect((await book.state()).status).toBe('ready');
    expect(await book.cells()).toEqual([['Ann']]);
  });

  it('shares a recipe as a file, with the format and the fields', async () => {
    const content = 'Provider list\n\nWho|Place\nPoe, Ann|Boston\n';
    const file = await open(content);
    await file.put('/format', { headerLine: 3, delimiter: '|' });
    await file.add({ do: 'split', column: 'Who', by: ',', into: ['Last', 'First'] });
    await file.map({ Who: null, Last: 'lastName', First: 'firstName', Place: 'city' });
    await file.post('/save-recipe', { name: 'Board' });
    const list = async () =>
      (await app.get('/api/admin/import-recipes', { token })).body as { id: number; name: string }[];
    const [saved] = await list();
    const { text } = await app.get(`/api/admin/import-recipes/${saved!.id}/file`, { token });
    const shared = JSON.parse(text) as { name: string; steps: object[]; mapping: object };
    expect(shared).toEqual({
      name: 'Board',
      steps: [{ do: 'split', column: 'Who', by: ',', into: ['Last', 'First'] }],
      mapping: { Who: null, Place: 'city', Last: 'lastName', First: 'firstName' },
      format: { headerLine: 3, delimiter: '|' },
    });
    const path = join(app.deps.config.DATA_DIR, 'shared.json');
    await writeFile(path, text);
    expect(await loadRecipe(app.deps.db, path)).toEqual(await loadRecipe(app.deps.db, 'board'));

    const send = (body: object) => app.post('/api/admin/import-recipes', body, { token });
    expect((await send({ ...shared, name: 'Copy' })).status).toBe(201);
    expect((await send({ ...shared, mapping: { Who: 'nobody' } })).status).toBe(400);
    expect((await send({ name: 'Empty' })).status).toBe(400);
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(['Board', 'Copy']);
    const next = await open(content);
    await next.post('/recipe', { do: 'apply', name: 'copy', version: 0 });
    await next.whenRead();
    const run = await next.import();
    expect([run.status, run.rowsNew]).toEqual(['done', 1]);
    expect(await app.deps.db('dentists').select('name', 'city')).toEqual([{ name: 'Ann Poe', city: 'Boston' }]);
    await app.call('DELETE', `/api/admin/import-recipes/${saved!.id}`, { token });
    expect((await list()).map(({ name }) => name)).toEqual(['Copy']);
    expect((await app.get(`/api/admin/import-recipes/${saved!.id}/file`, { token })).status).toBe(404);
  });

  it('undoes the format and the fields of a saved recipe with its steps', async () => {
    const content = 'Provider list\n\nWho|Place\nPoe, Ann|Boston\n';
    const made = await open(content);
    await made.put('/format', { headerLine: 3, delimiter: '|' });
    await made.add({ do: 'split', column: 'Who', by: ',', into: ['Last', 'First'] });
    await made.map({ Who: null, Last: 'lastName', First: 'firstName', Place: 'city' });
    await made.post('/save-recipe', { name: 'Undone board' });

    const file = await open(content);
    const read = async () => {
      const { format, columns, rows } = await file.whenRead();
      return JSON.stringify([format, columns.map(({ header, field }) => [header, field]), rows, await file.cells()]);
    };
    const move = async (body: object) => {
      await file.post('/recipe', { ...body, version: (await file.state()).version });
      return read();
    };
    const before = await read();
    const applied = await move({ do: 'apply', name: 'Undone board' });
    expect(applied).toContain('["Poe, Ann","Boston","Poe","Ann"]');
    const { recipe } = await file.state();
    expect(recipe.map(describeStep)).toEqual(['Use the recipe “Undone board”', 'Split “Who” into “Last”, “First”']);
    expect(await move({ do: 'undo', steps: 2 })).toBe(before);
    expect(await move({ do: 'redo', steps: 2 })).toBe(applied);
    // A recipe that is saved again has no mark of the one that it was made from.
    expect(await file.post('/save-recipe', { name: 'Copied board' })).toEqual({ name: 'Copied board', steps: 1 });

    await file.put('/format', { headerLine: 4, delimiter: '|' });
    await move({ do: 'undo', steps: 2 });
    expect((await file.state()).format).toEqual({ headerLine: 4, delimiter: '|' });
  });

  it('sorts numbers before texts, whatever is between them', async () => {
    const file = await open('Name,Code\na,10\nb,5x\nc,9\nd,\ne,1e3\nf,x\n');
    const codes = async (descending: boolean) =>
      (await file.cells({ sort: { column: 'Code', descending } })).map(([, code]) => code);
    expect(await codes(false)).toEqual(['9', '10', '1e3', '5x', 'x', '']);
    expect(await codes(true)).toEqual(['x', '5x', '1e3', '10', '9', '']);
  });

  it('survives a restart, and continues a reading that stopped', async () => {
    const file = await open(list);
    await file.add({ do: 'trim', column: 'ST' });
    const before = await file.cells();
    await app.deps.db.raw(
      `delete from import_file_blocks where file_id = ${file.id}; update import_files set status = 'reading', rows = 0 where id = ${file.id}`,
    );
    await continueReading(app.deps, file.id, 1);
    expect((await file.whenRead()).recipe).toHaveLength(1);
    expect(await file.cells()).toEqual(before);
  });

  it('continues a reading that stopped with its server once, because the file may be the cause', async () => {
    const file = await open(list);
    const longAgo = new Date(app.deps.clock.now().getTime() - 300_000);
    const stop = () => app.deps.db('importFiles').where({ id: file.id }).update({ status: 'reading', usedAt: longAgo });
    await stop();
    await sweepFiles(app.deps);
    expect((await file.whenRead()).status).toBe('ready');
    await stop();
    await sweepFiles(app.deps);
    expect(await file.state()).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^The server stopped twice/),
    });
    // A person may read it again.
    await file.put('/format', {});
    expect((await file.whenRead()).status).toBe('ready');
  });

  it('keeps unreadable rows unreadable, and refuses wrong files', async () => {
    const file = await open('Name,City\nAnn,Boston,MA\nBo,Boston\n');
    await file.add({ do: 'fill', column: 'Source', value: 'x', onlyBlank: false });
    const { rows } = await file.post('/rows', { from: 0, count: 2 });
    expect(rows[0]).toMatchObject({ broken: expect.stringContaining('Line 2: 3 cells, the header has 2.') });
    const run = await file.import();
    expect([run.rowsNew, run.rowsRefused]).toEqual([1, 1]);
    const send = async (content: string | Buffer) =>
      ((await WorkbenchFile.send(app, token, content)).body as { message: string }).message;
    expect(await send('')).toBe('This file is empty.');
    expect(await send(Buffer.from('\x89PNG\r\n', 'latin1'))).toBe('This is an image, not a CSV.');
    expect(((await app.deps.db('import_files').where({ status: 'reading' })) as object[]).length).toBe(0);
    expect((await app.get('/api/admin/import-files', { token: (await app.signIn()).token })).status).toBe(403);
  });
});

it('parses flags with values', () => {
  const { args, flags, values } = parseArguments(
    ['a.csv', '--recipe', 'Board', '--dry-run', '--x=1'],
    ['--recipe', '--x'],
  );
  expect([args, [...flags], [...values]]).toEqual([
    ['a.csv'],
    ['--dry-run'],
    [
      ['--recipe', 'Board'],
      ['--x', '1'],
    ],
  ]);
});
