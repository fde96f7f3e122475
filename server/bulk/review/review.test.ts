import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewRow } from '#contract/bulk/review.ts';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw('delete from dentists; delete from listing_tombstones; delete from import_mappings');
  await importText(
    app,
    'name,phone,address,city,state,zip,bio\nAnn Poe,617-555-0101,1 Elm St,Boston,MA,02134,Old\nBen Ray,617-555-0102,2 Elm St,Boston,MA,02134,Old\nCy Dow,617-555-0103,3 Elm St,Boston,MA,02134,Old\nFlo Hart,617-555-0106,6 Elm St,Boston,MA,02134,Old\n',
  );
});

const file =
  'name,phone,address,city,state,zip,bio\n' +
  'Ann Poe,617-555-0101,1 Elm St,Boston,MA,02134,New\n' + // changed
  'Ben Ray,617-555-0102,2 Elm St,Boston,MA,02134,New\n' + // changed
  'Cy Dow,617-555-0103,3 Elm St,Boston,MA,02134,Old\n' + // same
  'Di Fox,617-555-0104,4 Elm St,Boston,MA,02134,\n' + // new
  'Ed Gill,617-555-0105,5 Elm St,Boston,MA,02134,\n' + // new
  'Di Fox,617-555-0104,4 Elm St,Boston,MA,02134,\n' + // twice in the file
  'Flo Hart,617-555-0199,9 Oak Ave,Boston,MA,02134,Namesake\n'; // a possible duplicate

const check = () => importText(app, file, { options: { dryRun: true } });
async function review(run: { id: number }, kind: string, search = '') {
  const { body, headers } = await app.get(`/api/admin/imports/${run.id}/review?kind=${kind}&search=${search}`, {
    token,
  });
  return { rows: body as ReviewRow[], total: Number(headers.get('x-total-count')) };
}
const decide = async (run: { id: number }, body: object) =>
  (await app.post(`/api/admin/imports/${run.id}/decisions`, body, { token })).body as { decided: number };
async function commit(run: { id: number }): Promise<ImportRun> {
  await app.post(`/api/admin/imports/${run.id}/commit`, {}, { token });
  for (;;) {
    const { body } = await app.get(`/api/admin/imports/${run.id}`, { token });
    if ((body as ImportRun).status !== 'running') return body as ImportRun;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const listings = async () =>
  ((await app.deps.db('dentists').orderBy('id')) as { name: string; bio: string | null; phone: string }[]).map(
    ({ name, bio, phone }) => `${name} ${phone.slice(-4)} ${bio ?? ''}`.trim(),
  );

describe('the review of a dry run', () => {
  it('lists rows by kind with their changes, and searches them', async () => {
    const run = await check();
    const lines = async (kind: string) => (await review(run, kind)).rows.map(({ line }) => line);
    expect(await lines('new')).toEqual([5, 6, 8]);
    expect(await lines('changed')).toEqual([2, 3]);
    expect(await lines('same')).toEqual([4]);
    expect(await lines('refused')).toEqual([7]);
    expect(await lines('duplicates')).toEqual([7, 8]);
    const { rows, total } = await review(run, 'changed', 'ben');
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ name: 'Ben Ray', decision: 'apply' });
    expect(rows[0]!.changes).toEqual([{ field: 'Bio', before: 'Old', after: 'New' }]);
  });

  it('applies, skips, keeps, and merges rows as decided', async () => {
    const run = await check();
    const changed = (await review(run, 'changed')).rows;
    const added = (await review(run, 'new')).rows;
    expect(await decide(run, { decision: 'keep', kind: 'changed', rows: [changed[0]!.row] })).toEqual({ decided: 1 });
    await decide(run, { decision: 'skip', kind: 'new', rows: [added[1]!.row] });
    const [, namesake] = (await review(run, 'duplicates')).rows;
    await decide(run, { decision: 'merge', row: namesake!.row, dentistId: namesake!.dentistId });
    expect((await review(run, 'duplicates')).rows[1]!.decision).toBe('merge');
    const done = await commit(run);
    expect([done.status, done.rowsNew, done.rowsChanged]).toEqual(['done', 1, 2]);
    expect(done.notes).toContain('You skipped 1 row.');
    expect(await listings()).toEqual([
      'Ann Poe 0101 Old',
      'Ben Ray 0102 New',
      'Cy Dow 0103 Old',
      'Flo Hart 0199 Namesake',
      'Di Fox 0104',
    ]);
  });

  it('decides about whole groups, and takes decisions back', async () => {
    const run = await check();
    expect(await decide(run, { decision: 'keep', kind: 'changed' })).toEqual({ decided: 2 });
    expect(await decide(run, { decision: 'skip', kind: 'new' })).toEqual({ decided: 3 });
    expect(await decide(run, { decision: 'apply', kind: 'new', search: 'fox' })).toEqual({ decided: 1 });
    expect(await decide(run, { decision: 'mergeDuplicates' })).toEqual({ decided: 1 });
    await decide(run, { decision: 'skip', kind: 'duplicates' });
    const done = await commit(run);
    expect([done.rowsNew, done.rowsChanged]).toEqual([1, 0]);
    expect(await listings()).toEqual([
      'Ann Poe 0101 Old',
      'Ben Ray 0102 Old',
      'Cy Dow 0103 Old',
      'Flo Hart 0106 Old',
      'Di Fox 0104',
    ]);
  });

  it('takes no decision on an unknown listing, or after the import', async () => {
    const run = await check();
    const [row] = (await review(run, 'new')).rows;
    const { status } = await app.post(
      `/api/admin/imports/${run.id}/decisions`,
      { decision: 'merge', row: row!.row, dentistId: 999_999 },
      { token },
    );
    expect(status).toBe(404);
    await commit(run);
    expect((await app.get(`/api/admin/imports/${run.id}/review?kind=new`, { token })).status).toBe(409);
  });
});
