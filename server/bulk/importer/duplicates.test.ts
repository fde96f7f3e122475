import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';

const ROWS = 666;
const lastNames = 'Poe Ray Dow Fox Gill Hart Ives Judd Kerr Lowe'.split(' ');
const towns = [
  ['Boston', 'MA', '02134'],
  ['Austin', 'TX', '78701'],
  ['Salem', 'OR', '97301'],
] as const;
const dentists = Array.from({ length: ROWS }, (_, n) => {
  const [city, state, zip] = towns[n % 3]!;
  const phone = `(617) 555-${String(1_000 + n)}`;
  return [
    `Ann ${lastNames[n % 10]!} ${n}`,
    `Smiles ${n}`,
    `${n + 1} Main St`,
    city,
    state,
    zip,
    phone,
    String(n % 40),
    '9-5',
  ];
});
const listOf = (header: string) => `${header}\n${dentists.map((cells) => cells.join(',')).join('\n')}\n`;
/** The list as an office keeps it: none of its headers is the name of a field, and it has no ids. */
const officeList = listOf('Dentist,Practice,Street,Town,ST,Postal,Telephone Number,Years,Mon');

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
  await app.deps.db.raw('delete from dentists');
  await importText(app, listOf('name,practice,address,city,state,zipCode,phone,experience,mondayHours'));
  // The mapping must not come from an earlier import.
  await app.deps.db.raw('delete from import_mappings');
});
afterAll(() => app.stop());

it('a list of 666 dentists that the directory has maps itself and adds none', async () => {
  const run = await importText(app, officeList, { options: { dryRun: true } });
  expect(run.mapping.columns!.map(({ field }) => field)).toEqual([
    'name',
    'practice',
    'address',
    'city',
    'state',
    'zipCode',
    'phone',
    'experience',
    'mondayHours',
  ]);
  expect([run.rowsNew, run.rowsChanged, run.rowsSame, run.rowsRefused]).toEqual([0, 0, ROWS, 0]);
  expect([run.warnings, run.duplicates]).toEqual([[], []]);
});

it('so does the same list in the workbench', async () => {
  const file = await WorkbenchFile.open(app, token, officeList, 'office.csv');
  expect((await file.state()).columns.filter(({ field }) => field === null)).toEqual([]);
  const run = await file.import({ dryRun: true });
  expect([run.rowsNew, run.rowsChanged, run.rowsSame]).toEqual([0, 0, ROWS]);
});
