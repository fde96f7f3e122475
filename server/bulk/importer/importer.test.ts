import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildZip } from '#server/test/files/xlsx.ts';
import { importText, sendCsv } from '#server/test/files/bulk.ts';
import { readMapping } from '../commands/read-mapping.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw(
    'delete from dentists; delete from listing_tombstones; delete from practices; delete from import_mappings',
  );
});

const findListing = async (where: object) => {
  const [row] = (await app.deps.db('dentists').where(where)) as Record<string, unknown>[];
  return row;
};
const getCounts = (run: {
  rowsNew: number | null;
  rowsChanged: number | null;
  rowsSame: number | null;
  rowsRefused: number | null;
}) => [run.rowsNew, run.rowsChanged, run.rowsSame, run.rowsRefused];

describe('an import', () => {
  it('adds listings with the columns that search derives', async () => {
    const run = await importText(
      app,
      "name,phone,address,city,state,zip,services,monday hours,practice,rating\nJANE O'BRIEN DDS,617.555.0123,12 Main St,Boston,Massachusetts,2134,Veneers; teeth whitening,9-5,Bright Smiles,4.66\nBo Lee,,,Austin,TX,78701,,,,\n",
    );
    expect(run.message).toBe('Imported 2 rows: 2 new, 0 changed, 0 unchanged.');
    expect(run.status).toBe('done');
    expect(await findListing({ name: "Jane O'Brien" })).toMatchObject({
      title: 'DDS',
      phone: '(617) 555-0123',
      state: 'MA',
      zipCode: '02134',
      slug: 'jane-obrien',
      timeZone: 'America/New_York',
      rating: 4.7,
      ratingSource: 'Import of test.csv',
    });
    const { body } = await app.get('/api/dentists/search?location=Boston&service=Veneers');
    expect(body).toBeDefined();
  });

  it('matches by id, NPI, phone and address, or name and ZIP; blank cells keep stored values', async () => {
    await importText(
      app,
      'id,name,npi,phone,address,city,state,zipCode,bio\n7,Ann Poe,1234567890,(617) 555-0101,1 Elm Street,Boston,MA,02134,First\n8,Ben Ray,,(617) 555-0102,2 Elm St,Boston,MA,02134,\n9,Cy Dow,,,,Boston,MA,02135,\n',
    );
    const run = await importText(
      app,
      'npi,name,phone,address,city,state,zipCode,bio\n1234567890,Ann Poe-Smith,,,,,,\n,Ben Ray,617-555-0102,2 Elm Street,Boston,MA,02139,\n,cy  dow,,,Boston,MA,02135,Hello\n',
    );
    expect(run.message).toBe('Imported 3 rows: 0 new, 3 changed, 0 unchanged.');
    expect(await findListing({ id: 7 })).toMatchObject({ name: 'Ann Poe-Smith', bio: 'First' });
    expect(await findListing({ id: 8 })).toMatchObject({ zipCode: '02139' });
    expect(await findListing({ id: 9 })).toMatchObject({ bio: 'Hello' });
    expect(getCounts(await importText(app, 'id,name\n7,Ann Poe-Smith\n8,Ben Ray\n'))).toEqual([0, 0, 2, 0]);
  });

  it('lists refused rows with reasons and imports the corrected rows', async () => {
    const run = await importText(
      app,
      'name,phone,state,zip,note\nAnn Poe,617-555-0101,MA,02134,x\n"Ben, Ray",call me,ZZ,02134,"a\nb"\nCy Dow,,,,y,too,many\n',
    );
    expect(getCounts(run)).toEqual([1, 0, 0, 2]);
    expect(run.problems).toEqual(
      expect.arrayContaining([
        { kind: 'This is not a phone number.', column: 'phone', count: 1, lines: ['3'] },
        { kind: 'This is not a US state or territory.', column: 'state', count: 1, lines: ['3'] },
      ]),
    );
    const token = (await app.signIn({ role: 'admin' })).token;
    const { text } = await app.get(`/api/admin/imports/${run.id}/refused.csv`, { token });
    expect(text.split('\n')[0]).toBe('name,phone,state,zip,note,reason');
    expect(text).toContain(
      '"Ben, Ray",call me,ZZ,02134,"a\nb",Phone: This is not a phone number. State: This is not a US state or territory.\n',
    );
    const correctedText = text
      .replace('call me', '617-555-0102')
      .replace('ZZ', 'MA')
      .split('\n')
      .slice(0, 3)
      .join('\n');
    expect(getCounts(await importText(app, correctedText))).toEqual([1, 0, 0, 0]);
  });

  it('refuses a single bad row, or the whole file in strict mode', { timeout: 120_000 }, async () => {
    const rows = Array.from({ length: 26_000 }, (_, index) => `Person ${index},${String(10000 + index)}`);
    rows[13_000] = 'Person 13000,nowhere';
    const text = `name,zip\n${rows.join('\n')}\n`;
    const strict = await importText(app, text, { options: { strict: true } });
    expect(strict).toMatchObject({
      status: 'failed',
      message: 'Nothing was changed: 1 row would be refused, and you asked for all or nothing.',
    });
    expect(await findListing({})).toBeUndefined();
    const run = await importText(app, text);
    expect(getCounts(run)).toEqual([25_999, 0, 0, 1]);
    expect(run.problems[0]).toMatchObject({ column: 'zipCode', lines: ['13002'] });
  });

  it('names the line of the header below title rows, and the kind of a file that is not CSV', async () => {
    const titled = 'Licensed dentists,,\nas of October,,\nName,City,ZIP\nAnn Poe,Boston,02118\n';
    expect(await importText(app, titled)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /^Line 1 of this file is a title \(“Licensed dentists”\). Its column names are on line 3\./,
      ),
    });
    const suggest = async (rows: object[]) => {
      const body = { headers: ['Licensed dentists', '', ''], headerLine: 1, rows };
      const { token } = await app.signIn({ role: 'admin' });
      return (await app.post('/api/admin/imports/mapping', body, { token })).body.note as string | null;
    };
    expect(await suggest([{ line: 3, cells: ['Name', 'City', 'ZIP'] }])).toMatch(
      /^Line 1 of this file is a title \(“Licensed dentists”\)\. Its column names are on line 3\./,
    );
    expect([await suggest([]), await suggest([{ line: 2, cells: ['Ann Poe', 'Boston', ''] }])]).toEqual([null, null]);
    await expect(importText(app, '[{"name": "Ann"}]')).rejects.toThrow('It’s JSON.');
    await expect(importText(app, '<!DOCTYPE html><table>')).rejects.toThrow('It’s a web page (HTML).');
    const ods = buildZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, undefined, true);
    await expect(importText(app, ods)).rejects.toThrow('It’s an OpenDocument file (.ods).');
    expect(await findListing({})).toBeUndefined();
  });

  it('fails if no row is accepted or no column is a name', async () => {
    expect(await importText(app, 'name,zip\nAnn,nowhere\n')).toMatchObject({
      status: 'failed',
      message: 'No row of this file could be imported, so nothing was changed. 1 row was refused.',
    });
    expect(await importText(app, 'colour,zip\nred,02134\n')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('We couldn’t find a name column.'),
    });
    expect(await importText(app, 'name,zip\n')).toMatchObject({
      status: 'failed',
      message: 'This file has a header and no rows.',
    });
    const run = await importText(app, 'colour,zip\nRed Dow,02134\n', { mapping: { colour: 'name', zip: 'zipCode' } });
    expect(getCounts(run)).toEqual([1, 0, 0, 0]);
    // The mapping is saved for files with the same header.
    expect(getCounts(await importText(app, 'colour,zip\nBlue Dow,02134\n'))).toEqual([1, 0, 0, 0]);
  });

  it('never applies two rows to one listing', async () => {
    await importText(app, 'id,name,phone,address,city,state,zipCode\n7,Ann Poe,6175550101,1 Elm St,Boston,MA,02134\n');
    const run = await importText(
      app,
      'id,name,phone,address,city,state,zipCode\n7,Ann Poe,,,,,02134\n,Ann Poe,617-555-0101,1 Elm Street,Boston,MA,02134\n,New One,,,,,02139\n,New  One,,,,,02139\n',
    );
    expect(getCounts(run)).toEqual([1, 0, 1, 2]);
    expect(run.problems.map(({ lines }) => lines)).toEqual([['3', '5']]);
  });

  it('reports colleagues and namesakes as possible duplicates and adds them', async () => {
    await importText(app, 'name,phone,address,city,state,zipCode\nAnn Poe,6175550101,1 Elm St,Boston,MA,02134\n');
    const run = await importText(
      app,
      'name,phone,address,city,state,zipCode\nZoltan Quirke,6175550101,1 Elm St,Boston,MA,02134\nAnn Poe,6175559999,99 Oak Ave,Boston,MA,02134\n',
    );
    expect(getCounts(run)).toEqual([2, 0, 0, 0]);
    expect(run.duplicates.map(({ line }) => line)).toEqual([2, 3]);
    expect(run.duplicates.map(({ why }) => why)).toEqual([
      'It has the same phone number and the same street and ZIP code.',
      'It has the same name and ZIP code.',
    ]);
  });

  it('matches rows without an id by the rules for new listings', async () => {
    await importText(
      app,
      'id,name,phone,address,city,state,zipCode,license,licenseState\n' +
        '7,Ann Poe,6175550101,1 Elm St,Boston,MA,02134,DN01234,MA\n' +
        '8,John Smith,6175550102,2 Elm St,Boston,MA,02134,,\n',
    );
    const header = 'name,phone,address,city,state,zipCode,license,licenseState\n';
    const titled = 'Dr. Ann B. Poe,6175559999,1 Elm Street,Boston,MA,02134,,\n';
    expect(getCounts(await importText(app, header + titled))).toEqual([0, 1, 0, 0]);
    expect(getCounts(await importText(app, header + titled))).toEqual([0, 0, 1, 0]);
    const moved = 'Ann Poe,6175550103,3 Elm St,Salem,MA,01970,1234,MA\n';
    expect(getCounts(await importText(app, header + moved))).toEqual([0, 1, 0, 0]);
    expect(await findListing({ id: 7 })).toMatchObject({ name: 'Ann Poe', zipCode: '01970', phone: '(617) 555-0103' });
    // Two Smiths at one office are two people, whichever of them the directory has.
    const colleague = 'Jane Smith,6175550102,2 Elm St,Boston,MA,02134,,\n';
    expect(getCounts(await importText(app, header + colleague))).toEqual([1, 0, 0, 0]);
    expect(await findListing({ id: 8 })).toMatchObject({ name: 'John Smith' });
  });

  it('matches a misspelled name at the same phone and street, unless another row has the name', async () => {
    const header = 'name,phone,address,city,state,zipCode\n';
    const row = (name: string) => `${name},6175550101,1 Elm St,Boston,MA,02134\n`;
    await importText(app, header + row('Anna Quirke'));
    expect(getCounts(await importText(app, header + row('Ana Quirke') + row('Anna Quirke')))).toEqual([1, 0, 1, 0]);
    await app.deps.db.raw(`delete from dentists where name = 'Ana Quirke'; delete from listing_tombstones`);
    expect(getCounts(await importText(app, header + row('Ana Quirke')))).toEqual([0, 1, 0, 0]);
  });

  it('keeps a father and a son, and numbered offices, apart, and lists who may be one', async () => {
    const header = 'name,phone,address,city,state,zipCode,license,licenseState\n';
    const row = (name: string, license = ',') => `${name},6175550101,1 Elm St,Boston,MA,02134,${license}\n`;
    await importText(app, header + row('John Smith Sr.', '1234,MA') + row('Bright Dental 1', '5678,MA'));
    const others = row('John Smith Jr.') + row('Bright Dental 2', '5678,MA');
    expect(getCounts(await importText(app, header + others))).toEqual([2, 0, 0, 0]);
    const run = await importText(app, header + row('Dr. John Smith'));
    expect(getCounts(run)).toEqual([1, 0, 0, 0]);
    expect(run.duplicates.map(({ why }) => why)).toEqual([
      'It has the same phone number, the same street and ZIP code, and a name that differs by Jr., Sr., or a number.',
    ]);
    expect(getCounts(await importText(app, header + row('"John A. Smith, Sr., DDS"')))).toEqual([0, 1, 0, 0]);
    expect(getCounts(await importText(app, header + row('J. Smith', '01234,MA')))).toEqual([0, 1, 0, 0]);
  });

  it('matches a name, phone number, and street without a ZIP code', async () => {
    await importText(app, 'name,phone,address,city,state,zipCode\nAnn Poe,6175550101,1 Elm St,Boston,MA,02134\n');
    const run = await importText(app, 'name,phone,address,bio\n"Poe, Ann, DDS",617-555-0101,1 Elm Street,Hello\n');
    expect(getCounts(run)).toEqual([0, 1, 0, 0]);
  });

  it('names the listings that a row fits equally well, and updates a listing by phone and street alone', async () => {
    await importText(
      app,
      'id,name,phone,address,city,state,zipCode\n7,Ann Poe,,,Boston,MA,02134\n8,Ann Poe,,,Boston,MA,02134\n' +
        '9,Cy Dow,6175550109,9 Elm St,Boston,MA,02134\n',
    );
    const run = await importText(app, 'name,zipCode,bio\nAnn Poe,02134,Hello\n');
    expect(run.problems.map(({ kind }) => kind)).toEqual([
      'This row matches several listings (7, 8). Enter the id of the right one.',
    ]);
    const nameless = 'name,phone,address,bio\n,617-555-0109,9 Elm Street,Hello\n';
    expect(getCounts(await importText(app, nameless))).toEqual([0, 1, 0, 0]);
  });

  it('refuses an id of another listing and an NPI that is already used', async () => {
    await importText(app, 'id,name,npi,zipCode\n7,Ann Poe,1234567890,02134\n8,Ben Ray,,02135\n');
    const run = await importText(app, 'id,name,npi,zipCode\n7,Someone Else,,99999\n8,Ben Ray,1234567890,02135\n');
    expect(run).toMatchObject({ status: 'failed', rowsRefused: 2 });
  });

  it('keeps owner edits unless replaceHandwritten is set', async () => {
    await importText(app, 'id,name,phone,bio\n7,Ann Poe,6175550101,Old\n');
    const sources = JSON.stringify({ phone: { source: 'owner', at: '2026-01-01T00:00:00Z' } });
    await app.deps.db.raw(`update dentists set phone = '617-555-7777', field_sources = cast(? as jsonb) where id = 7`, [
      sources,
    ]);
    const run = await importText(app, 'id,name,phone,bio\n7,Ann Poe,6175550102,New\n');
    expect(run).toMatchObject({ rowsChanged: 1, fieldsKept: 1 });
    expect(await findListing({ id: 7 })).toMatchObject({
      phone: '617-555-7777',
      bio: 'New',
      fieldSources: { phone: { source: 'owner' }, bio: { source: 'import', name: 'test.csv' } },
    });
    await importText(app, 'id,name,phone,bio\n7,Ann Poe,6175550102,New\n', { options: { replaceHandwritten: true } });
    expect(await findListing({ id: 7 })).toMatchObject({ phone: '(617) 555-0102' });
    const history = (await app.deps.db('listingHistory').where({ dentistId: 7 }).orderBy('id')) as {
      field: string;
      source: string;
    }[];
    expect(history.map(({ field, source }) => `${source} ${field}`)).toEqual(['import bio', 'import phone']);
  });

  it('does not restore deleted listings', async () => {
    await importText(app, 'id,name,npi,zipCode\n7,Ann Poe,1234567890,02134\n8,Ben Ray,,02135\n9,Cy Dow,,02136\n');
    await app.deps.db.raw(`update dentists set deleted_at = now() where id in (7, 8)`);
    const run = await importText(
      app,
      'id,name,npi,zipCode\n7,Ann Poe,,02134\n,Anna Poe,1234567890,02134\n,Ben Ray,,02135\n9,Cy Dow,,02136\n',
    );
    expect(run).toMatchObject({ rowsNew: 0, rowsSame: 1, rowsDeleted: 3 });
  });

  it('leaves stored text unchanged if the file has the same text', async () => {
    await importText(app, 'id,name\n7,Ann Poe\n');
    await app.deps.db.raw(
      `update dentists set name = 'ANN POE, DDS', phone = 'ask at the desk', state = 'MA', zip_code = '02134-0001', website = 'example.com', city = ' BOSTON ' where id = 7`,
    );
    const token = (await app.signIn({ role: 'admin' })).token;
    const { text } = await app.get('/api/admin/export-csv', { token });
    expect(getCounts(await importText(app, text))).toEqual([0, 0, 1, 0]);
    expect((await app.get('/api/admin/export-csv', { token })).text).toBe(text);
  });

  it('notes the encoding, the delimiter, and an earlier import of the same file', async () => {
    const run = await importText(app, Buffer.from('name;city\nJosé Núñez;San Germán\n', 'latin1'));
    expect(run).toMatchObject({ encoding: 'windows-1252', delimiter: ';', status: 'done' });
    expect(run.notes.join(' ')).toMatch(/read as Windows-1252.*semicolons/);
    expect(await findListing({ name: 'José Núñez' })).toMatchObject({ city: 'San Germán' });
    const secondRun = await importText(app, Buffer.from('name;city\nJosé Núñez;San Germán\n', 'latin1'));
    expect(secondRun.notes[0]).toMatch(`This exact file was imported before: run ${run.id}`);
  });
});

