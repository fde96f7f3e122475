import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sources } from '#shared/sources/sources.ts';
import { commitRun } from '#server/bulk/importer/commit-run.ts';
import { spoolUpload } from '#server/bulk/read/spool.ts';
import { undoRun } from '#server/bulk/undo/undo.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText, sendCsv } from '#server/test/files/bulk.ts';
import {
  formatBoard,
  formatCensusReply,
  formatListings,
  formatPlaces,
  makePeople,
  type Truth,
} from '#server/test/files/source-world.ts';
import { boards } from './readers/readers.ts';
import { runSource } from './run-source.ts';
import { fetchDueSources, requireSource } from './sources.ts';

let app: TestApp;
let token: string;
const people = makePeople(240);
const truth: Truth = new Map();
const ids = new Map<number, number>();
const files = new Map<string, string>();

async function run(key: string, text: string, { apply = true, asOf = '2026-11-08' } = {}) {
  const file = await spoolUpload(Readable.from([Buffer.from(text)]), `${key}.csv`, app.deps.config.DATA_DIR);
  return (await runSource(app.deps, { info: requireSource(key), file, asOf, apply, actor: null })).finished;
}
type Row = Record<string, unknown> & { id: number; fieldSources: Record<string, { via?: string; at: string }> };
const listing = async (n: number): Promise<Row> =>
  (await app.deps.db('dentists').select('*', app.deps.db.raw('cast(license_expires as text) as license_expires')).where({ id: ids.get(n) }).first()) as Row; // prettier-ignore
const everything = async () => (await app.get('/api/admin/export-csv', { token })).text;

beforeAll(async () => {
  app = await testApp({ now: '2026-11-20T12:00:00Z' });
  ({ token } = await app.signIn({ role: 'admin' }));
  await importText(app, formatListings(people));
  for (const { id, name } of (await app.deps.db('dentists').select('id', 'name')) as { id: number; name: string }[])
    ids.set(people.find((person) => person.name === name)!.n, id);
  for (const { state, key } of sources) if (state) files.set(key, formatBoard(state, people, truth));
});
afterAll(() => app.stop());

