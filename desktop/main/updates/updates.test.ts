import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppImageUpdater, CancellationToken, NsisUpdater, type AppUpdater } from 'electron-updater';
import { Jobs } from '../jobs.ts';
import { keepAppImage } from './keep-app-image.ts';
import { readReleaseNotes } from './release-notes.ts';
import { Updates, type UpdateDependencies } from './updates.ts';

interface Executor {
  doDownload(options: object, task: object, redirects: number): void;
}
const require = createRequire(import.meta.url);
// electron-updater emits an event of Electron's own updater before the app quits.
const modules = require('node:module') as { _load(name: string, ...more: unknown[]): unknown };
const load = modules._load;
modules._load = (name, ...more) => (name === 'electron' ? { autoUpdater: new EventEmitter() } : load(name, ...more));
const { NodeHttpExecutor } = require('builder-util/out/nodeHttpExecutor') as { NodeHttpExecutor: new () => Executor };
const { configureRequestUrl } = require('builder-util-runtime') as {
  configureRequestUrl(url: URL, options: object): void;
};

/** Downloads with Node, as electron-updater does with Chromium's network stack. */
class HttpExecutor extends NodeHttpExecutor {
  download(url: URL, destination: string, options: { cancellationToken: CancellationToken }): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const requestOptions = {};
      configureRequestUrl(url, requestOptions);
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}
const sumOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');
/** An installer that can be run: a script that leaves a mark. */
const installer = Buffer.from(`#!/bin/sh\n# ${'x'.repeat(50_000)}\nexit 0\n`);

let folder: string;
let server: Server;
let files: Record<string, string | Buffer>;
let notifications: string[];
let quits: number;
let shown: number;

/** Publishes a version as electron-builder does. */
function publish(name: string, options: { version?: string; sha512?: string; more?: string } = {}): void {
  const { version = '0.2.0', sha512 = sumOf(installer), more = '' } = options;
  const yaml = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${installer.length}\npath: ${name}\nsha512: ${sha512}\n${more}releaseDate: '2026-11-21T10:00:00.000Z'\n`;
  files = { 'latest.yml': yaml, 'latest-linux.yml': yaml, [name]: installer };
}

/** The real updater of a system, with plain HTTP in place of Chromium's. */
function openUpdater(kind: 'AppImage' | 'NSIS'): AppUpdater {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const adapter = {
    version: '0.1.0',
    name: 'Enamel',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => void quits++,
    onQuit: () => {},
  };
  const updater = kind === 'NSIS' ? new NsisUpdater(null, adapter) : new AppImageUpdater(null, adapter);
  Object.assign(updater, { httpExecutor: new HttpExecutor() });
  updater.setFeedURL({ provider: 'generic', url });
  return updater;
}

function openUpdates(updater: AppUpdater, overrides: Partial<UpdateDependencies> = {}) {
  const jobs = new Jobs(() => {});
  const updates = new Updates({
    updater,
    createCancellation: () => new CancellationToken(),
    version: '0.1.0',
    jobs,
    askToQuit: async () => true,
    keepVersion: () => keepAppImage(process.env.APPIMAGE),
    onChange: () => {},
    showSheet: () => void shown++,
    notify: (title, body) => void notifications.push(`${title}: ${body}`),
    log: () => {},
    ...overrides,
  });
  return { updates, jobs };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-updates-'));
  [files, notifications, quits, shown] = [{}, [], 0, 0];
  server = createServer((req, res) => {
    const body = files[new URL(req.url!, 'http://x').pathname.slice(1)];
    res.writeHead(body === undefined ? 404 : 200).end(body);
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
  await rm(folder, { recursive: true, force: true });
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
    expect(notifications).toEqual(['An update is ready: Restart to install Enamel 0.2.0.']);
    await updates.check(true);
    expect(shown).toBe(1);
    const { job } = jobs.start('export', 'x.csv');
    await expect(updates.restart()).rejects.toThrow('still running');
    jobs.finish(job, 'done');
    await updates.restart();
    await vi.waitFor(() => expect(quits).toBe(1));
    expect((await readFile(join(folder, 'Enamel.AppImage'))).equals(installer)).toBe(true);
    expect((await readdir(folder)).filter((name) => name.includes('previous'))).toEqual([]);
  });

  it('stay at the old version if the download was changed, and can be tried again', async () => {
    publish('Enamel-0.2.0.AppImage', { sha512: sumOf(Buffer.from('other bytes')) });
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
    expect(notifications).toEqual(['Updates: Enamel 0.1.0 is up to date.']);
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
