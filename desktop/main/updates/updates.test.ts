import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Jobs } from '../files/save-stream.ts';
import { isNewer, readFeed, Updates, type UpdateMeans } from './updates.ts';

const installer = Buffer.from('MZ an installer '.repeat(5_000));
const sumOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');
/** As the packer writes it. */
const list = (version: string, name: string, sha512 = sumOf(installer)) => `version: ${version}
files:
  - url: ${name}
    sha512: ${sha512}
    size: ${installer.length}
    isAdminRightsRequired: false
path: ${name}
sha512: ${sha512}
releaseDate: '2026-11-21T10:00:00.000Z'
`;

let folder: string;
let feed: Record<string, string | Buffer | ReadableStream<Uint8Array>>;
let said: string[];
let installed: string[];
let shown: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-updates-'));
  feed = {};
  said = [];
  installed = [];
  shown = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function consoleOf(more: Partial<UpdateMeans> = {}) {
  const jobs = new Jobs(() => {});
  const updates = new Updates({
    feed: 'https://updates.example/enamel/',
    version: '0.1.0',
    form: 'nsis',
    arch: 'x64',
    folder,
    jobs,
    async fetch(url, signal) {
      signal?.throwIfAborted();
      const found = feed[url.replace('https://updates.example/enamel/', '')];
      return found === undefined ? new Response('', { status: 404 }) : new Response(found as BodyInit);
    },
    install: async (path) => void installed.push(path),
    changed: () => {},
    show: () => void shown++,
    say: (title, body) => void said.push(`${title}: ${body}`),
    log: () => {},
    ...more,
  });
  return { updates, jobs };
}
const kept = () => readdir(join(folder, 'updates')).catch(() => []);

