import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { undoRun } from './undo.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

const HEADER = 'name,phone,address,city,state,zip,bio,services,practice,mondayHours,website';
const phone = fc.integer({ min: 1_000, max: 1_020 }).map((n) => `(617) 555-${n}`);
/** People of few names in few places, so that rows of both files often mean the same listing. */
const row = fc.tuple(
  fc.constantFrom('Ann Poe', 'Ben Ray', 'Cy Dow', 'Di Fox', 'Ed Gill', 'Flo Hart'),
  fc.oneof(phone, fc.constant('')),
  fc.constantFrom('1 Elm St', '2 Elm St', '9 Oak Ave, Suite 2', ''),
  fc.constantFrom('Boston', 'Salem', ''),
  fc.constantFrom('MA', 'OR', ''),
  fc.constantFrom('02134', '97301', ''),
  fc.constantFrom('', 'Old', 'New “quoted”, text', 'Line one\nLine two', '  spaced  '),
  fc.constantFrom('', 'Veneers', 'Veneers; Zoom Whitening'),
  fc.constantFrom('', 'Elm Dental', 'Oak Dental'),
  fc.constantFrom('', '9-5', 'Closed'),
  fc.constantFrom('', 'https://elm.example', 'oak.example'),
);
const list = fc.array(row, { minLength: 1, maxLength: 12 });
const format = (rows: readonly (readonly string[])[]) =>
  `${HEADER}\n${rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')}\n`;
const exportCsv = async () => (await app.get('/api/admin/export-csv', { token })).text;

it(
  'an undone import leaves the directory as it was, byte for byte',
  () =>
    fc.assert(
      fc.asyncProperty(list, list, fc.boolean(), async (before, after, replaceHandwritten) => {
        await app.deps.db.raw('delete from dentists; delete from listing_tombstones; delete from practices');
        await importText(app, format(before));
        const state = await exportCsv();
        const run = await importText(app, format(after), { options: { replaceHandwritten } });
        if (run.status === 'done') await undoRun(app.deps, null, run.id);
        expect(await exportCsv()).toBe(state);
      }),
      { numRuns: 12 },
    ),
  180_000,
);
