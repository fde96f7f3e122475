import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { expect } from 'vitest';
import { factFields } from '#shared/listings/facts.ts';
import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import { rows } from '#server/base/db/knex.ts';
import { spoolUpload } from '#server/bulk/read/spool.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import type { TestApp } from '#server/test/app.ts';
import { formatRow, headerLine, makeDentist } from '#server/bulk/registry/test/registry-file.ts';

const NAME = 'npidata_pfile_20050523-20261108.csv';
/** The columns of an export that a row of the registry, the numbers of the directory, or the place of a ZIP code fill. */
const filledColumns = new Set([
  'id',
  'name',
  'title',
  'specialty',
  'practiceType',
  'phone',
  'reviewCount',
  'address',
  'city',
  'state',
  'zipCode',
  'npi',
  'lat',
  'lng',
  'gender',
  'license',
  'licenseState',
  'npiSince',
  'pointExactness',
]);

function* writeMonth(count: number): Generator<string> {
  yield `${headerLine}\n`;
  for (let n = 1; n <= count; n += 1) yield formatRow(makeDentist(n));
}

/** Imports a month of the registry through the importer. */
export async function importMonth(app: TestApp, count: number): Promise<void> {
  const file = await spoolUpload(Readable.from(writeMonth(count)), NAME, app.deps.config.DATA_DIR);
  const run = await startImport(app.deps, { file, actor: null, options: {} });
  expect((await run.finished).message).toContain(`${count.toLocaleString('en-US')} new`);
}

/** Reads the list of all dentists in pieces, each of which begins with the known facts of a listing. */
async function* readAllListings(app: TestApp): AsyncGenerator<string> {
  const response = await fetch(`${app.url}/api/dentists`);
  expect(response.status).toBe(200);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const end = text.lastIndexOf('"known":');
    if (end <= 0) continue;
    yield text.slice(0, end);
    text = text.slice(end);
  }
  yield text;
}

/** Fails if a call, a filter, a count, or an export states something about these dentists that the registry's file doesn't. */
export async function expectNothingAdded(app: TestApp, count: number, token: string): Promise<void> {
  const stated = new RegExp(`"(?:${factFields.join('|')})":true|"known":\\{"|"rating":\\d|"bio":"|"confirmedAt":"`);
  let [open, dated] = [0, 0];
  for await (const text of readAllListings(app)) {
    expect(stated.exec(text)?.[0]).toBeUndefined();
    open += text.split('"known":{}').length - 1;
    dated += text.split('"lastConfirmed":{"statedBy":"registry","statedOn":"2026-11-08"}').length - 1;
  }
  expect([open, dated]).toEqual([count, count]);

  const total = async (query: string) =>
    Number((await app.get(`/api/dentists/search?pageSize=1&page=1&${query}`)).headers.get('x-total-count'));
  expect(await total('')).toBeGreaterThan(0);
  for (const query of [
    ...featureFilterNames.map((name) => `${name}=true`),
    'openOn=mon',
    'evening=true',
    'language=English',
    'maxPrice=1000',
    'minRating=3.5',
    'plan=delta-dental',
  ])
    expect([query, await total(query)]).toEqual([query, 0]);
  expect(
    await rows(app.deps.db, 'select distinct feature from facets where feature between 10001 and 10100 and n > 0'),
  ).toEqual([]);

  const ids = (await rows<{ id: number }>(app.deps.db, 'select id from dentists order by md5(id::text) limit 200')).map(
    ({ id }) => id,
  );
  for (const id of ids) {
    const { body } = await app.get(`/api/dentists/${id}`);
    expect(body).toMatchObject({
      known: {},
      lastConfirmed: { statedBy: 'registry', statedOn: '2026-11-08' },
      hoursStatedOn: null,
      plansStatedOn: null,
      npiSource: 'NPI registry, Nov 8, 2026',
      claimed: false,
    });
    expect(factFields.map((field) => body[field])).toEqual(factFields.map(() => false));
  }

  let exported = 0;
  const response = await fetch(`${app.url}/api/admin/export-csv`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = Papa.parse<Record<string, string>>(await response.text(), { header: true, skipEmptyLines: true });
  for (const row of data) {
    exported += 1;
    const added = Object.keys(row).filter((column) => row[column] !== '' && !filledColumns.has(column));
    expect([added, row.reviewCount]).toEqual([[], '0']);
  }
  expect(exported).toBe(count);
}
