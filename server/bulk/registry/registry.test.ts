import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { commitRun } from '#server/bulk/importer/commit-run.ts';
import { undoRun } from '#server/bulk/undo/undo.ts';
import { changeListing } from '#server/listings/history.ts';
import { makeNpi } from './test/npi.ts';
import { formatFile, headerLine, makeClinic, makeDentist, type RegistryRow } from './test/registry-file.ts';
import { writeDeactivationReport } from './test/deactivation-report.ts';
import { buildZip } from '#server/test/files/xlsx.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw(
    'delete from registry_records; delete from registry_retirements; delete from claim_requests; delete from dentists; delete from listing_tombstones; delete from practices',
  );
});

const MONTH = 'npidata_pfile_20050523-20261011.csv';
const WEEK = 'npidata_pfile_20261012-20261018.csv';
const NEXT_MONTH = 'npidata_pfile_20050523-20261108.csv';

const load = (file: readonly RegistryRow[], name = MONTH, options = {}) =>
  importText(app, formatFile(file), { name, options });
const countsOf = (run: { rowsNew: number | null; rowsChanged: number | null; rowsSame: number | null }) => [
  run.rowsNew,
  run.rowsChanged,
  run.rowsSame,
];
const findByNpi = async (number: number) => {
  const [row] = await rows<Record<string, never>>(
    app.deps.db,
    `select d.*, cast(d.npi_since as text) as npi_since, p.name as practice from dentists d left join practices p on p.id = d.practice_id where d.npi = ? order by d.deleted_at nulls first`,
    [makeNpi(number)],
  );
  return row;
};
const countListings = async () =>
  Number((await rows<{ n: number }>(app.deps.db, 'select count(*) as n from dentists where deleted_at is null'))[0]!.n);

const doctor: RegistryRow = makeDentist(900, { credentials: 'M.D.', taxonomies: [['207Q00000X', 'K1', 'TX', 'Y']] });

