import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

const header = 'Name,City,State,Insurance Plans,Whitening from,Whitening to,Whitening price stated on,Sex';
const findByName = async (name: string) =>
  (await app.get(`/api/dentists/search?name=${encodeURIComponent(name)}`)).body[0];

it('a file brings plans, prices, and gender, and says which cells it refuses', async () => {
  const run = await importText(
    app,
    `${header}
Ann Poe,Austin,TX,cigna; Delta,$199,450,3/1/2025,F
Ben Ray,Austin,TX,"Aetna, BCBS",299,,,
Cy Dow,Austin,TX,Acme Teeth,,,,
Di Fox,Austin,TX,,500,400,,
Ed Lim,Austin,TX,,,400,,
Flo Orr,Austin,TX,,12.50,,2025-02-30,x
`,
    { options: { refuseBadCells: true } },
  );
  expect(run).toMatchObject({ rowsNew: 2, rowsRefused: 4 });
  expect(await findByName('Ann Poe')).toMatchObject({
    plans: ['Delta Dental', 'Cigna'],
    acceptsInsurance: true,
    gender: 'female',
    whiteningPrice: { from: 199, to: 450, statedOn: '2025-03-01', statedBy: 'import' },
  });
  const today = app.deps.clock.now().toISOString().slice(0, 10);
  expect(await findByName('Ben Ray')).toMatchObject({
    plans: ['Aetna', 'Blue Cross Blue Shield'],
    gender: null,
    whiteningPrice: { from: 299, to: null, statedOn: today, statedBy: 'import' },
  });
  const refused = await app.get(`/api/admin/imports/${run.id}/refused.csv`, { token });
  for (const sentence of [
    'There is no insurance plan “Acme Teeth”.',
    'The highest price can’t be below the lowest price.',
    'A highest price needs a lowest price.',
    'This is not a price in whole dollars from 1 to 100,000.',
    'This is not a date such as 2026-03-01.',
    'Enter female or male.',
  ])
    expect(refused.text).toContain(sentence);
});

it('changes are in the history, and an undo restores the price with its date', async () => {
  const { id } = await findByName('Ann Poe');
  const exported = async () => (await app.get('/api/admin/export-csv', { token })).text;
  const before = await exported();
  expect(before.split('\n')[0]).toMatch(/gender,insurancePlans,whiteningPriceFrom,whiteningPriceTo,whiteningPriceOn/);
  expect((await importText(app, before)).rowsSame).toBe(2);
  app.deps.clock.advance(86_400_000);
  const run = await importText(
    app,
    `id,name,city,state,plans,whiteningfrom,whiteningto\n${id},Ann Poe,Austin,TX,Humana,150,450\n`,
  );
  expect(run).toMatchObject({ rowsChanged: 1 });
  expect(await findByName('Ann Poe')).toMatchObject({
    plans: ['Humana'],
    whiteningPrice: { from: 150, statedOn: app.deps.clock.now().toISOString().slice(0, 10) },
  });
  const history = (await app.get(`/api/admin/listings/${id}`, { token })).body.history;
  expect(history).toContainEqual(
    expect.objectContaining({
      field: 'insurancePlans',
      before: 'Delta Dental; Cigna',
      after: 'Humana',
      source: 'import',
    }),
  );
  expect((await app.post(`/api/admin/imports/${run.id}/undo`, {}, { token })).status).toBe(200);
  expect(await exported()).toBe(before);
});