describe('the boards', () => {
  it.each(sources.flatMap(({ key, state }) => (state ? [[state, key]] : [])))(
    'of %s give each license its status, expiry, and discipline, and nothing to others',
    async (state, key) => {
      const result = await run(key, files.get(key)!);
      const own = people.filter((person) => person.state === state);
      expect(result).toMatchObject({ status: 'done', source: key });
      expect(result.rowsChanged).toBe(own.filter(({ n }) => truth.has(n)).length);
      for (const { n } of own) {
        const row = await listing(n);
        const stated = truth.get(n);
        expect([n, row.licenseStatus, row.licenseExpires, row.licenseDiscipline]).toEqual([
          n,
          stated?.licenseStatus ?? null,
          stated?.licenseExpires ?? null,
          stated?.licenseDiscipline ?? null,
        ]);
        if (stated) expect(row.fieldSources.licenseStatus).toMatchObject({ source: 'import', via: key, at: '2026-11-08T12:00:00.000Z' }); // prettier-ignore
      }
    },
  );

  it('change nothing when the same file is read again', async () => {
    for (const [key, text] of files) {
      const before = await everything();
      const result = await run(key, text);
      expect([key, result.rowsChanged, result.mapping.feed?.fields?.licenseStatus?.added]).toEqual([key, 0, 0]);
      expect(await everything()).toBe(before);
    }
  });

  it('take the badge off a listing whose license has lapsed, and an undo gives it back', async () => {
    const [person] = people.filter(({ n, state }) => state === 'TX' && truth.get(n)?.licenseStatus === 'active');
    const { n, license, name } = person!;
    const { userId } = await app.signIn();
    await app.deps
      .db('dentists')
      .where({ id: ids.get(n) })
      .update({ userId, isVerified: true });
    const [first, last] = name.split(' ');
    const text = `LIC_NBR,LIC_STA_DESC,LIC_EXPR_DTE,FIRST_NME,MIDDLE_NME,LAST_NME,ZIP\n${license},Suspended,,${first},,${last},78701\n`;
    const result = await run('board-tx', text, { asOf: '2026-11-15' });
    expect(await listing(n)).toMatchObject({ licenseStatus: 'suspended', isVerified: false });
    const problems = () => app.deps.db('listingProblems').where({ runId: result.id });
    expect(await problems()).toEqual([
      expect.objectContaining({
        message: `Texas State Board of Dental Examiners, Nov 15, 2026: license TX ${license} is suspended. The listing lost its Verified badge.`,
        status: 'open',
      }),
    ]);
    await undoRun(app.deps, null, result.id);
    expect(await listing(n)).toMatchObject({ licenseStatus: 'active', isVerified: true });
    expect(await problems()).toEqual([]);
  });

  it('open a problem with each action that they state, which takes the badge off, and which no public page shows', async () => {
    const [person] = people.filter(({ n, state }) => state === 'CO' && n % 13 !== 12 && truth.has(n));
    const { n, license, name } = person!;
    const { userId, token: owner } = await app.signIn();
    await app.deps
      .db('dentists')
      .where({ id: ids.get(n) })
      .update({ userId, isVerified: true });
    const [first, last] = name.split(' ');
    const header = files.get('board-co')!.split('\n')[0]!;
    const row = (action: string) => `${last},${first},,,Denver,CO,80202,DEN,00${license},01/01/2028,Active,${action}\n`;
    const actions = row('Letter of Admonition,02/03/2019,02/03/2019') + row('Practice Restriction,04/05/2024,');
    const result = await run('board-co', `${header}\n${row(',,')}${actions}`, { asOf: '2026-11-15' });
    const stated = 'Letter of Admonition (from 2019-02-03 until 2019-02-03); Practice Restriction (from 2024-04-05)';
    expect(await listing(n)).toMatchObject({ licenseDiscipline: stated, isVerified: false });
    const [item] = (await app.deps.db('listingProblems').where({ runId: result.id })) as [{ id: number }];
    expect((await app.get(`/api/admin/inbox/problem/${item.id}`, { token })).body).toMatchObject({
      text: expect.stringMatching(/^Colorado Dental Board, Nov 15, 2026: license CO \d+ .*is listed with “Letter of Admonition .*The listing lost its Verified badge\.$/),
      sourcePage: 'https://data.colorado.gov/Regulations/Professional-and-Occupational-Licenses-in-Colorado/7s5z-vewr',
    }); // prettier-ignore
    for (const path of [
      `/api/dentists/${ids.get(n)}`,
      `/api/user/dentists`,
      `/api/user/dentists/${ids.get(n)}/history`,
    ]) {
      const { status, text } = await app.get(path, { token: owner });
      expect([path, status, /admonition|discipline/i.test(text)]).toEqual([path, 200, false]);
    }
    // The same file doesn't reopen a decision of staff.
    await app.deps.db('dentists').where({ id: ids.get(n) }).update({ isVerified: true }); // prettier-ignore
    await run('board-co', `${header}\n${row(',,')}${actions}`, { asOf: '2026-11-16' });
    expect(await listing(n)).toMatchObject({ isVerified: true });
    await undoRun(app.deps, null, result.id);
    expect(await listing(n)).toMatchObject({ licenseDiscipline: null, isVerified: true });
  });

  it('fill in discipline only where the file of a state has it', () => {
    for (const board of boards) {
      const { fills } = sources.find(({ state }) => state === board.state)!;
      expect([board.state, fills.includes('licenseDiscipline')]).toEqual([board.state, board.discipline !== undefined]);
    }
  });

  it('are refused with the missing column if the file is another one', async () => {
    await expect(run('board-wa', files.get('board-tx')!)).rejects.toThrow(
      'This isn’t a file of Washington State Department of Health: it has no column “CredentialNumber”',
    );
    await expect(run('board-co', 'licenseNumber,firstName,middleName,lastName,licenseStatusDescription,licenseExpirationDate,licenseType\n99999999,Zora,,Quimby,Active,,DEN\n')).rejects.toThrow('None of the 1 rows'); // prettier-ignore
  });
});

