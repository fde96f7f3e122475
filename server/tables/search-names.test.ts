import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableNames } from '#shared/tables/table-list.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

const search = (table: string, q: string) =>
  app.get(`/api/admin/tables/${table}/rows?${new URLSearchParams({ q })}`, { token });

const letter = fc.constantFrom(...'AÉOÑöjzß');
/** A part of a name as people type it: whole, an initial with or without a period, a suffix, or stray punctuation. */
const namePart = fc.oneof(
  fc.constantFrom('Wen', 'Lowe', 'O’Hara', "D'Arcy", 'Smith-Jones', 'Jr.', 'II', 'DDS', 'Li', 'St.', 'TX'),
  fc.tuple(letter, fc.constantFrom('', '.', ',', "'", '?')).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'ab.?%_\\\'"-:$@ 1'), minLength: 1, maxLength: 3 }),
);
const name = fc.array(namePart, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));

it('finds a listing by its name with a middle initial', async () => {
  const [{ id }] = (await app.deps.db('dentists').insert({ name: 'Wen O. Lowe' }).returning('id')) as [{ id: number }];
  for (const q of ['Wen O. Lowe', 'lowe, wen o.', 'Wen O Lowe', 'O. Lowe']) {
    const { status, body } = await search('listings', q);
    expect([q, status, body.rows?.map((row: { id: number }) => row.id)]).toEqual([q, 200, [id]]);
  }
});

it('searches every list and everything at once for any name', async () => {
  await fc.assert(
    fc.asyncProperty(name, async (q) => {
      for (const table of tableNames) expect([table, q, (await search(table, q)).status]).toEqual([table, q, 200]);
      const everything = await app.get(`/api/admin/search?${new URLSearchParams({ q })}`, { token });
      expect([q, everything.status]).toEqual([q, 200]);
    }),
    { numRuns: 25, seed: 20_261_124 },
  );
}, 60_000);
