import { readdir, readFile, rm } from 'node:fs/promises';
import { type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaffConsole } from '../console.ts';
import { exportList } from '#ui/bulk/admin/export-list.ts';
import { createHandlers } from '../handlers.ts';
import { FakeServer } from '../../e2e/harness/main/fake-server.ts';
import { useFolder } from '../../e2e/harness/main/test-folder.ts';
import { ConsoleTest } from '../../e2e/harness/main/console-test.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';

const out = useFolder();
const parts = { askSave: async (name: string) => join(out, name) };

describe('exports', () => {
  const test = new ConsoleTest(parts);
  let token: string;
  beforeAll(async () => {
    await test.app.deps
      .db('dentists')
      .insert({ name: 'Zoë Müller', city: 'Boston', state: 'MA', bio: 'Kind, "gentle"\ncare' });
    ({ token } = await test.app.signIn({ role: 'admin' }));
  });

  it.each([
    ...exportList.map(({ name, type }) => [`/api/admin/export/${name}`, `${name}.${type}`]),
    ['/api/admin/export-csv', 'dental-practices.csv'],
  ])('saves %s byte for byte', async (url, name) => {
    const saved = await createHandlers(test.staffConsole).save({ url: url!, name: name! });
    expect(saved).toMatchObject({ saved: true, name });
    const own = await fetch(test.app.url + url!, { headers: { authorization: `Bearer ${token}` } });
    expect(own.status).toBe(200);
    const bytes = await readFile(join(out, name!));
    expect(bytes.length).toBeGreaterThan(1);
    expect(bytes.equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
    expect(await readdir(out)).toEqual([name]);
    await rm(join(out, name!));
  });

  it('saves a complete backup', async () => {
    expect(
      await createHandlers(test.staffConsole).save({ url: '/api/admin/backup', name: 'enamel-backup.gz' }),
    ).toMatchObject({
      saved: true,
    });
    expect(gunzipSync(await readFile(join(out, 'enamel-backup.gz'))).toString('utf8')).toContain('Zoë Müller');
    await rm(join(out, 'enamel-backup.gz'));
  });
});

describe('streamed saves', () => {
  const folder = useFolder();
  let staffConsole: StaffConsole;
  beforeAll(async () => void (staffConsole = await StaffConsole.open(createTestHost(folder, parts))));
  let calls: ReturnType<typeof createHandlers>;
  const save = (wish: Parameters<(typeof calls)['save']>[0]) => calls.save(wish);
  const begin = async () => {
    calls = createHandlers(staffConsole);
    const { job } = await save({ name: 'table.csv', begin: true });
    return job!;
  };
  const listFiles = async () => (await readdir(out)).map((name) => name.replace(/\.[\da-f]{8}\.part$/, ' in part'));

  it('writes parts in order, and shows the final name only at the end', async () => {
    const to = await begin();
    for (let n = 0; n < 50; n++) expect(await save({ to, part: `${n},Zoë\n` })).toMatchObject({ saved: true });
    expect(await listFiles()).toEqual(['table.csv in part']);
    expect(await save({ to, end: true })).toMatchObject({ saved: true, name: 'table.csv' });
    expect(await readFile(join(out, 'table.csv'), 'utf8')).toBe(
      Array.from({ length: 50 }, (_, n) => `${n},Zoë\n`).join(''),
    );
    await expect(save({ to, part: 'more' })).rejects.toThrow('no longer being saved');
    await rm(join(out, 'table.csv'));
  });
  it('leaves no file when canceled or when the console stops', async () => {
    const to = await begin();
    await save({ to, part: 'a,b\n' });
    expect(calls.cancel(to)).toBe(true);
    await expect.poll(listFiles).toEqual([]);
    expect(await save({ to, part: 'more' })).toMatchObject({ saved: false });
    expect(staffConsole.state().jobs.at(-1)).toMatchObject({
      state: 'cancelled',
      message: 'Canceled. Nothing was saved.',
    });
    const other = await begin();
    await save({ to: other, part: 'a,b\n' });
    await staffConsole.stop();
    await expect.poll(listFiles).toEqual([]);
  });
  it('rejects invalid names and unknown saves', async () => {
    calls = createHandlers(staffConsole);
    for (const name of ['../x.csv', 'CON.csv', 'run.exe'])
      await expect(save({ name, begin: true })).rejects.toThrow('can’t have this name');
    await expect(save({ to: 'elsewhere', end: true })).rejects.toThrow('no longer being saved');
    expect(await readdir(out)).toEqual([]);
  });
});

describe('a running export', () => {
  const folder = useFolder();
  const server = new FakeServer();
  let answer: ServerResponse | null = null;
  let staffConsole: StaffConsole;
  beforeAll(async () => {
    server.intercept = (path, _req, res) => {
      if (path === '/readyz') return false;
      res.writeHead(200, { 'content-type': 'text/csv' }).write('id,name\n'.repeat(10_000));
      answer = res;
      return true;
    };
    staffConsole = await StaffConsole.open(createTestHost(folder, parts));
    await staffConsole.chooseServer(await server.open());
  });
  afterAll(async () => {
    await staffConsole.stop();
    await server.close();
  });
  const begin = async () => {
    answer = null;
    const saving = createHandlers(staffConsole).save({ url: '/api/admin/export/articles', name: 'articles.csv' });
    const running = () => staffConsole.state().jobs.find(({ state }) => state === 'running');
    await expect.poll(() => running()?.done ?? 0).toBe(80_000);
    expect((await readdir(out)).map((name) => name.replace(/\.[\da-f]{8}\.part$/, ' in part'))).toEqual([
      'articles.csv in part',
    ]);
    return { saving, job: running()!.id };
  };

  it('reports progress, and shows the final name only at the end', async () => {
    const { saving } = await begin();
    answer!.end('end\n');
    expect(await saving).toMatchObject({ saved: true });
    expect(await readdir(out)).toEqual(['articles.csv']);
    expect((await readFile(join(out, 'articles.csv'))).length).toBe(80_004);
    expect(staffConsole.state().jobs.at(-1)).toMatchObject({ kind: 'export', state: 'done', done: 80_004 });
    await rm(join(out, 'articles.csv'));
  });
  it('leaves no file when canceled', async () => {
    const { saving, job } = await begin();
    expect(createHandlers(staffConsole).cancel(job)).toBe(true);
    expect(await saving).toMatchObject({ saved: false });
    expect(await readdir(out)).toEqual([]);
    expect(staffConsole.state().jobs.at(-1)).toMatchObject({
      state: 'cancelled',
      message: 'Canceled. Nothing was saved.',
    });
  });
  it('leaves no file when cut off, and says so', async () => {
    const { saving } = await begin();
    answer!.destroy();
    await expect(saving).rejects.toThrow(/nothing was saved/i);
    expect(await readdir(out)).toEqual([]);
    expect(staffConsole.state().jobs.at(-1)).toMatchObject({ state: 'failed' });
  });
});
