import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { importText, sendCsv } from '#server/test/files/bulk.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw('delete from dentists; delete from import_mappings');
  const rows = Array.from(
    { length: 60 },
    (_, n) =>
      `Ann Poe ${n},Bright Smiles ${n},(617) 555-${String(1000 + n)},${n + 1} Main St,Boston,MA,02134,${n},9-5,https://a${n}.example`,
  );
  await importText(
    app,
    `name,practice,phone,address,city,state,zipCode,experience,mondayHours,website\n${rows.join('\n')}\n`,
  );
});

/** The headers that offices write in their own spreadsheets. */
const officeHeaders: Record<string, string> = {
  name: 'Dentist',
  practice: 'Practice',
  phone: 'Telephone Number',
  address: 'Street',
  state: 'ST',
  zipCode: 'Postal/Zip Code',
  experience: 'Years',
  mondayHours: 'Mon',
  tuesdayHours: 'Tues',
  wednesdayHours: 'Wed',
  thursdayHours: 'Thurs',
  fridayHours: 'Fri',
  saturdayHours: 'Sat',
  sundayHours: 'Sun',
  website: 'Web Site',
};

async function exportUnderOfficeHeaders(): Promise<string> {
  const { text } = await app.get('/api/admin/export-csv', { token });
  const [header, ...rows] = Papa.parse<string[]>(text.trim()).data;
  const names = header!.map((name) => officeHeaders[name] ?? name);
  return Papa.unparse([names.slice(1), ...rows.map((cells) => cells.slice(1))]);
}

/** A list of strangers without a state or ZIP code, as a misread file looks. */
const strangers = `name,city\n${Array.from({ length: 25 }, (_, n) => `Zoe Hart ${n},Salem\n`).join('')}`;

describe('an import without a preview', () => {
  const send = (fields: Record<string, string>) => sendCsv(app, token, strangers, fields);

  it('stops at warnings if the caller asks for that, and is applied once a person has confirmed', async () => {
    const { status, body } = await send({ stopsAtWarnings: 'true' });
    expect([status, body]).toMatchObject([
      200,
      { success: true, message: expect.stringMatching(/^Nothing has been changed yet/), rowsNew: 25 },
    ]);
    const path = `/api/admin/imports/${body.runId}`;
    const held = (await app.get(path, { token })).body as ImportRun;
    expect([held.status, held.warnings.map(({ code }) => code)]).toEqual([
      'ready',
      ['no_state', 'no_zip', 'nothing_matched'],
    ]);
    const countListings = async () => Number((await app.deps.db('dentists').count({ n: '*' }))[0]!.n);
    expect(await countListings()).toBe(60);
    expect((await app.post(`${path}/commit`, {}, { token })).status).toBe(202);
    await expect.poll(countListings, { timeout: 20_000 }).toBe(85);
  });

  it('is imported at once without warnings, or by a caller that does not ask', async () => {
    const few = await sendCsv(app, token, 'name,city\nZoe Hart,Salem\n', { stopsAtWarnings: 'true' });
    expect(few.body.message).toBe('Imported 1 row: 1 new, 0 changed, 0 unchanged.');
    expect((await send({})).body.message).toBe('Imported 25 rows: 25 new, 0 changed, 0 unchanged.');
  });
});

describe('a copy of the directory under the headers of an office', () => {
  it('maps by itself and adds nothing', async () => {
    const run = await importText(app, await exportUnderOfficeHeaders(), { options: { dryRun: true } });
    expect(run.mapping.columns!.filter(({ field }) => field === null)).toEqual([]);
    expect([run.rowsNew, run.rowsChanged, run.rowsSame, run.rowsRefused]).toEqual([0, 0, 60, 0]);
    expect(run.warnings).toEqual([]);
  });

  it('warns before it adds copies without a state and ZIP code', async () => {
    const run = await importText(app, await exportUnderOfficeHeaders(), {
      options: { dryRun: true },
      mapping: { Dentist: 'name', city: 'city', ST: null, 'Postal/Zip Code': null },
    });
    expect(run.rowsNew).toBe(0);
    const names = await importText(app, await exportUnderOfficeHeaders(), {
      options: { dryRun: true },
      mapping: Object.fromEntries(
        ['ST', 'Postal/Zip Code', 'Telephone Number', 'Street', 'npi', 'placeId', 'fullAddress'].map((header) => [
          header,
          null,
        ]),
      ),
    });
    expect(names.rowsNew).toBe(60);
    expect(names.warnings.map(({ code }) => code)).toEqual(['no_state', 'no_zip', 'nothing_matched']);
    expect(names.warnings[0]!.text).toBe('No column is mapped to State, so 60 new listings would have none.');
  });

  it('warns before more than a tenth of the directory changes', async () => {
    const run = await importText(app, (await exportUnderOfficeHeaders()).replaceAll('9-5', '8-4'), {
      options: { dryRun: true },
    });
    expect([run.rowsChanged, run.warnings]).toEqual([
      60,
      [{ code: 'many_changes', text: '60 listings would change, more than a tenth of the directory.' }],
    ]);
  });
});