describe('a newer console', () => {
  it('is one with a higher number, and nothing else', () => {
    expect(isNewer('0.2.0', '0.1.9')).toBe(true);
    expect(isNewer('0.10.0', '0.9.0')).toBe(true);
    for (const other of ['0.1.0', '0.0.9', 'latest', '1.0', '1.0.0-rc1']) expect(isNewer(other, '0.1.0')).toBe(false);
  });

  it('is offered, fetched when that is wanted, and installed when that is wanted', async () => {
    feed = { 'latest.yml': list('0.2.0', 'Enamel-Setup-0.2.0.exe'), 'Enamel-Setup-0.2.0.exe': installer };
    const { updates, jobs } = consoleOf();
    expect(updates.newer).toBeNull();
    await updates.check(false);
    expect(updates.newer).toMatchObject({ version: '0.2.0', how: 'offered' });
    expect(await kept()).toEqual([]);
    await expect(updates.restart()).rejects.toThrow('no update here yet');
    await updates.fetch();
    expect(updates.newer).toMatchObject({ how: 'ready' });
    expect(jobs.list()).toMatchObject([
      { kind: 'update', state: 'done', done: installer.length, total: installer.length },
    ]);
    expect(said).toEqual(['An update is ready: Enamel 0.2.0 is installed when you restart.']);
    // Who asks again is shown it; nothing is fetched twice.
    await updates.check(true);
    expect(shown).toBe(1);
    const running = jobs.start('export', 'x.csv');
    await expect(updates.restart()).rejects.toThrow('still running');
    jobs.end(running.job, 'done');
    await updates.restart();
    expect(installed).toEqual([join(folder, 'updates', 'Enamel-Setup-0.2.0.exe')]);
    expect((await readFile(installed[0]!)).equals(installer)).toBe(true);
  });

  it.each<[string, Record<string, string | Buffer>, RegExp]>([
    ['other bytes', { 'a.exe': Buffer.from(installer).fill('x', 100, 200) }, /not what was announced/],
    ['fewer bytes', { 'a.exe': installer.subarray(1) }, /not what was announced/],
    ['more bytes', { 'a.exe': Buffer.concat([installer, installer]) }, /not what was announced/],
    ['nothing', {}, /not where it should be/],
  ])('that comes as %s is not kept, and can be asked for again', async (_what, files, why) => {
    feed = { 'latest.yml': list('0.2.0', 'a.exe'), ...files };
    const { updates, jobs } = consoleOf();
    await updates.check(false);
    await expect(updates.fetch()).rejects.toThrow(why);
    expect(await kept()).toEqual([]);
    expect(updates.newer).toMatchObject({ how: 'offered' });
    expect(jobs.list()).toMatchObject([{ state: 'failed' }]);
    feed['a.exe'] = installer;
    await updates.fetch();
    expect(updates.newer).toMatchObject({ how: 'ready' });
  });

  it('that was changed on the disk since is not run', async () => {
    feed = { 'latest.yml': list('0.2.0', 'a.exe'), 'a.exe': installer };
    const { updates } = consoleOf();
    await updates.check(false);
    await updates.fetch();
    await writeFile(join(folder, 'updates', 'a.exe'), 'something else');
    await expect(updates.restart()).rejects.toThrow('was changed on this computer');
    expect(installed).toEqual([]);
    expect(updates.newer).toMatchObject({ how: 'offered' });
  });

  it('can be cancelled, which leaves nothing', async () => {
    let more!: ReadableStreamDefaultController<Uint8Array>;
    const slow = new ReadableStream<Uint8Array>({ start: (controller) => void (more = controller) });
    feed = { 'latest.yml': list('0.2.0', 'a.exe'), 'a.exe': slow };
    const { updates, jobs } = consoleOf();
    await updates.check(false);
    const fetching = updates.fetch();
    more.enqueue(installer.subarray(0, 1_000));
    await expect.poll(() => jobs.list()[0]?.done).toBe(1_000);
    expect(updates.newer).toMatchObject({ how: 'fetching' });
    jobs.cancel(jobs.list()[0]!.id);
    await fetching;
    expect(await kept()).toEqual([]);
    expect(updates.newer).toMatchObject({ how: 'offered' });
  });

  it.each([
    ['dmg', 'arm64', 'latest-mac.yml', 'Enamel-0.2.0-arm64.dmg'],
    ['appimage', 'x64', 'latest-linux.yml', 'Enamel-0.2.0.AppImage'],
    ['deb', 'arm64', 'latest-linux-arm64.yml', 'enamel_0.2.0_arm64.deb'],
  ] as const)('of the form %s on %s is looked for where the packer puts it', async (form, arch, where, name) => {
    feed = { [where]: list('0.2.0', name), [name]: installer };
    const { updates } = consoleOf({ form, arch });
    await updates.check(false);
    await updates.fetch();
    expect(await kept()).toEqual([name]);
  });

  it('without a file for this system is only pointed to', async () => {
    feed = { 'latest.yml': list('0.2.0', 'other.zip') };
    const { updates } = consoleOf();
    await updates.check(true);
    expect(updates.newer).toMatchObject({ how: 'elsewhere', url: 'https://updates.example/enamel/' });
    expect(shown).toBe(1);
  });

  it('is never a way out of its folder', () => {
    for (const name of ['../../x.exe', '/x.exe', 'https://evil.example/x.exe', '.x.exe'])
      expect(readFeed(list('0.2.0', name)).files).toEqual([]);
    expect(readFeed(list('0.2.0', 'a.exe', 'short')).files).toEqual([]);
    expect(readFeed('<h1>Hello</h1>')).toEqual({ version: null, files: [] });
  });

  it('is said to be missing only to who asked', async () => {
    feed = { 'latest.yml': list('0.1.0', 'a.exe') };
    await consoleOf().updates.check(false);
    expect(said).toEqual([]);
    await consoleOf().updates.check(true);
    await consoleOf({ feed: '' }).updates.check(true);
    await consoleOf({ feed: 'http://updates.example' }).updates.check(true);
    await consoleOf({ fetch: () => Promise.reject(new Error('offline')) }).updates.check(true);
    expect(said).toEqual([
      'Updates: Enamel 0.1.0 is up to date.',
      'Updates: This build has no place to look for updates.',
      'Updates: This build has no place to look for updates.',
      'Updates: The place for updates cannot be reached right now.',
    ]);
  });
});