describe('the geocoder', () => {
  it('gets the addresses without a point, and gives each its point and exactness', async () => {
    const batch = (await app.get('/api/admin/sources/census/addresses', { token })).text;
    expect(batch.trim().split('\n')).toHaveLength(people.length);
    const numbers = new Map([...ids].map(([n, id]) => [id, n]));
    const reply = formatCensusReply(batch, (id) => numbers.get(id)!, truth);
    const [moved] = people.filter(({ n }) => n % 6 !== 5);
    await app.deps
      .db('dentists')
      .where({ id: ids.get(moved!.n) })
      .update({ address: '9 Newer St' });
    files.set('census', reply);
    const result = await run('census', reply);
    expect(result.rowsChanged).toBe(people.filter(({ n }) => n % 6 !== 5).length - 1);
    // The reply is about the address from before.
    expect((await listing(moved!.n)).lat).toBeNull();
    for (const field of ['lat', 'lng', 'pointExactness']) delete truth.get(moved!.n)![field];
    const [exact, near] = [people[0]!, people[3]!].map(({ n }) => n + 12) as [number, number];
    expect(await listing(exact)).toMatchObject({ lat: Number(truth.get(exact)!.lat), pointExactness: 'address' });
    expect(await listing(near)).toMatchObject({ pointExactness: 'street' });
    const again = (await app.get('/api/admin/sources/census/addresses', { token })).text;
    expect(again.trim().split('\n')).toHaveLength(people.filter(({ n }) => n % 6 === 5).length + 1);
  });

  it('gives the map a point, while the center of a ZIP code is sent as no point', async () => {
    const id = ids.get(12)!;
    expect((await app.get(`/api/dentists/${id}`)).body).toMatchObject({ lat: Number(truth.get(12)!.lat) });
    const [indexed] = (await app.deps.db('listingIndex').where({ id })) as [{ lat: number }];
    expect(indexed.lat).toBeCloseTo(Number(truth.get(12)!.lat), 4);
    await app.deps.db('dentists').where({ id }).update({ pointExactness: 'zip' });
    expect((await app.get(`/api/dentists/${id}`)).body).toMatchObject({ lat: null, lng: null });
    await app.deps.db('dentists').where({ id }).update({ pointExactness: 'address' });
  });
});

describe('the map', () => {
  it('gives offices their website, and leaves other places alone', async () => {
    const before = new Map<number, Row>();
    for (const { n } of people) before.set(n, await listing(n));
    const text = formatPlaces(people, truth);
    files.set('overture', text);
    // The office of the first has another street now, so its phone number alone proves nothing.
    delete truth.get(0)!.website;
    const result = await run('overture', text, { asOf: '2026-11-12' });
    expect(result.status).toBe('done');
    expect(result.mapping.feed).toMatchObject({ rows: 81, matched: 79 });
    for (const { n } of people) {
      const row = await listing(n);
      expect([n, row.website]).toEqual([n, truth.get(n)?.website ?? null]);
      if (n % 3 !== 0) expect(row.updatedAt).toEqual(before.get(n)!.updatedAt);
    }
    const closed = (await app.deps.db('listingProblems').where({ runId: result.id })) as { message: string }[];
    expect(closed).toHaveLength(people.filter(({ n }) => n % 30 === 27).length);
    expect(closed[0]!.message).toBe('Overture Maps, Nov 12, 2026: this practice is closed (90 % sure).');
  });

  it('states every value that a listing has from a source', async () => {
    const fields = ['website', 'facebookUrl', 'lat', 'lng', 'pointExactness', 'licenseStatus', 'licenseExpires', 'licenseDiscipline', 'operatingStatus', 'operatingConfidence']; // prettier-ignore
    let checked = 0;
    for (const { n } of people) {
      const row = await listing(n);
      for (const field of fields)
        if (row[field] !== null) {
          expect([n, field, String(row[field])]).toEqual([n, field, field === 'lat' || field === 'lng' ? String(Number(truth.get(n)![field])) : truth.get(n)![field]]); // prettier-ignore
          expect(row.fieldSources[field]!.via).toMatch(/^(board-|census|overture)/);
          checked++;
        }
    }
    expect(checked).toBeGreaterThan(800);
  });

  it('changes nothing when the same file is read again, and an undo takes all of it back', async () => {
    const before = await everything();
    const again = await run('overture', files.get('overture')!, { asOf: '2026-11-12' });
    expect(again.rowsChanged).toBe(0);
    expect(await everything()).toBe(before);
    const lie = files.get('overture')!.replaceAll('https://office-', 'https://casino-');
    const lied = await run('overture', lie, { asOf: '2026-11-19' });
    expect(lied.rowsChanged).toBeGreaterThan(60);
    await undoRun(app.deps, null, lied.id);
    expect(await everything()).toBe(before);
  });
});