describe('a dry run', () => {
  it('lists the changes, makes none, and can be applied', async () => {
    await importText(app, 'id,name,bio\n7,Ann Poe,Old\n');
    const token = (await app.signIn({ role: 'admin' })).token;
    const run = await importText(app, 'id,name,bio,zip\n7,Ann Poe,New,02134\n,Ben Ray,,02135\n,Cy Dow,,nowhere\n', {
      options: { dryRun: true },
    });
    expect(run).toMatchObject({ status: 'ready', rowsNew: 1, rowsChanged: 1, rowsRefused: 1 });
    expect(await findListing({ name: 'Ben Ray' })).toBeUndefined();
    const rows = await app.get(`/api/admin/imports/${run.id}/rows?outcome=changed`, { token });
    expect(rows.body[0]).toMatchObject({
      line: 2,
      dentistId: 7,
      changes: expect.arrayContaining([{ field: 'Bio', before: 'Old', after: 'New' }]),
    });
    expect((await app.get(`/api/admin/imports/${run.id}/rows?outcome=new`, { token })).body).toMatchObject([
      { line: 3, name: 'Ben Ray' },
    ]);
    expect((await app.post(`/api/admin/imports/${run.id}/commit`, {}, { token })).status).toBe(202);
    const events = await app.get(`/api/admin/imports/${run.id}/events`, { token });
    expect(events.text).toMatch(/"status":"done"/);
    expect(await findListing({ id: 7 })).toMatchObject({ bio: 'New', zipCode: '02134' });
    expect((await app.get(`/api/admin/imports/${run.id}`, { token })).body).toMatchObject({
      status: 'done',
      rowsNew: 1,
      rowsChanged: 1,
      rowsRefused: 1,
    });
    expect((await app.post(`/api/admin/imports/${run.id}/commit`, {}, { token })).status).toBe(409);
  });

  it('can be canceled', async () => {
    const token = (await app.signIn({ role: 'admin' })).token;
    const run = await importText(app, 'name\nAnn Poe\n', { options: { dryRun: true } });
    expect((await app.post(`/api/admin/imports/${run.id}/cancel`, {}, { token })).body).toMatchObject({
      status: 'cancelled',
    });
    const { rows } = (await app.deps.db.raw(`select from pg_tables where schemaname = 'staging'`)) as {
      rows: unknown[];
    };
    expect(rows).toEqual([]);
  });
});

