import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildListingsCsv, importText } from '#server/test/files/bulk.ts';
import { listQueue, settleQueue } from '#server/test/files/import-queue.ts';
import { buildXlsx } from '#server/test/files/xlsx.ts';
import { saveRecipe } from '../recipe/queries-recipes.ts';
import { FolderLooks } from '../queue/folder-looks.ts';
import { readFolder } from './read-folder.ts';
import { findLatestDue, findNextDue } from './schedule.ts';

let app: TestApp;
let second: TestApp;
let token: string;
let folder: string;
let looks: FolderLooks;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-watch-'));
  const env = { IMPORT_WATCH_DIR: folder };
  app = await testApp({ env });
  second = await testApp({ beside: app, env });
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(async () => {
  await second.stop();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.deps.db.raw(
    'delete from import_queue; delete from import_watch; delete from import_runs; delete from dentists; delete from import_mappings; delete from import_recipes',
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  looks = new FolderLooks(folder);
});

const put = (name: string, text: string | Buffer) => writeFile(join(folder, name), text);
/** Looks twice, because a file must not change between two looks. */
async function read(...servers: [TestApp, FolderLooks][]): Promise<void> {
  const watching = servers.length > 0 ? servers : ([[app, looks]] as [TestApp, FolderLooks][]);
  for (let n = 0; n < 2; n++) {
    await Promise.all(watching.map(([server, ownLooks]) => readFolder(server.deps, ownLooks)));
    app.deps.clock.advance(5_000);
  }
  await Promise.all(watching.map(([server, ownLooks]) => readFolder(server.deps, ownLooks)));
  await settleQueue(app, token);
  // A run ends before its item does, and only files of ended items move.
  const countOpen = async () =>
    Number((await app.deps.db('importQueue').whereNot({ state: 'ended' }).count({ n: '*' }))[0]!.n);
  await expect.poll(countOpen, { timeout: 20_000 }).toBe(0);
  await readFolder(app.deps, looks);
}
const listFiles = (name = '') =>
  readdir(join(folder, name)).then(
    (names) => names.toSorted(),
    () => [],
  );
const sentenceOf = (name: string) => readFile(join(folder, name), 'utf8');
const change = (settings: object) =>
  app.call('PUT', '/api/admin/import-watch', {
    token,
    body: { mode: 'apply', recipe: null, schedule: null, ...settings },
  });
const countListings = async () => Number((await app.deps.db('dentists').count({ n: '*' }))[0]!.n);

describe('the watched folder', { timeout: 90_000 }, () => {
  it('previews a whole file, and moves it when a person has decided', async () => {
    await put('partners.csv', buildListingsCsv(3, 'Watched'));
    await readFolder(app.deps, looks);
    expect(await listQueue(app, token)).toEqual([]);
    await read();
    const [item] = await listQueue(app, token);
    expect(item).toMatchObject({ fileName: 'partners.csv', state: 'review', userName: 'Watched folder' });
    expect([await countListings(), await listFiles()]).toEqual([0, ['partners.csv']]);
    // It stays where it is, and isn't read again.
    await read();
    expect(await listQueue(app, token)).toHaveLength(1);
    await app.post(`/api/admin/imports/${item!.runId}/commit`, {}, { token });
    await expect.poll(countListings, { timeout: 20_000 }).toBe(3);
    await read();
    expect(await listFiles()).toEqual(['done']);
    expect(await listFiles('done')).toEqual(['partners.csv', 'partners.csv.txt']);
    expect(await sentenceOf('done/partners.csv.txt')).toMatch(
      new RegExp(`^Imported 3 rows: 3 new.*\\n${app.url}/admin/imports/${item!.runId}\\n$`),
    );
  });

  it('leaves a file that replaced the one that was decided on', async () => {
    await put('list.csv', buildListingsCsv(2, 'Old'));
    await read();
    const [old] = await listQueue(app, token);
    await put('list.csv', buildListingsCsv(3, 'New'));
    await app.post(`/api/admin/imports/${old!.runId}/cancel`, {}, { token });
    await read();
    expect([await listFiles(), await listFiles('failed')]).toEqual([['list.csv'], []]);
    expect((await listQueue(app, token)).map(({ state }) => state)).toEqual(['review', 'canceled']);
  });

  it('ignores files that are still written, hidden files, links, and folders', async () => {
    await Promise.all([put('.hidden.csv', 'name\nA\n'), put('big.csv.part', 'name\nA\n'), mkdir(join(folder, 'sub'))]);
    await symlink('/etc/hostname', join(folder, 'link.csv'));
    for (let n = 1; n <= 4; n++) {
      await put('grows.csv', buildListingsCsv(n, 'Grows'));
      await readFolder(app.deps, looks);
      app.deps.clock.advance(5_000);
    }
    expect(await listQueue(app, token)).toEqual([]);
    await read();
    expect((await listQueue(app, token)).map(({ fileName }) => fileName)).toEqual(['grows.csv']);
  });

  it('applies files, imports each content once, and says why a file failed', async () => {
    expect((await change({})).status).toBe(200);
    await put('a.csv', buildListingsCsv(5, 'Once'));
    await put('scan.csv', Buffer.from('%PDF-1.7 binary\0\0'));
    await read();
    expect(await countListings()).toBe(5);
    await put('copy.csv', buildListingsCsv(5, 'Once'));
    await put('a.csv', buildListingsCsv(6, 'Once'));
    await read();
    expect(await countListings()).toBe(6);
    expect(await listFiles('done')).toEqual([
      'a (2).csv',
      'a (2).csv.txt',
      'a.csv',
      'a.csv.txt',
      'copy.csv',
      'copy.csv.txt',
    ]);
    expect(await sentenceOf('done/copy.csv.txt')).toMatch(
      /^This exact file was imported before: run \d+, .* by Watched folder\./,
    );
    expect(await listFiles('failed')).toEqual(['scan.csv', 'scan.csv.txt']);
    expect(await sentenceOf('failed/scan.csv.txt')).toMatch(/PDF/);
    expect(await app.deps.db('importRuns').where({ status: 'done' })).toHaveLength(2);
  });

  it('holds a file with warnings for a person, and applies none of it', async () => {
    await importText(app, buildListingsCsv(60, 'Known'));
    await change({});
    await put(
      'no-zip.csv',
      `name,city,state\n${Array.from({ length: 25 }, (_, n) => `Dr. Odd ${n},Boston,MA\n`).join('')}`,
    );
    await put('unknown.csv', buildListingsCsv(25, 'Unknown'));
    await put(
      'rewrites.csv',
      `name,city,state,zipCode,phone\n${Array.from({ length: 30 }, (_, n) => `Dr. Known ${n},Boston,MA,02118,617555${1000 + n}\n`).join('')}`,
    );
    await read();
    const held = await listQueue(app, token);
    expect(held.map(({ state }) => state)).toEqual(['review', 'review', 'review']);
    const runs = await app.deps.db('importRuns').where({ status: 'ready' }).select('warnings');
    const codes = (runs as { warnings: { code: string }[] }[]).flatMap(({ warnings }) =>
      warnings.map(({ code }) => code),
    );
    expect(new Set(codes)).toEqual(new Set(['no_zip', 'nothing_matched', 'many_changes']));
    expect([await countListings(), (await listFiles()).length]).toEqual([60, 3]);
    await app.post(`/api/admin/imports/${held[0]!.runId}/cancel`, {}, { token });
    await read();
    expect((await listFiles('failed')).length).toBe(2);
  });

  it('uses the recipe that was made for the header of a file, or the chosen one', async () => {
    const at = app.deps.clock.now();
    const mapping = { Who: 'name', Town: 'city', ST: 'state', Code: 'zipCode' };
    const steps = [{ do: 'replace' as const, column: 'Who', find: 'known', with: 'Changed' }];
    await saveRecipe(app.deps.db, { name: 'Partner list', steps, mapping, at });
    await change({});
    await put('partner.csv', 'Who,Town,ST,Code\nDr known,Boston,MA,02118\n');
    await read();
    expect(await app.deps.db('dentists').pluck('name')).toEqual(['Dr Changed']);
    expect((await change({ recipe: 'No such recipe' })).status).toBe(400);
    await change({ recipe: 'Partner list' });
    await put('other.csv', 'name,city\nDr Other,Boston\n');
    await read();
    expect(await sentenceOf('failed/other.csv.txt')).toMatch(/“Partner list” needs the column “Who”/);
  });

  it('reads a file in the format of its recipe: header line, delimiter, encoding, and sheet', async () => {
    const at = app.deps.clock.now();
    const save = (name: string, format: FileFormat, mapping: Record<string, string>) =>
      saveRecipe(app.deps.db, { name, steps: [], mapping, format, at });
    await save('Board', { headerLine: 3, delimiter: '|', encoding: 'windows-1252' }, { Who: 'name', Town: 'city' });
    await save('Group', { sheet: 'People' }, { Dentist: 'name', Place: 'city' });
    await change({});
    await put('board.txt', Buffer.from('State board\nJosé;Boston;MA\nWho|Town\nDr Núñez|San Juan\n', 'latin1'));
    const sheets = {
      Cover: [['Dentist'], ['Nobody']],
      People: [
        ['Dentist', 'Place'],
        ['Dr Sheet', 'Boston'],
      ],
    };
    await put('group.xlsx', buildXlsx(sheets));
    // A spreadsheet without the sheet of any recipe is read as it is.
    await put('plain.xlsx', buildXlsx({ Only: [['name', 'city'], ['Dr Plain', 'Boston']] })); // prettier-ignore
    await read();
    const added = await app.deps.db('dentists').orderBy('name').select('name', 'city');
    expect(added).toEqual([
      { name: 'Dr Núñez', city: 'San Juan' },
      { name: 'Dr Plain', city: 'Boston' },
      { name: 'Dr Sheet', city: 'Boston' },
    ]);
    await change({ recipe: 'Group' });
    await put('other.xlsx', buildXlsx({ Only: [['name'], ['Dr Else']] }));
    await read();
    expect(await sentenceOf('failed/other.xlsx.txt')).toMatch(/There is no sheet “People”/);
    const left = await readdir(join(app.deps.config.DATA_DIR, 'uploads')).catch(() => []);
    expect(left).toEqual([]);
  });

  it('moves a file that a person removed from the queue, and does not bring it back', async () => {
    await change({});
    await put('removed.csv', buildListingsCsv(2, 'Removed'));
    const hold = await app.deps.db.transaction();
    await hold.raw('select pg_advisory_xact_lock(724001, 0)');
    await readFolder(app.deps, looks);
    app.deps.clock.advance(5_000);
    await readFolder(app.deps, looks);
    onTestFinished(async () => {
      if (!hold.isCompleted()) await hold.rollback();
    });
    const [item] = await listQueue(app, token);
    expect((await app.post(`/api/admin/import-queue/${item!.id}/cancel`, {}, { token })).status).toBe(200);
    await hold.rollback();
    await read();
    expect([await countListings(), await listFiles('failed')]).toEqual([0, ['removed.csv', 'removed.csv.txt']]);
    expect(await sentenceOf('failed/removed.csv.txt')).toMatch(/removed this file from the queue/);
  });

  it('queues each file once when two servers share it', async () => {
    await change({});
    for (let n = 0; n < 6; n++) await put(`${n}.csv`, buildListingsCsv(3, `Shared ${n}`));
    await read([app, looks], [second, new FolderLooks(folder)]);
    expect(await countListings()).toBe(18);
    expect(await app.deps.db('importRuns').where({ status: 'done' })).toHaveLength(6);
    expect((await listFiles('done')).length).toBe(12);
  });

  it('reads at the time of its schedule, or when a person asks', async () => {
    const now = app.deps.clock.now();
    const time = new Date(now.getTime() + 3_600_000).toISOString().slice(11, 16);
    const { body } = await change({ schedule: { weekday: null, time, zone: 'UTC' } });
    expect(new Date(body.nextReadAt).getTime() - now.getTime()).toBeLessThanOrEqual(3_600_000);
    await put('later.csv', buildListingsCsv(2, 'Later'));
    await read();
    expect(await countListings()).toBe(0);
    app.deps.clock.advance(3_600_000);
    await read();
    expect(await countListings()).toBe(2);
    await put('asked.csv', buildListingsCsv(3, 'Asked'));
    await read();
    expect(await countListings()).toBe(2);
    expect((await app.post('/api/admin/import-watch/read', {}, { token })).status).toBe(200);
    await read();
    expect(await countListings()).toBe(5);
  });

  it('says that it can’t be read, until it can', async () => {
    await rm(folder, { recursive: true });
    await readFolder(app.deps, looks);
    const problemOf = async () => (await app.get('/api/admin/import-watch', { token })).body.problem;
    expect(await problemOf()).toBe(`There is no folder ${folder}.`);
    await mkdir(folder);
    await chmod(folder, 0o755);
    await readFolder(app.deps, looks);
    expect(await problemOf()).toBeNull();
  });
});

it('keeps its local time across a daylight saving change', () => {
  const schedule = { weekday: null, time: '02:30', zone: 'America/New_York' };
  expect(findLatestDue(new Date('2026-10-31T12:00:00Z'), schedule).toISOString()).toBe('2026-10-31T06:30:00.000Z');
  expect(findNextDue(new Date('2026-10-31T12:00:00Z'), schedule).toISOString()).toBe('2026-11-01T07:30:00.000Z');
  const weekly = { weekday: 0, time: '03:00', zone: 'America/Los_Angeles' };
  expect(findLatestDue(new Date('2026-11-04T00:00:00Z'), weekly).toISOString()).toBe('2026-11-01T11:00:00.000Z');
  expect(findNextDue(new Date('2026-11-01T11:00:00Z'), weekly).toISOString()).toBe('2026-11-08T11:00:00.000Z');
});
