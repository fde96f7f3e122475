import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/bulk.ts';
import { WorkbenchFile } from '#server/test/workbench.ts';
import { messyFiles } from '#server/test/messy-files.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());
beforeEach(() => app.deps.db.raw('delete from dentists; delete from import_mappings'));

const listings = async () =>
  ((await app.deps.db('dentists').orderBy('name')) as Record<string, string | null>[]).map((row) => [
    row.name,
    row.phone,
    row.city,
    row.state,
    row.zipCode,
  ]);

describe('from file to done', () => {
  it.each(messyFiles)('imports $title', async (messy) => {
    const { content, name, format, mapping, steps, refused = 0 } = messy;
    const file = await WorkbenchFile.open(app, token, content, name);
    if (format) await file.put('/format', format);
    if (steps) await file.add(...steps);
    if (mapping) await file.map(mapping);
    const { recipe, columns } = await file.state();
    const run = await file.import();
    expect([run.status, run.rowsNew, run.rowsRefused]).toEqual(['done', messy.listings.length, refused]);
    const expected = messy.listings.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(await listings()).toEqual(expected);

    // The terminal gives the same with the recipe, unless the format was set by hand.
    if (format) return;
    await app.deps.db.raw('delete from dentists');
    await importText(app, content, {
      name,
      recipe,
      mapping: Object.fromEntries(columns.map(({ header, field }) => [header, field])),
    });
    expect(await listings()).toEqual(expected);
  });
});