describe('concurrent and invalid requests', () => {
  it('refuses a second import while one is running', async () => {
    const token = (await app.signIn({ role: 'admin' })).token;
    const trx = await app.deps.db.transaction();
    try {
      await trx.raw('select pg_advisory_xact_lock(724001, 0)');
      const { status, body } = await sendCsv(app, token, 'name\nAnn\n');
      expect([status, body.success]).toEqual([409, false]);
      expect(body.message).toMatch(/Please wait until it is finished/);
    } finally {
      await trx.rollback();
    }
  });

  it('starts one import for repeated requests with the same key', async () => {
    const token = (await app.signIn({ role: 'admin' })).token;
    const send = () =>
      sendCsv(app, token, 'name\nAnn Poe\n', {}, '/api/admin/imports', { 'idempotency-key': 'once-and-only-once' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    await app.get(`/api/admin/imports/${first.body.id}/events`, { token });
    expect((await app.deps.db('dentists').count('* as n')) as unknown).toEqual([{ n: 1 }]);
  });

  it('explains invalid uploads', async () => {
    const token = (await app.signIn({ role: 'admin' })).token;
    const missingFile = await app.post('/api/admin/import-csv', {}, { token });
    expect([missingFile.status, missingFile.body.success]).toEqual([415, false]);
    const zip = await sendCsv(app, token, Buffer.from('PK\x03\x04....'));
    expect(zip).toMatchObject({
      status: 422,
      body: { success: false, message: expect.stringContaining('isn’t a CSV file') },
    });
    expect((await sendCsv(app, token, '')).body).toMatchObject({ success: false, message: 'This file is empty.' });
    const noCounts = { rowsRead: 0, rowsNew: 0, rowsChanged: 0, rowsSame: 0, rowsRefused: 0 };
    expect(await sendCsv(app, token, 'name,ci\0ty\nAnn,Boston\n')).toMatchObject({
      status: 422,
      body: {
        success: false,
        message: 'We couldn’t read the first line. It contains invalid characters.',
        ...noCounts,
      },
    });
    expect((await sendCsv(app, token, 'color\nred\n')).body).toMatchObject({
      message: expect.stringContaining('We couldn’t find a name column.'),
      ...noCounts,
    });
    expect((await app.post('/api/admin/import-csv', {})).status).toBe(401);
    expect((await app.get('/api/admin/export-csv', { token: (await app.signIn()).token })).status).toBe(403);
  });
});

describe('cells that can’t be used', () => {
  const text =
    'name,zip,phone,website\nAnn Poe,02134,NOT AVAILABLE,ann.example.com\nBen Ray,02135,617-555-0102,none yet\n';

  it('are left blank and listed, in a preview and once it is applied', async () => {
    const run = await importText(app, text, { options: { dryRun: true } });
    expect(run.message).toBe(
      'Nothing has been changed yet. This file has 2 rows: 2 new, 0 changed, 0 unchanged. 2 cells weren’t usable and are left blank.',
    );
    const { token } = await app.signIn({ role: 'admin' });
    expect((await app.post(`/api/admin/imports/${run.id}/commit`, {}, { token })).status).toBe(202);
    const path = `/api/admin/imports/${run.id}`;
    await expect.poll(async () => (await app.get(path, { token })).body.status).toBe('done');
    expect((await app.get(path, { token })).body.problems).toEqual([
      { kind: 'This is not a phone number.', column: 'phone', count: 1, lines: ['2'], outcome: 'blank' },
      expect.objectContaining({ column: 'website', count: 1, lines: ['3'], outcome: 'blank' }),
    ]);
    expect(await findListing({ name: 'Ann Poe' })).toMatchObject({ phone: null, website: 'https://ann.example.com' });
    expect(await findListing({ name: 'Ben Ray' })).toMatchObject({ phone: '(617) 555-0102', website: null });
  });

  it('keep what a listing has', async () => {
    await importText(app, 'name,zip,phone\nAnn Poe,02134,617-555-0101\n');
    expect(getCounts(await importText(app, 'name,zip,phone\nAnn Poe,02134,call us\n'))).toEqual([0, 0, 1, 0]);
    expect(await findListing({ name: 'Ann Poe' })).toMatchObject({ phone: '(617) 555-0101' });
  });

  it('refuse their rows if the operator asks for that', async () => {
    const run = await importText(app, text.replace('none yet', ''), { options: { refuseBadCells: true } });
    expect(getCounts(run)).toEqual([1, 0, 0, 1]);
  });
});

describe('the mapping of a file', () => {
  it('is not remembered if the run failed', async () => {
    const remembered = async () => Number((await app.deps.db('importMappings').count({ n: '*' }))[0]!.n);
    const text = 'who,zip\nAnn,nowhere\nBen,nowhere\n';
    expect((await importText(app, text, { mapping: { who: 'name', zip: 'zipCode' } })).status).toBe('failed');
    expect(await remembered()).toBe(0);
    await importText(app, text.replaceAll('nowhere', '02134'), { mapping: { who: 'name', zip: 'zipCode' } });
    expect(await remembered()).toBe(1);
  });

  it('needs the columns that a command names', async () => {
    const run = await importText(app, 'who,zip\nAnn,02134\n', { mapping: { Who: 'name' }, neededColumns: ['Who'] });
    expect(run.message).toBe('This file has no column “Who”. Its columns are “who”, “zip”.');
    expect(readMapping('Office Phone=phone\nNote=')).toEqual({ 'Office Phone': 'phone', Note: null });
    expect(() => readMapping('Phone=fon')).toThrow('There is no field “fon”.');
    expect(() => readMapping('Phone')).toThrow('Write COLUMN=field after --map');
  });
});
