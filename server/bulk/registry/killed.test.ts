import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import { spoolUpload } from '#server/bulk/read/spool.ts';
import { Readable } from 'node:stream';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { formatFile, makeClinic, makeDentist } from './test/registry-file.ts';
import { makeNpi } from './test/npi.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const people = Array.from({ length: 400 }, (_, n) => makeDentist(1 + n));
const week = [
  ...people.slice(0, 50).map((row, n) => ({ ...row, phone: `512556${1000 + n}`, updated: '10/13/2026' })),
  makeClinic(900, { address: '301 MAIN ST' }),
  ...Array.from({ length: 250 }, (_, n) => makeDentist(1000 + n)),
  ...Array.from({ length: 30 }, (_, n) => ({ npi: makeNpi(100 + n), deactivated: '10/12/2026' })),
];
const dump = async () => [
  await rows(app.deps.db, `select md5(string_agg(d::text, chr(10) order by id)) as sum, count(*) as n from dentists d`),
  await rows(
    app.deps.db,
    `select md5(string_agg(r::text, chr(10) order by npi)) as sum, count(*) as n from registry_records r`,
  ),
  await rows(app.deps.db, `select count(*) as practices from practices`),
  await rows(app.deps.db, `select count(*) as n from registry_retirements`),
];

it('leaves the old state when its connection dies at any moment, and completes when it runs again', async () => {
  await importText(app, formatFile(people), { name: 'npidata_pfile_20050523-20261011.csv' });
  const before = await dump();
  for (const wait of [5, 60, 120, 200, 300, 420]) {
    const file = await spoolUpload(
      Readable.from([formatFile(week)]),
      'npidata_pfile_20261012-20261018.csv',
      app.deps.config.DATA_DIR,
    );
    const { id, finished } = await startImport(app.deps, { file, actor: null, options: {} });
    await new Promise((done) => setTimeout(done, wait));
    // Ends the transaction that holds the run's lock, as the death of the process would.
    await rows(
      app.deps.db,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 724002 and objid = ? and database = (select oid from pg_database where datname = current_database())`,
      [id],
    );
    const run = await finished;
    // A fast run may have ended before.
    if (run.status === 'done') break;
    expect(run.status).toBe('failed');
    expect(await dump()).toEqual(before);
  }
  const run = await importText(app, formatFile(week), { name: 'npidata_pfile_20261012-20261018.csv' });
  expect(run.status).toBe('done');
  const [{ n } = { n: 0 }] = await rows<{ n: number }>(
    app.deps.db,
    'select count(*) as n from dentists where deleted_at is null',
  );
  expect(Number(n)).toBe(400 + 250 - 30);
  const after = await dump();
  await importText(app, formatFile(week), { name: 'npidata_pfile_20261012-20261018.csv' });
  expect(await dump()).toEqual(after);
});
