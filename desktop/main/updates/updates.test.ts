import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Jobs } from '../jobs.ts';
import { isNewer, readFeed } from './update-feed.ts';
import { Updates, type UpdateDependencies } from './updates.ts';

const installer = Buffer.from('MZ an installer '.repeat(5_000));
const sumOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');
/** A feed as electron-builder writes it. */
const feedYaml = (version: string, name: string, sha512 = sumOf(installer)) => `version: ${version}
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
let notifications: string[];
let installed: string[];
let shown: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-updates-'));
  feed = {};
  notifications = [];
  installed = [];
  shown = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function createUpdates(overrides: Partial<UpdateDependencies> = {}) {
  const jobs = new Jobs(() => {});
  const updates = new Updates({
    feed: 'https://updates.example/enamel/',
    version: '0.1.0',
    format: 'nsis',
    arch: 'x64',
    folder,
    jobs,
    async fetch(url, signal) {
      signal?.throwIfAborted();
      const body = feed[url.replace('https://updates.example/enamel/', '')];
      return body === undefined ? new Response('', { status: 404 }) : new Response(body as BodyInit);
    },
    install: async (path) => void installed.push(path),
    onChange: () => {},
    showSheet: () => void shown++,
    notify: (title, body) => void notifications.push(`${title}: ${body}`),
    log: () => {},
    ...overrides,
  });
  return { updates, jobs };
}
const listDownloads = () => readdir(join(folder, 'updates')).catch(() => []);

describe('updates', () => {
  it('compares versions', () => {
    expect(isNewer('0.2.0', '0.1.9')).toBe(true);
    expect(isNewer('0.10.0', '0.9.0')).toBe(true);
    for (const other of ['0.1.0', '0.0.9', 'latest', '1.0', '1.0.0-rc1']) expect(isNewer(other, '0.1.0')).toBe(false);
  });

  it('offers, downloads, and installs an update', async () => {
    feed = { 'latest.yml': feedYaml('0.2.0', 'Enamel-Setup-0.2.0.exe'), 'Enamel-Setup-0.2.0.exe': installer };
    const { updates, jobs } = createUpdates();
    expect(updates.newer).toBeNull();
    await updates.check(false);
    expect(updates.newer).toMatchObject({ version: '0.2.0', how: 'offered' });
    expect(await listDownloads()).toEqual([]);
    await expect(updates.restart()).rejects.toThrow('no update to install yet');
    await updates.fetch();
    expect(updates.newer).toMatchObject({ how: 'ready' });
    expect(jobs.list()).toMatchObject([
      { kind: 'update', state: 'done', done: installer.length, total: installer.length },
    ]);
    expect(notifications).toEqual(['An update is ready: Restart to install Enamel 0.2.0.']);
    // A manual check opens the sheet again, without a second download.
    await updates.check(true);
    expect(shown).toBe(1);
    const running = jobs.start('export', 'x.csv');
    await expect(updates.restart()).rejects.toThrow('still running');
    jobs.finish(running.job, 'done');
    await updates.restart();
    expect(installed).toEqual([join(folder, 'updates', 'Enamel-Setup-0.2.0.exe')]);
    expect((await readFile(installed[0]!)).equals(installer)).toBe(true);
  });

  it.each<[string, Record<string, string | Buffer>, RegExp]>([
    ['with other bytes', { 'a.exe': Buffer.from(installer).fill('x', 100, 200) }, /failed verification/],
    ['with too few bytes', { 'a.exe': installer.subarray(1) }, /failed verification/],
    ['with too many bytes', { 'a.exe': Buffer.concat([installer, installer]) }, /failed verification/],
    ['that is missing', {}, /missing from the update server/],
  ])('rejects a download %s, and allows another try', async (_problem, files, why) => {
    feed = { 'latest.yml': feedYaml('0.2.0', 'a.exe'), ...files };
    const { updates, jobs } = createUpdates();
    await updates.check(false);
    await expect(updates.fetch()).rejects.toThrow(why);
    expect(await listDownloads()).toEqual([]);
    expect(updates.newer).toMatchObject({ how: 'offered' });
    expect(jobs.list()).toMatchObject([{ state: 'failed' }]);
    feed['a.exe'] = installer;
    await updates.fetch();
    expect(updates.newer).toMatchObject({ how: 'ready' });
  });

  it('does not install a file that was changed after the download', async () => {
    feed = { 'latest.yml': feedYaml('0.2.0', 'a.exe'), 'a.exe': installer };
    const { updates } = createUpdates();
    await updates.check(false);
    await updates.fetch();
    await writeFile(join(folder, 'updates', 'a.exe'), 'something else');
    await expect(updates.restart()).rejects.toThrow('was changed on this computer');
    expect(installed).toEqual([]);
    expect(updates.newer).toMatchObject({ how: 'offered' });
  });

  it('deletes a canceled download', async () => {
    let more!: ReadableStreamDefaultController<Uint8Array>;
    const slow = new ReadableStream<Uint8Array>({ start: (controller) => void (more = controller) });
    feed = { 'latest.yml': feedYaml('0.2.0', 'a.exe'), 'a.exe': slow };
    const { updates, jobs } = createUpdates();
    await updates.check(false);
    const fetching = updates.fetch();
    more.enqueue(installer.subarray(0, 1_000));
    await expect.poll(() => jobs.list()[0]?.done).toBe(1_000);
    expect(updates.newer).toMatchObject({ how: 'fetching' });
    jobs.cancel(jobs.list()[0]!.id);
    await fetching;
    expect(await listDownloads()).toEqual([]);
    expect(updates.newer).toMatchObject({ how: 'offered' });
  });

  it.each([
    ['dmg', 'arm64', 'latest-mac.yml', 'Enamel-0.2.0-arm64.dmg'],
    ['appimage', 'x64', 'latest-linux.yml', 'Enamel-0.2.0.AppImage'],
    ['deb', 'arm64', 'latest-linux-arm64.yml', 'enamel_0.2.0_arm64.deb'],
  ] as const)('reads the feed for %s on %s', async (format, arch, feedFile, name) => {
    feed = { [feedFile]: feedYaml('0.2.0', name), [name]: installer };
    const { updates } = createUpdates({ format, arch });
    await updates.check(false);
    await updates.fetch();
    expect(await listDownloads()).toEqual([name]);
  });

  it('links to the feed if it has no file for this system', async () => {
    feed = { 'latest.yml': feedYaml('0.2.0', 'other.zip') };
    const { updates } = createUpdates();
    await updates.check(true);
    expect(updates.newer).toMatchObject({ how: 'elsewhere', url: 'https://updates.example/enamel/' });
    expect(shown).toBe(1);
  });

  it('drops files with unsafe names', () => {
    for (const name of ['../../x.exe', '/x.exe', 'https://evil.example/x.exe', '.x.exe'])
      expect(readFeed(feedYaml('0.2.0', name)).files).toEqual([]);
    expect(readFeed(feedYaml('0.2.0', 'a.exe', 'short')).files).toEqual([]);
    expect(readFeed('<h1>Hello</h1>')).toEqual({ version: null, files: [] });
  });

  it('reports failures only for manual checks', async () => {
    feed = { 'latest.yml': feedYaml('0.1.0', 'a.exe') };
    await createUpdates().updates.check(false);
    expect(notifications).toEqual([]);
    await createUpdates().updates.check(true);
    await createUpdates({ feed: '' }).updates.check(true);
    await createUpdates({ feed: 'http://updates.example' }).updates.check(true);
    await createUpdates({ fetch: () => Promise.reject(new Error('offline')) }).updates.check(true);
    expect(notifications).toEqual([
      'Updates: Enamel 0.1.0 is up to date.',
      'Updates: This build has no update server.',
      'Updates: This build has no update server.',
      'Updates: The update server can’t be reached right now.',
    ]);
  });
});