describe('a monthly file', () => {
  it('keeps active dental providers in the US and writes them as listings', async () => {
    const run = await load([
      makeDentist(1, { last: "O'BRIEN-MCALLEN", first: 'MARY', middle: 'LOU', suffix: 'III', address2: '# 200' }),
      doctor,
      makeDentist(2, { country: 'CA', state: 'ON' }),
      { npi: makeNpi(3), deactivated: '10/05/2025' },
      makeDentist(4, { taxonomies: [['124Q00000X', '', '', 'Y']] }),
      makeDentist(5, {
        taxonomies: [
          ['122300000X', '1', 'OK', 'N'],
          ['1223X0400X', '77', 'TX', 'Y'],
        ],
        deactivated: '01/01/2020',
        reactivated: '02/01/2020',
      }),
    ]);
    expect(run.message).toBe('Imported 2 rows: 2 new, 0 changed, 0 unchanged.');
    expect(run.notes).toContain('Of 6 providers, 2 active dentists and 0 clinics in the US were read.');
    expect(await findByNpi(1)).toMatchObject({
      name: "Mary L. O'Brien-McAllen III",
      title: 'DDS',
      specialty: 'General Dentistry',
      gender: 'female',
      phone: '(512) 555-1001',
      address: '101 Main St, #200',
      city: 'Austin',
      zipCode: '78701',
      timeZone: 'America/Chicago',
      license: '20001',
      licenseState: 'TX',
      npiSince: '2006-05-23',
      fieldSources: { '*': { source: 'import', name: 'NPI registry, Oct 11, 2026' } },
    });
    const { lat, lng } = (await findByNpi(1)) as unknown as { lat: number; lng: number };
    expect([Math.round(lat), Math.round(lng)]).toEqual([30, -98]);
    expect(await findByNpi(5)).toMatchObject({ specialty: 'Orthodontics', license: '77', licenseState: 'TX' });
  });

  it('joins dentists to the clinic at their address or phone', async () => {
    await load([
      makeClinic(10),
      makeDentist(11, { address: '110 MAIN STREET' }),
      makeDentist(12, { phone: '5125551010' }),
      makeDentist(13),
      makeDentist(14, { phone: '5125551010', city: 'DALLAS', zip: '75201' }),
    ]);
    const names = await Promise.all(
      [11, 12, 13, 14].map(async (number) => (await findByNpi(number))?.practice ?? null),
    );
    expect(names).toEqual(['Smiles of DeSoto 10 PLLC', 'Smiles of DeSoto 10 PLLC', null, null]);
    const practices = await rows(app.deps.db, 'select npi, name, city, phone from practices');
    expect(practices).toEqual([
      { npi: makeNpi(10), name: 'Smiles of DeSoto 10 PLLC', city: 'Austin', phone: '(512) 555-1010' },
    ]);
  });

  it('changes nothing when it is imported again', async () => {
    const file = [makeClinic(20), ...Array.from({ length: 300 }, (_, n) => makeDentist(21 + n))];
    expect(countsOf(await load(file))).toEqual([300, 0, 0]);
    const dump = () =>
      rows(
        app.deps.db,
        'select md5(string_agg(d::text, chr(10) order by id)) as sum, max(updated_at) as at from dentists d',
      );
    const before = await dump();
    expect(countsOf(await load(file))).toEqual([0, 0, 300]);
    expect(await dump()).toEqual(before);
  });

  it('reads renamed and added columns, plain cells, and zip files alike', async () => {
    const file = formatFile([makeDentist(30), doctor]);
    const renamed = file.replace('"Provider Gender Code"', '"Provider Sex Code"');
    const [header, ...lines] = renamed.trim().split('\n');
    const extended = [`${header},"Added One","Added Two"`, ...lines.map((line) => `${line},"x","y"`)].join('\r\n');
    const plain = `${headerLine.replaceAll('"', '')}\n${file.split('\n').slice(1).join('\n').replaceAll('"', '')}`;
    const bundle = buildZip({
      'npidata_pfile_20050523-20261011_fileheader.csv': `${headerLine}\n`,
      'othername_pfile_20050523-20261011.csv': '"NPI","Provider Other Organization Name"\n',
      [MONTH]: file,
    });
    for (const content of [renamed, extended, plain, bundle]) {
      await app.deps.db.raw('delete from registry_records; delete from dentists; delete from listing_tombstones');
      const run = await importText(app, content, { name: 'registry.zip' });
      expect(countsOf(run)).toEqual([1, 0, 0]);
      expect(await findByNpi(30)).toMatchObject({ gender: 'female', license: '20030' });
    }
    expect((await findByNpi(30))!.fieldSources).toMatchObject({ '*': { name: 'NPI registry, Oct 11, 2026' } });
  });

  it('gives its NPI to a listing with the same phone, address, and name', async () => {
    await importText(
      app,
      'name,phone,address,city,state,zipCode,bio\nJane McAllen,(512) 555-1031,131 Main Street,Austin,TX,78701,Hello\nSam Poe,(512) 555-1031,131 Main Street,Austin,TX,78701,\n',
    );
    const run = await load([makeDentist(31, { last: 'MCALLEN', middle: 'Q' })]);
    expect(countsOf(run)).toEqual([0, 1, 0]);
    expect(await findByNpi(31)).toMatchObject({
      name: 'Jane Q. McAllen',
      bio: 'Hello',
      fieldSources: { npi: { source: 'import', name: 'NPI registry, Oct 11, 2026' } },
    });
  });
});

