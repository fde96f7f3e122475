import { execFile, fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationToken, NsisUpdater, type AppUpdater } from 'electron-updater';
import { Jobs } from '../jobs.ts';
import { openNewestFeed, readUpdatesKey } from './feed-signature.ts';
import { hashFile, makeFeed } from '../../e2e/harness/update-feed.ts';
import { createUpdater } from '../../e2e/harness/main/test-updater.ts';
import { readReleaseNotes, Updates, type UpdateDependencies } from './updates.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

/** An installer that can be run: a script that leaves a mark. */
const installer = Buffer.from(`#!/bin/sh\n# ${'x'.repeat(50_000)}\nexit 0\n`);

let folder: string;
let server: Server;
let files: Record<string, string | Buffer>;
let notifications: string[];
let quits: number;
let shown: number;
/** While set, the server sends half of a file and then nothing. */
let stalls: boolean;
let stalled: ServerResponse | null;

/** Publishes a version as electron-builder does. */
function publish(name: string, options: { version?: string; sha512?: string; more?: string } = {}): void {
  const { version = '0.2.0', sha512, more } = options;
  const yaml = makeFeed(name, installer, version, sha512, more);
  files = { 'latest.yml': yaml, 'latest-linux.yml': yaml, [name]: installer };
}

const findUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const openUpdater = (kind: 'AppImage' | 'NSIS') => createUpdater(kind, folder, findUrl(), () => void quits++);

/** Updates in another process, which is killed before this step of the installation, or whose disk is full at one. */
function runUpdate(killedBefore: number, fullAt?: string) {
  const script = fileURLToPath(new URL('../../e2e/harness/main/test-killed-update.ts', import.meta.url));
  const args = [folder, findUrl(), String(killedBefore), ...(fullAt === undefined ? [] : [fullAt])];
  const child = fork(script, args, { execArgv: ['--import', 'tsx'], silent: fullAt !== undefined });
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string);
  return { child, ended };
}

function openUpdates(updater: AppUpdater, overrides: Partial<UpdateDependencies> = {}) {
  const jobs = new Jobs(() => {});
  const updates = new Updates({
    updater,
    createCancellation: () => new CancellationToken(),
    version: '0.1.0',
    publicKey: null,
    newestFeed: openNewestFeed(folder),
    jobs,
    askToQuit: async () => true,
    onChange: () => {},
    showDialog: () => void shown++,
    notify: (title, body) => void notifications.push(`${title}: ${body}`),
    log: () => {},
    ...overrides,
  });
  return { updates, jobs };
}

