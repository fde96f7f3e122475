import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';
import { messyFiles, readMessyListings } from '#server/test/files/messy-files.ts';
import { loadRecipe, openWithRecipe } from '../recipe/recipes.ts';
import { startImport } from '../importer/importer.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());
beforeEach(() => app.deps.db.raw('delete from dentists; delete from import_mappings'));

const listings = () => readMessyListings(app.deps.db);

describe('from file to done', () => {
  it.each(messyFiles)('imports $title', async (messy) => {
    const { content, name, format, mapping, steps, refused = 0 } = messy;
    const file = await WorkbenchFile.open(app, token, content, name);
    if (format) await file.put('/format', format);
    if (steps) await file.add(...steps);
    if (mapping) await file.map(mapping);
    const run = await file.import();
    expect([run.status, run.rowsNew, run.rowsRefused]).toEqual(['done', messy.listings.length, refused]);
    const expected = messy.listings.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(await listings()).toEqual(expected);

    // The terminal gives the same with the saved recipe.
    await file.post('/save-recipe', { name: 'Same again' });
    await app.deps.db.raw('delete from dentists; delete from import_mappings');
    const path = join(app.deps.config.DATA_DIR, name);
    await writeFile(path, content);
    const request = await openWithRecipe(path, await loadRecipe(app.deps.db, 'Same again'));
    const { finished } = await startImport(app.deps, { ...request, actor: null, options: {} });
    expect((await finished).rowsRefused).toBe(refused);
    expect(await listings()).toEqual(expected);

    // Next month's file takes the recipe on the website, too.
    await app.deps.db.raw('delete from dentists; delete from import_mappings');
    const next = await WorkbenchFile.open(app, token, content, name);
    const { version } = await next.state();
    await next.post('/recipe', { do: 'apply', name: 'Same again', version });
    await next.whenRead();
    expect((await next.import()).rowsRefused).toBe(refused);
    expect(await listings()).toEqual(expected);
  });
});
