import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildListingsCsv } from '#server/test/files/bulk.ts';
import { listQueue, settleQueue } from '#server/test/files/import-queue.ts';
import { openConsoleOf } from '../../e2e/harness/main/console-test.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

let app: TestApp;
let token: string;
let home: string;
let folder: string;
let now: Date;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());
beforeEach(async () => {
  home = makeFolder();
  folder = join(home, 'partners');
  await mkdir(folder);
  now = new Date('2026-03-02T10:00:00');
  await app.deps.db.raw('delete from import_queue; delete from import_runs; delete from dentists');
});

async function openConsole() {
  const notifications: string[] = [];
  const staffConsole = await openConsoleOf(app, home, {
    askFolder: async () => folder,
    clock: { now: () => now, every: () => () => {} },
    notify: (title, body) => void notifications.push(`${title}: ${body}`),
  });
  return { staffConsole, watch: staffConsole.folderWatch, notifications };
}
type Opened = Awaited<ReturnType<typeof openConsole>>;
const put = (name: string, text: string) => writeFile(join(folder, name), text);
/** Polls twice, because a file must not change between two polls, and a third time after its import. */
async function check({ watch }: Opened): Promise<void> {
  for (let n = 0; n < 2; n++) {
    await watch.check();
    now = new Date(now.getTime() + 5_000);
  }
  await settleQueue(app, token);
  await watch.check();
}
const listFiles = (name = '') =>
  readdir(join(folder, name)).then(
    (names) => names.toSorted(),
    () => [],
  );
const countListings = async () => Number((await app.deps.db('dentists').count({ n: '*' }))[0]!.n);

it('previews a file, and moves it when a person has decided, also after a restart', { timeout: 90_000 }, async () => {
  const opened = await openConsole();
  await opened.watch.add({ mode: 'preview', when: null }, folder);
  await put('list.csv', buildListingsCsv(4, 'Console'));
  await check(opened);
  expect(opened.watch.describe()).toMatchObject([{ folder: 'partners', mode: 'preview', waiting: 1, problem: null }]);
  const [item] = await listQueue(app, token);
  expect(item).toMatchObject({ fileName: 'list.csv', state: 'review', userName: 'Maria Lopez' });
  expect([await countListings(), await listFiles()]).toEqual([0, ['list.csv']]);
  await opened.staffConsole.stop();
  const again = await openConsole();
  await check(again);
  expect(await listQueue(app, token)).toHaveLength(1);
  await app.post(`/api/admin/imports/${item!.runId}/commit`, {}, { token });
  await expect.poll(countListings, { timeout: 20_000 }).toBe(4);
  await expect.poll(async () => (await listQueue(app, token))[0]!.state, { timeout: 20_000 }).toBe('done');
  await check(again);
  expect([await listFiles(), await listFiles('done')]).toEqual([['done'], ['list.csv', 'list.csv.txt']]);
  expect(await readFile(join(folder, 'done', 'list.csv.txt'), 'utf8')).toMatch(/^Imported 4 rows: 4 new/);
  expect(again.watch.describe()).toMatchObject([{ waiting: 0 }]);
  await again.staffConsole.stop();
});

it(
  'applies lists without warnings, imports each content once, and leaves other files alone',
  { timeout: 90_000 },
  async () => {
    const opened = await openConsole();
    await opened.watch.add({ mode: 'apply', when: null }, folder);
    await put('a.csv', buildListingsCsv(6, 'Applied'));
    await put('empty.csv', '');
    await put('passwords.csv', 'name,url,username,password\nBank,https://bank.example,ann,secret\n');
    await put('letter.pdf', '%PDF-1.7');
    await check(opened);
    expect(await countListings()).toBe(6);
    await put('b.csv', buildListingsCsv(6, 'Applied'));
    await put('strange.csv', buildListingsCsv(30, 'Strange'));
    await check(opened);
    expect(await countListings()).toBe(6);
    expect(await listFiles()).toEqual(['done', 'empty.csv', 'letter.pdf', 'passwords.csv', 'strange.csv']);
    expect(opened.watch.describe()).toMatchObject([{ others: 3 }]);
    expect(await listFiles('done')).toEqual(['a.csv', 'a.csv.txt', 'b.csv', 'b.csv.txt']);
    expect(await readFile(join(folder, 'done', 'b.csv.txt'), 'utf8')).toMatch(/imported before/);
    expect(opened.notifications.join()).toMatch(/Import finished: a\.csv/);
    await opened.staffConsole.stop();
  },
);

it('waits for its schedule, and for the person who chose the folder', { timeout: 90_000 }, async () => {
  const opened = await openConsole();
  await opened.watch.add({ mode: 'preview', when: { weekday: null, time: '12:00' } }, folder);
  await expect(opened.watch.add({ mode: 'preview', when: null }, folder)).rejects.toThrow('already watched');
  await put('noon.csv', buildListingsCsv(2, 'Noon'));
  await check(opened);
  expect(await listQueue(app, token)).toEqual([]);
  now = new Date('2026-03-02T12:00:01');
  await opened.staffConsole.signOut(true);
  await check(opened);
  expect([await listQueue(app, token), opened.watch.describe()]).toEqual([[], []]);
  await opened.staffConsole.stop();
  const again = await openConsole();
  await check(again);
  expect(await listQueue(app, token)).toHaveLength(1);
  await again.watch.remove(again.watch.describe()[0]!.key);
  expect(again.watch.describe()).toEqual([]);
  await again.staffConsole.stop();
});
