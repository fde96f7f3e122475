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

const findByName = async (name: string) =>
  (await app.get(`/api/dentists/search?name=${encodeURIComponent(name)}`)).body[0];
const exported = async () => (await app.get('/api/admin/export-csv', { token })).text;
const scheduleOf = async (id: number) =>
  app.deps.db('dentists').join('schedules', 'schedules.id', 'dentists.scheduleId').where('dentists.id', id).first();

it('a file brings holiday hours in several notations, and says which it refuses', async () => {
  const run = await importText(
    app,
    `Name,City,State,Monday,Special hours
Ann Poe,Austin,TX,8-5,2026-12-24: 8-12; 12/25/2026: closed
Ben Ray,Austin,TX,8-5,"2026-12-24: 08:00AM-12:00PM, 2026-12-25: x"
Cy Dow,Austin,TX,8-5,2026-12-24 to 2027-01-01: Closed
Di Fox,Austin,TX,8-5,around Christmas
Ed Lim,Austin,TX,8-5,2026-12-24: mornings
Flo Orr,Austin,TX,8-5,2026-12-20 to 2026-12-26: Closed; 2026-12-25: Closed
`,
    { options: { refuseBadCells: true } },
  );
  expect(run).toMatchObject({ rowsNew: 3, rowsRefused: 3 });
  const [ann, ben, cy] = [await findByName('Ann Poe'), await findByName('Ben Ray'), await findByName('Cy Dow')];
  expect(ann.holidayHours).toBe('2026-12-24: 8:00 AM – 12:00 PM; 2026-12-25: Closed');
  expect([ben.holidayHours, cy.holidayHours]).toEqual([ann.holidayHours, '2026-12-24 to 2027-01-01: Closed']);
  expect((await scheduleOf(ann.id)).id).toBe((await scheduleOf(ben.id)).id);
  const refused = await app.get(`/api/admin/imports/${run.id}/refused.csv`, { token });
  for (const sentence of [
    'Enter dates such as 2026-11-26: Closed, separated by semicolons.',
    'Please enter hours such as 8 AM - 12 PM, or Closed.',
    'Two of these dates overlap.',
  ])
    expect(refused.text).toContain(sentence);
});

it('an export imports without changes, and an undo restores the dates and their schedule', async () => {
  const before = await exported();
  expect(before.split('\n')[0]).toMatch(/,npiSince,holidayHours,membershipPlan,/);
  expect((await importText(app, before)).rowsSame).toBe(3);
  const { id } = await findByName('Ann Poe');
  const run = await importText(app, `id,name,city,state,holidayHours\n${id},Ann Poe,Austin,TX,2026-11-26: Closed\n`);
  expect(run).toMatchObject({ rowsChanged: 1 });
  expect(await scheduleOf(id)).toMatchObject({ holidayHours: '2026-11-26: Closed' });
  expect((await app.post(`/api/admin/imports/${run.id}/undo`, {}, { token })).status).toBe(200);
  expect(await exported()).toBe(before);
  expect(await scheduleOf(id)).toMatchObject({ holidayHours: '2026-12-24: 8:00 AM – 12:00 PM; 2026-12-25: Closed' });
});