beforeEach(async () => {
  folder = makeFolder();
  [files, notifications, quits, shown, stalls, stalled] = [{}, [], 0, 0, false, null];
  server = createServer((req, res) => {
    const body = files[new URL(req.url!, 'http://x').pathname.slice(1)];
    res.writeHead(body === undefined ? 404 : 200);
    if (!stalls || !Buffer.isBuffer(body)) return void res.end(body);
    res.write(body.subarray(0, body.length / 2));
    stalled = res;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const running = join(folder, 'Enamel.AppImage');
  await writeFile(running, 'the old version', { mode: 0o755 });
  vi.stubEnv('APPIMAGE', running);
  await writeFile(join(folder, 'app-update.yml'), 'provider: generic\nupdaterCacheDirName: enamel-updater\n');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
const readRunning = () => readFile(join(folder, 'Enamel.AppImage'), 'utf8');

describe('updates', () => {
  it('are offered with their notes, downloaded, and installed in place of the running version', async () => {
    publish('Enamel-0.2.0.AppImage', { more: 'releaseNotes: "<p>Faster <b>review</b></p><ul><li>Fixes</li></ul>"\n' });
    const { updates, jobs } = openUpdates(openUpdater('AppImage'));
    await updates.check(false);
    expect(updates.newer).toEqual({ version: '0.2.0', notes: 'Faster review\n• Fixes', how: 'offered' });
    await expect(updates.restart()).rejects.toThrow('no update to install yet');
    await updates.fetch();
    expect(updates.newer).toMatchObject({ how: 'ready' });
    expect(jobs.list()).toMatchObject([{ kind: 'update', state: 'done' }]);
    expect(notifications).toEqual(['An update is ready: Restart to install version 0.2.0.']);
    await updates.check(true);
    expect(shown).toBe(1);
    const { job } = jobs.start('export', 'x.csv');
    await expect(updates.restart()).rejects.toThrow('still running');
    jobs.finish(job, 'done');
    await updates.restart();
    await vi.waitFor(() => expect(quits).toBe(1));
    expect((await readFile(join(folder, 'Enamel.AppImage'))).equals(installer)).toBe(true);
    expect((await readdir(folder)).filter((name) => /previous|\.enamel-update/.test(name))).toEqual([]);
  });

  it('stay at the old version if the download was changed, and can be tried again', async () => {
    publish('Enamel-0.2.0.AppImage', { sha512: hashFile(Buffer.from('other bytes')) });
    const { updates, jobs } = openUpdates(openUpdater('AppImage'));
    await updates.check(false);
    await expect(updates.fetch()).rejects.toThrow('failed verification');
    expect([updates.newer?.how, jobs.list()[0]?.state]).toEqual(['offered', 'failed']);
    await expect(updates.restart()).rejects.toThrow('no update');
    expect(await readRunning()).toBe('the old version');
    publish('Enamel-0.2.0.AppImage');
    await updates.check(false);
    await updates.fetch();
    expect(updates.newer?.how).toBe('ready');
  });

  it('stay at the old version if the new one can’t be moved into place', async () => {
    publish('Enamel-0.2.0.AppImage');
    const updater = openUpdater('AppImage');
    const { updates } = openUpdates(updater);
    await updates.check(false);
    await updates.fetch();
    await rm(join(folder, 'cache'), { recursive: true });
    await expect(updates.restart()).rejects.toThrow('Nothing was changed');
    expect(await readRunning()).toBe('the old version');
    expect(quits).toBe(0);
  });

  it(
    'leave a whole version under its own name, wherever the installation is killed',
    { timeout: 120_000 },
    async () => {
      publish('Enamel-0.2.0.AppImage');
      let steps = 0;
      for (let end: number | string = 'SIGKILL'; end === 'SIGKILL'; steps++) {
        await writeFile(join(folder, 'Enamel.AppImage'), 'the old version');
        end = await runUpdate(steps).ended;
        expect(['the old version', installer.toString()], `killed before step ${steps}`).toContain(await readRunning());
      }
      expect(steps).toBeGreaterThan(5);
      expect(await readRunning()).toBe(installer.toString());
      expect((await readdir(folder)).filter((name) => name.startsWith('.enamel'))).toEqual([]);
    },
  );

  it.each(['copyFileSync', 'fsyncSync'])('stay at the old version if the disk is full in %s', async (step) => {
    publish('Enamel-0.2.0.AppImage');
    const { child, ended } = runUpdate(0, step);
    let output = '';
    child.stderr!.on('data', (text: Buffer) => (output += text.toString()));
    expect(await ended).toBe(1);
    expect(output).toContain('The update could not be installed. Nothing was changed.');
    expect(await readRunning()).toBe('the old version');
    expect((await readdir(folder)).filter((name) => name.startsWith('.enamel'))).toEqual([]);
  });

  it('start over after the console was killed during a download', async () => {
    publish('Enamel-0.2.0.AppImage');
    stalls = true;
    const { child, ended } = runUpdate(0);
    await vi.waitFor(() => expect(stalled).not.toBeNull(), { timeout: 20_000 });
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    stalls = false;
    expect(await readRunning()).toBe('the old version');
    const { updates } = openUpdates(openUpdater('AppImage'));
    await updates.check(false);
    await updates.fetch();
    await updates.restart();
    expect(await readRunning()).toBe(installer.toString());
  });

  it('reject a Windows installer from another publisher', async () => {
    publish('Enamel-Setup-0.2.0.exe');
    const updater = openUpdater('NSIS') as NsisUpdater;
    await writeFile(
      join(folder, 'app-update.yml'),
      'provider: generic\nupdaterCacheDirName: enamel-updater\npublisherName: [Enamel]\n',
    );
    const publishers: string[][] = [];
    updater.verifyUpdateCodeSignature = async (names) => {
      publishers.push(names);
      return 'signed by Mallory';
    };
    const { updates } = openUpdates(updater);
    await updates.check(false);
    await expect(updates.fetch()).rejects.toThrow('failed verification');
    expect(publishers).toEqual([['Enamel']]);
    expect(updates.newer?.how).toBe('offered');
  });

  it.each([
    ['a version that is rolled out to nobody', { more: 'stagingPercentage: 0\n' }],
    ['the version that is running', { version: '0.1.0' }],
    ['an older version', { version: '0.0.9' }],
  ])('do not offer %s', async (_what, options) => {
    publish('Enamel.AppImage', options);
    const { updates } = openUpdates(openUpdater('AppImage'));
    await updates.check(true);
    expect(updates.newer).toBeNull();
    expect(notifications).toEqual(['Updates: Version 0.1.0 is up to date.']);
  });

  it('are offered only from a feed that the packed key has signed', async () => {
    const [own, foreign] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    const updatesKey = own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    await writeFile(join(folder, 'package.json'), JSON.stringify({ updatesKey }));
    const publicKey = readUpdatesKey(folder);
    const sign = async ({ privateKey }: typeof own) => {
      const feeds = join(folder, 'feeds');
      await mkdir(feeds, { recursive: true });
      await writeFile(join(feeds, 'latest-linux.yml'), files['latest-linux.yml']!);
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
      const script = fileURLToPath(new URL('../../sign-feeds.ts', import.meta.url));
      const env = { ...process.env, UPDATES_PRIVATE_KEY: pem };
      await promisify(execFile)(process.execPath, ['--import', 'tsx', script, feeds], { env });
      files['latest-linux.yml'] = await readFile(join(feeds, 'latest-linux.yml'));
    };
    const isOffered = async () => {
      const { updates } = openUpdates(openUpdater('AppImage'), { publicKey });
      await updates.check(true);
      return updates.newer !== null;
    };
    publish('Enamel-0.2.0.AppImage');
    expect(await isOffered()).toBe(false);
    await sign(foreign);
    expect(await isOffered()).toBe(false);
    expect(notifications).toEqual(
      Array(2).fill('Updates: The update server offers a version that isn’t signed for this console.'),
    );
    publish('Enamel-0.2.0.AppImage');
    await sign(own);
    expect(await isOffered()).toBe(true);
    // A checksum that was changed after the signature.
    files['latest-linux.yml'] = String(files['latest-linux.yml']).replaceAll(
      hashFile(installer),
      hashFile(Buffer.from('else')),
    );
    expect(await isOffered()).toBe(false);
  });

  it('do not interrupt a person who stays', async () => {
    publish('Enamel-0.2.0.AppImage');
    const { updates } = openUpdates(openUpdater('AppImage'), { askToQuit: async () => false });
    await updates.check(false);
    await updates.fetch();
    await updates.restart();
    expect([await readRunning(), updates.newer?.how]).toEqual(['the old version', 'ready']);
  });

  it('can be canceled', async () => {
    publish('Enamel-0.2.0.AppImage');
    const updater = openUpdater('AppImage');
    updater.downloadUpdate = (token) =>
      new Promise((_resolve, reject) => token!.on('cancel', () => reject(new Error('cancelled'))));
    const { updates, jobs } = openUpdates(updater);
    await updates.check(false);
    const fetching = updates.fetch();
    expect(updates.newer?.how).toBe('fetching');
    jobs.cancel(jobs.list()[0]!.id);
    await fetching;
    expect([updates.newer?.how, jobs.list()[0]?.state]).toEqual(['offered', 'cancelled']);
  });

  it('report failures only for manual checks', async () => {
    const { updates } = openUpdates(openUpdater('AppImage'));
    await updates.check(false);
    await updates.check(true);
    vi.stubEnv('APPIMAGE', undefined);
    await openUpdates(openUpdater('AppImage')).updates.check(true);
    expect(notifications).toEqual([
      'Updates: The update server can’t be reached right now.',
      'Updates: This build has no update server.',
    ]);
  });

  it('show notes of several versions as text', () => {
    const releaseNotes = [
      { version: '0.2.0', note: 'New' },
      { version: '0.1.1', note: null },
    ];
    expect(readReleaseNotes({ releaseNotes })).toBe('0.2.0\nNew\n\n0.1.1');
    expect(readReleaseNotes({ releaseNotes: '<script></script>' })).toBeNull();
  });
});
