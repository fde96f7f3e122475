import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw('delete from dentists; delete from listing_tombstones; delete from practices');
});

it('an undo removes created listings and restores changed ones, except for later edits', async () => {
  const before =
    'id,name,phone,bio,services,practice\n7,Ann Poe,6175550101,Old,Veneers,Elm Dental\n8,Ben Ray,,Kept,,\n';
  await importText(app, before);
  const exportCsv = async () => (await app.get('/api/admin/export-csv', { token })).text;
  const firstExport = await exportCsv();
  const run = await importText(
    app,
    'id,name,phone,bio,services,practice\n7,Ann Poe-Ray,6175550199,New,Zoom Whitening; Veneers,Oak Dental\n8,Ben Ray,6175550198,Newer,,\n,Cy Dow,,,,\n,Di Fox,,,,\n',
  );
  expect(run).toMatchObject({ rowsNew: 2, rowsChanged: 2, rowsSame: 0, rowsRefused: 0 });
  await app.deps.db.raw(
    `update dentists set bio = 'By hand', field_sources = field_sources || '{"bio":{"source":"owner","at":"2026-01-01"}}' where id = 8`,
  );
  const owner = await app.signIn();
  await app.deps.db('dentists').where({ name: 'Di Fox' }).update({ userId: owner.userId });
  const { body, status } = await app.post(`/api/admin/imports/${run.id}/undo`, {}, { token });
  expect([status, body.status]).toEqual([200, 'undone']);
  expect(body.undoReport).toMatchObject({ removed: 1, restored: 2 });
  expect(body.undoReport.kept).toEqual([
    expect.objectContaining({ name: 'Di Fox', why: 'It has an owner now.' }),
    expect.objectContaining({ dentistId: 8, fields: ['bio'] }),
  ]);
  await app.deps.db.raw(`update dentists set bio = 'Kept' where id = 8; delete from dentists where name = 'Di Fox'`);
  expect(await exportCsv()).toBe(firstExport);
  expect((await app.post(`/api/admin/imports/${run.id}/undo`, {}, { token })).status).toBe(409);
});

it('an undo of many rows updates the facet counts', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => `Person ${index},Boston,MA,02134,Veneers`);
  const run = await importText(
    app,
    `name,city,state,zip,services\n${rows.map((row, index) => row.replace('02134', String(10000 + index))).join('\n')}\n`,
  );
  expect(run.message).toMatch(/2,500 new/);
  const countListings = async () =>
    ((await app.deps.db('facets').where({ scope: 'all', feature: 0 }).sum('n as n')) as { n: number }[])[0]!.n ?? 0;
  expect(await countListings()).toBe(2500);
  await app.post(`/api/admin/imports/${run.id}/undo`, {}, { token });
  expect([await countListings(), await app.deps.db('dentists')]).toEqual([0, []]);
});

it('an undo that could restore nothing says why and stays open', async () => {
  const run = await importText(app, 'id,name,bio\n,Ann Poe,\n,Ben Ray,\n');
  const { userId } = await app.signIn();
  await app.deps.db('dentists').update({ userId });
  const undo = () => app.post(`/api/admin/imports/${run.id}/undo`, {}, { token });
  const refused = await undo();
  expect([refused.status, refused.body.error]).toEqual([409, 'nothing_restored']);
  expect(refused.body.message).toContain('2 listings: It has an owner now.');
  expect(await app.deps.db('auditLog').where({ action: 'import.undone', subjectId: String(run.id) })).toEqual([]);
  await app.deps.db('dentists').where({ name: 'Ann Poe' }).update({ userId: null });
  expect((await undo()).body).toMatchObject({ status: 'undone', undoReport: { removed: 1, restored: 0 } });
});