describe('a new listing', () => {
  const ask = async (query: Record<string, string>) =>
    (await app.get(`/api/user/similar-listings?${new URLSearchParams(query).toString()}`, { token })).body as { id: number; score: number; why: string }[]; // prettier-ignore

  it('is compared by the same rules as a file, with the reason', async () => {
    const [, other] = people;
    const { name, phone, address, zip, n } = other!;
    const found = await ask({
      name: `Dr. ${name.toUpperCase()}, DDS`,
      phone,
      address: address.replace('Ave', 'Avenue'),
      zip,
    });
    expect(found[0]).toMatchObject({
      id: ids.get(n),
      score: 100,
      why: 'It has the same name and ZIP code, the same phone number, and the same street and ZIP code.',
    });
    expect(await ask({ address, zip })).toEqual([expect.objectContaining({ id: ids.get(n), score: 30 })]);
    expect(await ask({ name: 'Somebody Unheard', zip })).toEqual([]);
    const misspelled = await ask({ name: `${name}s`, zip });
    expect(misspelled[0]).toMatchObject({ id: ids.get(n), why: 'It has nearly the same name in the same ZIP code.' });
  });
});

describe('the order of origins', () => {
  const website = (n: number, address: string, asOf: string) =>
    run('overture', files.get('overture')!.replace(`https://office-${n}.example/`, address), { asOf });

  it('keeps what the practice wrote, and of two files the newer', async () => {
    const id = ids.get(3)!;
    await website(3, 'https://old.example/', '2026-10-01');
    expect((await listing(3)).website).toBe('https://office-3.example/');
    const stamp = JSON.stringify({ website: { source: 'owner', at: '2020-01-01T00:00:00Z' } });
    await app.deps.db.raw(`update dentists set website = 'https://mine.example/', field_sources = field_sources || cast(? as jsonb) where id = ?`, [stamp, id]); // prettier-ignore
    const result = await website(3, 'https://new.example/', '2026-11-20');
    expect((await listing(3)).website).toBe('https://mine.example/');
    expect(result.mapping.feed?.fields?.website).toMatchObject({ kept: 1 });
  });

  it('keeps what the board says of a license from other files', async () => {
    const id = ids.get(0)!;
    await importText(app, `id,licenseStatus\n${id},revoked\n`);
    expect((await listing(0)).licenseStatus).toBe('active');
  });

  it('follows the order that staff set', async () => {
    const put = (body: object) => app.call('PUT', '/api/admin/sources/overture', { token, body });
    expect((await put({ priority: 9, url: null, every: null })).status).toBe(400);
    const elsewhere = await put({ priority: 3, url: 'https://example.com/places.csv', every: 'month' });
    expect([elsewhere.status, elsewhere.body.fields.url]).toEqual([
      400,
      'Overture Maps is fetched only from overturemaps.org.',
    ]);
    await importText(app, `id,website\n${ids.get(6)},https://file.example/\n`);
    expect((await put({ priority: 5, url: null, every: null })).body).toMatchObject({ priority: 5 });
    await website(6, 'https://later.example/', '2026-11-20');
    expect((await listing(6)).website).toBe('https://file.example/');
    expect((await put({ priority: 2, url: null, every: null })).status).toBe(200);
    await website(6, 'https://later.example/', '2026-11-20');
    expect((await listing(6)).website).toBe('https://later.example/');
  });
});

