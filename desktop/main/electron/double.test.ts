import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { app, BrowserWindow, net, Notification } from '../../e2e/harness/electron/parts.ts';
import { system } from '../../e2e/harness/electron/state.ts';
import { createHost } from './host.ts';
import { showNotification } from './notifications.ts';

vi.mock('electron', () => import('../../e2e/harness/electron/parts.ts'));

// Browser tests run in the double and in Electron. These are the parts of it that no browser test compares.
let exits: number[];
let folder: string;
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(async () => {
  exits = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(Number(code));
    return undefined as never;
  });
  folder = await mkdtemp(join(tmpdir(), 'enamel-double-'));
  app.setPath('userData', folder);
  // Without a listener the app quits with its last window.
  app.on('window-all-closed', () => {});
  await app.whenReady();
});
afterEach(async () => {
  app.removeAllListeners();
  app.releaseSingleInstanceLock();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

it('quits in Electron’s order, and any step can stop it', async () => {
  const steps: string[] = [];
  let stopAt = 'before-quit';
  const window = new BrowserWindow();
  const on = (name: string) => (event: { preventDefault(): void }) => {
    steps.push(name);
    if (name === stopAt) event.preventDefault();
  };
  app.on('before-quit', on('before-quit'));
  window.on('close', on('close'));
  app.on('will-quit', on('will-quit'));
  for (stopAt of ['before-quit', 'close', 'will-quit', 'none']) {
    app.quit();
    await tick();
    steps.push('|');
  }
  expect(steps.join(' ')).toBe(
    'before-quit | before-quit close | before-quit close will-quit | before-quit will-quit |',
  );
  expect(exits).toEqual([0]);
});

it('gives the lock to one process, and passes on what a second one was asked to open', async () => {
  expect(app.requestSingleInstanceLock()).toBe(true);
  const seconds: unknown[] = [];
  app.on('second-instance', (_event, argv, from) => seconds.push(argv, from));
  await writeFile(join(folder, 'SecondInstance-1'), JSON.stringify({ argv: ['enamel', 'a.csv'], folder: '/work' }));
  await vi.waitFor(() => expect(seconds).toEqual([['enamel', 'a.csv'], '/work']));
  await writeFile(join(folder, 'SingletonLock'), String(process.ppid));
  expect(app.requestSingleInstanceLock()).toBe(false);
  await vi.waitFor(() => expect(seconds.slice(2)).toEqual([process.argv, process.cwd()]));
});

it('logs in to a proxy, which lets all requests through after that', async () => {
  system.proxy = { host: 'proxy.corp', port: 8080, user: 'ann', password: 'right' };
  const passwords = ['wrong', null, 'wrong', 'right'];
  const ask = async () => {
    const password = passwords.shift() ?? null;
    return password === null ? null : { user: 'ann', password };
  };
  const { logInToProxy } = createHost({ folder } as Parameters<typeof createHost>[0]);
  const status = async () => (await net.fetch('http://127.0.0.1:9').catch(() => ({ status: 0 }))).status;
  expect([await status(), await logInToProxy('https://a.example', ask), await status()]).toEqual([407, false, 407]);
  expect([await logInToProxy('https://a.example', ask), await status()]).toEqual([true, 0]);
  system.proxy = null;
});

it('shows the actions of a notice as buttons, and carries out the one that was clicked', () => {
  const calls: string[] = [];
  const run = (name: string) => () => void calls.push(name);
  showNotification('New claim', 'Elm Dental', run('open'), [
    { label: 'Open', run: run('open') },
    { label: 'Approve', run: run('approve') },
  ]);
  Notification.shown.at(-1)!.deref()!.emit('action', { actionIndex: 1 });
  expect(calls).toEqual(['approve']);
});