describe('month, week, deactivations, and the next month', () => {
  const people = Array.from({ length: 20 }, (_, n) => makeDentist(100 + n));
  const replace = (file: readonly RegistryRow[], number: number, values: Partial<RegistryRow>) =>
    file.map((row) => (row.npi === makeNpi(number) ? { ...row, ...values } : row));

  it('updates, keeps edits, retires, and restores', async () => {
    expect(countsOf(await load([...people, doctor]))).toEqual([20, 0, 0]);
    const edited = (await findByNpi(101)) as unknown as { id: number };
    await app.deps.db.transaction((trx) =>
      changeListing(trx, edited.id, { phone: '(512) 555-0199' }, { kind: 'owner', userId: null }, app.deps.clock.now()),
    );

    const week = [
      makeDentist(101, { phone: '5125559999', address: '9 NEW RD', updated: '10/13/2026' }),
      makeDentist(102, { phone: '5125559998', updated: '10/13/2026' }),
      makeDentist(150, { updated: '10/14/2026' }),
      { npi: makeNpi(103), deactivated: '10/12/2026' },
      { npi: makeNpi(999), deactivated: '10/12/2026' },
      makeDentist(104, { taxonomies: [['207Q00000X', '', '', 'Y']], updated: '10/15/2026' }),
    ];
    const weekRun = await load(week, WEEK);
    expect(countsOf(weekRun)).toEqual([1, 2, 0]);
    expect(weekRun.fieldsKept).toBe(1);
    expect(weekRun.notes).toContain('2 listings of inactive NPIs were removed.');
    expect(await findByNpi(101)).toMatchObject({ phone: '(512) 555-0199', address: '9 New Rd' });
    expect(await findByNpi(102)).toMatchObject({
      phone: '(512) 555-9998',
      fieldSources: { phone: { name: 'NPI registry, Oct 18, 2026' } },
    });
    expect(await countListings()).toBe(19);
    expect(countsOf(await load(week, WEEK))).toEqual([0, 0, 3]);

    const { userId } = await app.signIn({});
    await app.deps
      .db('dentists')
      .where({ npi: makeNpi(106) })
      .update({ userId });
    const report = writeDeactivationReport([
      [makeNpi(105), '10/20/2026'],
      [makeNpi(106), '10/20/2026'],
      [makeNpi(998), '10/20/2026'],
    ]);
    const reportRun = await importText(app, report, { name: 'NPPES Deactivated NPI Report 20261109.xlsx' });
    expect(reportRun.status).toBe('done');
    expect(reportRun.notes).toEqual([
      'This is a deactivation report of the national provider registry. Its fields are shown as “NPI registry, Nov 9, 2026.”',
      'It has 3 deactivated NPIs, of which 2 are in the directory.',
      '1 listing of inactive NPIs was removed.',
      '1 claimed listing has an inactive NPI and waits in Problems.',
    ]);
    expect(await countListings()).toBe(18);
    const problems = await rows<{ message: string }>(app.deps.db, 'select message from listing_problems');
    expect(problems.map(({ message }) => message)).toEqual([
      `The national provider registry deactivated NPI ${makeNpi(106)} on Oct 20, 2026. Someone manages or claims this listing, so it stays until you decide.`,
    ]);
    await importText(app, report, { name: 'again.xlsx' });
    expect(await rows(app.deps.db, 'select id from listing_problems')).toHaveLength(1);
    // An older file doesn't bring back what a newer one removed.
    expect(countsOf(await load([...people, doctor]))).toEqual([0, 0, 14]);
    expect(await countListings()).toBe(18);

    const retired = (await findByNpi(103)) as unknown as { id: number };
    const nextMonth = [
      ...replace(replace(people, 101, { phone: '5125559999', address: '9 NEW RD', updated: '10/13/2026' }), 102, {
        phone: '5125559998',
        updated: '10/13/2026',
      }).filter(({ npi }) => ![103, 104, 105, 106].map(makeNpi).includes(npi)),
      makeDentist(150, { updated: '10/14/2026' }),
      makeDentist(103, { deactivated: '10/12/2026', reactivated: '11/02/2026', updated: '11/02/2026' }),
      { npi: makeNpi(105), deactivated: '10/20/2026' },
      makeDentist(151, { updated: '11/03/2026' }),
    ];
    const monthRun = await load(nextMonth, NEXT_MONTH);
    expect(countsOf(monthRun)).toEqual([1, 0, 18]);
    expect(monthRun.notes).toContain('1 listing of reactivated NPIs came back.');
    expect(await findByNpi(103)).toMatchObject({ id: retired.id, deletedAt: null });
    expect(await countListings()).toBe(20);
    expect(countsOf(await load(nextMonth, NEXT_MONTH))).toEqual([0, 0, 19]);
  });

  it('previews without a change, and undo brings back what it removed', async () => {
    await load(people);
    const week = [{ npi: makeNpi(103), deactivated: '10/12/2026' }, makeDentist(150, { updated: '10/14/2026' })];
    const preview = await load(week, WEEK, { dryRun: true });
    expect(preview.status).toBe('ready');
    expect(await countListings()).toBe(20);
    const { finished } = await commitRun(app.deps, null, preview.id, {});
    const run = await finished;
    expect([run.status, ...countsOf(run)]).toEqual(['done', 1, 0, 0]);
    expect(await countListings()).toBe(20);
    expect((await findByNpi(103))!.deletedAt).not.toBeNull();
    await undoRun(app.deps, null, run.id);
    expect((await findByNpi(103))!.deletedAt).toBeNull();
    expect(await countListings()).toBe(20);
    expect(countsOf(await load(week, WEEK))).toEqual([1, 0, 0]);
    expect((await findByNpi(103))!.deletedAt).not.toBeNull();
  });

  it('joins existing dentists to a new clinic, and releases them when it closes', async () => {
    await load(people);
    const run = await load([makeClinic(160, { address: '205 MAIN ST' })], WEEK);
    expect(countsOf(run)).toEqual([0, 1, 0]);
    expect((await findByNpi(105))!.practice).toBe('Smiles of DeSoto 160 PLLC');
    const closing = await load([{ npi: makeNpi(160), deactivated: '10/30/2026' }], NEXT_MONTH);
    expect(closing.notes).toContain('1 clinic with an inactive NPI was closed.');
    expect((await findByNpi(105))!.practice).toBeNull();
  });
});