it('a preview changes nothing until it is applied', async () => {
  const before = await everything();
  const text = files.get('overture')!.replaceAll('https://office-', 'https://next-');
  const answer = await sendCsv(app, token, text, {}, '/api/admin/sources/overture/runs?asOf=2026-11-20');
  expect(answer.status).toBe(202);
  const id = (answer.body as { id: number }).id;
  await expect.poll(async () => (await app.get(`/api/admin/imports/${id}`, { token })).body.status).toBe('ready');
  expect(await everything()).toBe(before);
  await (
    await commitRun(app.deps, null, id, {})
  ).finished;
  expect((await listing(9)).website).toBe('https://next-9.example/');
  const { body } = await app.get('/api/admin/sources', { token });
  const overture = body.sources.find(({ key }: { key: string }) => key === 'overture');
  expect(overture).toMatchObject({ lastRun: { id, status: 'done', asOf: '2026-11-20', matching: { rows: 81, matched: 79 } }, attribution: '© Overture Maps Foundation' }); // prettier-ignore
  expect(overture.listings).toBeGreaterThan(70);
});

it('a scheduled source is fetched and applied, unless it would change much, and a failure is tried again', async () => {
  const text = files.get('overture')!;
  const replies = [
    { status: 200, body: text.replaceAll('https://office-', 'https://sold-') },
    { status: 200, body: text.split('\n').slice(0, 6).join('\n').replaceAll('https://office-', 'https://fetched-') },
    { status: 500, body: '' },
  ];
  const server = createServer((_req, res) => {
    const { status, body } = replies.shift()!;
    res.writeHead(status, { 'Last-Modified': 'Fri, 20 Nov 2026 08:00:00 GMT' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/places.csv`;
  const setting = () => app.deps.db('sourceSettings').where({ key: 'overture' });
  await app.deps.db('sourceSettings').insert({ key: 'overture', url, every: 'week' }).onConflict('key').merge();
  const fetchDue = async () => {
    await setting().update({ triedAt: null });
    await fetchDueSources(app.deps, { allowLoopback: true, anyHost: true });
    return (await app.get('/api/admin/sources', { token })).body.sources.find(({ key }: { key: string }) => key === 'overture'); // prettier-ignore
  };
  const before = (await listing(12)).website;
  expect((await fetchDue()).lastRun).toMatchObject({ status: 'ready', asOf: '2026-11-20' });
  expect((await listing(12)).website).toBe(before);
  expect((await fetchDue()).lastRun.status).toBe('done');
  expect((await listing(12)).website).toBe('https://fetched-12.example/');
  expect(await fetchDue()).toMatchObject({ failure: 'The server answered with 500.', triedAt: null });
  server.close();
});

it('a profile shows the status of a license with its source and the page of the board, and what the licenses of sources ask for', async () => {
  const stated = truth.get(21)!;
  expect((await app.get(`/api/dentists/${ids.get(21)}`)).body).toMatchObject({
    licenseStatus: stated.licenseStatus,
    licenseExpires: stated.licenseExpires,
    licenseSource: 'Connecticut Department of Public Health, Nov 8, 2026',
    licensePage: 'https://data.ct.gov/Business/State-Licenses-and-Credentials/ngch-56tr',
    attributions: ['© Overture Maps Foundation'],
  });
  expect((await app.get(`/api/dentists/${ids.get(10)}`)).body).toMatchObject({ attributions: [] });
});

it('the coverage counts each field by source and age, and names the source that could fill the most', async () => {
  const { body } = await app.get('/api/admin/sources/coverage', { token });
  const field = (key: string) => body.fields.find((entry: { key: string }) => entry.key === key);
  const known = (await app.deps.db('dentists').whereNotNull('licenseStatus')).length;
  expect(field('licenseStatus')).toMatchObject({ known });
  expect(field('licenseStatus').origins.map(({ origin }: { origin: string }) => origin)).toContain('board-tx');
  const withWebsite = (await app.deps.db('dentists').whereNotNull('website')).length;
  expect(field('hours')).toEqual({ key: 'hours', label: 'Office hours', known: 0, origins: [], next: { source: 'website', name: 'Practice websites', upTo: withWebsite } }); // prettier-ignore
  expect(field('newPatients')).toMatchObject({ known: 0, next: null });
  expect(field('point').next).toMatchObject({ source: 'census' });
  const { token: analyst } = await app.signIn({ role: 'analyst' });
  expect((await app.get('/api/admin/sources/coverage', { token: analyst })).status).toBe(200);
  expect((await app.call('PUT', '/api/admin/sources/npi', { token: analyst, body: { priority: 1, url: null, every: null } })).status).toBe(403); // prettier-ignore
});
