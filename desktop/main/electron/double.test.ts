import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { APP_ORIGIN } from '../../policy/urls.ts';
import { PageRequests } from '../shell/page-requests.ts';
import { appProtocol } from '../shell/app-protocol.ts';
import { resolveRedirects } from '../shell/net-fetch.ts';

type Double = typeof import('../../e2e/harness/electron/parts.ts');
type State = typeof import('../../e2e/harness/electron/state.ts');
let electron: Double;
let state: State;
let exits: number[];
let folder: string;
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(async () => {
  vi.resetModules();
  electron = await import('../../e2e/harness/electron/parts.ts');
  state = await import('../../e2e/harness/electron/state.ts');
  exits = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(Number(code));
    return undefined as never;
  });
  folder = await mkdtemp(join(tmpdir(), 'enamel-double-'));
  electron.app.setPath('userData', folder);
  // Without a listener the app quits with its last window.
  electron.app.on('window-all-closed', () => {});
});
afterEach(async () => {
  electron.app.releaseSingleInstanceLock();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

describe('the life of the double', () => {
  it('is packaged only if the test says so', () => {
    expect(electron.app.isPackaged).toBe(false);
  });

  it('quits in Electron’s order, and any step can stop it', async () => {
    const { app, BrowserWindow } = electron;
    await app.whenReady();
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
    const { app } = electron;
    expect(app.requestSingleInstanceLock()).toBe(true);
    const seconds: unknown[] = [];
    app.on('second-instance', (_event, argv, from) => seconds.push(argv, from));
    await writeFile(join(folder, 'SecondInstance-1'), JSON.stringify({ argv: ['enamel', 'a.csv'], folder: '/work' }));
    await vi.waitFor(() => expect(seconds).toEqual([['enamel', 'a.csv'], '/work']));
    await writeFile(join(folder, 'SingletonLock'), String(process.ppid));
    expect(app.requestSingleInstanceLock()).toBe(false);
    await vi.waitFor(() => expect(seconds.slice(2)).toEqual([process.argv, process.cwd()]));
  });
});

describe('windows of the double', () => {
  it('exist only once the app is ready, keep their bounds, and can be destroyed', async () => {
    const { app, BrowserWindow, screen } = electron;
    expect(() => new BrowserWindow()).toThrow('before the app is ready');
    expect(() => screen.getAllDisplays()).toThrow('before the app is ready');
    await app.whenReady();
    state.system.displays.push({ x: 1440, y: 0, width: 1920, height: 1080 });
    expect(screen.getAllDisplays().map(({ workArea }) => workArea.x)).toEqual([0, 1440]);
    const window = new BrowserWindow({ width: 300, height: 900, minWidth: 720 });
    await expect(window.webContents.printToPDF({})).rejects.toThrow('the page is empty');
    window.setBounds({ x: 1500 });
    window.maximize();
    expect(window.getNormalBounds()).toMatchObject({ x: 1500, width: 720, height: 900 });
    window.destroy();
    expect(() => window.show()).toThrow('Object has been destroyed');
    await expect(window.webContents.printToPDF({})).rejects.toThrow('Object has been destroyed');
    expect(() => window.webContents.send('channel')).toThrow('Object has been destroyed');
  });

  it('reject a page that does not load', async () => {
    const { app, BrowserWindow } = electron;
    await app.whenReady();
    const window = new BrowserWindow();
    const failures: unknown[] = [];
    window.webContents.on('did-fail-load', (_event, ...details: unknown[]) => failures.push(details));
    await expect(window.loadURL('app://enamel/index.html')).rejects.toMatchObject({ code: 'ERR_FAILED' });
    expect(failures).toEqual([[-2, 'ERR_FAILED', 'app://enamel/index.html', true]]);
  });

  it('copy what they send, and refuse functions', async () => {
    const { app, BrowserWindow } = electron;
    await app.whenReady();
    const { webContents } = new BrowserWindow();
    // Nothing leaves a crashed page's window, so that only its own copy can fail.
    webContents.isGone = true;
    expect(() => webContents.send('channel', { click: () => {} })).toThrow('could not be cloned');
  });
});

describe('app:// in the double', () => {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  const ask = async (headers: [string, string][], handler: (request: Request) => Response | Promise<Response>) => {
    const { askProtocol } = await import('../../e2e/harness/electron/protocol.ts');
    await electron.app.whenReady();
    electron.protocol.handle('app', handler);
    return askProtocol({ url: `${APP_ORIGIN}/api/x`, method: 'GET', headers });
  };

  it('has its own origin only with the standard privilege, and fetches only with supportFetchAPI', async () => {
    electron.protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
    const seen: (string | null)[] = [];
    await ask([['origin', APP_ORIGIN]], (request) => (seen.push(request.headers.get('origin')), new Response()));
    expect(seen).toEqual([APP_ORIGIN]);
    expect(() => electron.protocol.registerSchemesAsPrivileged([])).toThrow('before app is ready');
    expect(() => electron.protocol.handle('app', () => new Response())).toThrow('Failed to register protocol');
  });
  it('is an opaque origin without privileges, which can’t fetch', async () => {
    let origin: string | null = '';
    await ask([['origin', APP_ORIGIN]], (request) => ((origin = request.headers.get('origin')), new Response()));
    expect(origin).toBeNull();
    const { askProtocol } = await import('../../e2e/harness/electron/protocol.ts');
    const fetched = { url: `${APP_ORIGIN}/api/x`, method: 'GET', headers: [['sec-fetch-mode', 'cors']] };
    expect(await askProtocol(fetched as Parameters<typeof askProtocol>[0])).toBeNull();
  });
  it('turns an error of the handler into a network error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await ask([], () => Promise.reject(new Error('a fault')))).toBeNull();
  });

  it('gives the handler no signal, so that the page aborts requests by name', async () => {
    const requests = new PageRequests();
    const id = crypto.randomUUID();
    let signals: AbortSignal[] = [];
    const handler = appProtocol(folder, requests, ({ signal, request }) => {
      signals = [request.signal, signal];
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const answer = ask([['x-enamel-request', id]], handler);
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    expect(requests.abort(crypto.randomUUID())).toBe(false);
    expect(requests.abort(id)).toBe(true);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    expect(await answer).toBeNull();
    expect(requests.abort(id)).toBe(false);
  });
});

describe('net.fetch in the double', () => {
  async function serve(listener: RequestListener, use: (url: string) => Promise<void>) {
    const server = createServer(listener);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await new Promise((done) => server.close(done));
  }

  it('rejects redirects unless it follows them, which the console turns into a response', async () => {
    await serve(
      (req, res) => (req.url === '/there' ? res.end('there') : res.writeHead(302, { location: '/there' }).end()),
      async (url) => {
        const { fetch } = electron.net;
        await expect(fetch(url, { redirect: 'manual' })).rejects.toThrow('Redirect was cancelled');
        await expect(fetch(url, { redirect: 'error' })).rejects.toThrow("redirect policy was 'error'");
        expect(await (await fetch(url)).text()).toBe('there');
        expect((await resolveRedirects(fetch)(url, { redirect: 'manual' })).status).toBe(302);
      },
    );
  });
  it('names network errors as Chromium does', async () => {
    let gone = '';
    await serve(
      () => {},
      async (url) => void (gone = url),
    );
    await expect(electron.net.fetch(gone)).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
    const [reason, controller] = [new Error('enough'), new AbortController()];
    controller.abort(reason);
    await expect(electron.net.fetch(gone, { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('a proxy in the double', () => {
  /** Answers each question of the proxy with the next login. */
  async function logIn(...logins: ([string, string] | [])[]): Promise<number> {
    const request = electron.net.request({ url: 'https://a.example' });
    return new Promise((resolve) => {
      request.on('login', (_authInfo: Electron.AuthInfo, answer: (user?: string, password?: string) => void) =>
        answer(...(logins.shift() ?? [])),
      );
      request.on('response', ({ statusCode }: { statusCode: number }) => resolve(statusCode));
      request.end();
    });
  }

  it('lets nothing through until one request has logged in to it', async () => {
    state.system.proxy = { host: 'proxy.corp', port: 8080, user: 'ann', password: 'right' };
    const status = async () => (await electron.net.fetch('http://127.0.0.1:9').catch(() => ({ status: 0 }))).status;
    expect(await status()).toBe(407);
    expect(await logIn([])).toBe(407);
    expect(await logIn(['ann', 'wrong'], [])).toBe(407);
    expect(await status()).toBe(407);
    expect(await logIn(['ann', 'wrong'], ['ann', 'right'])).toBe(200);
    expect(await status()).toBe(0);
  });
});

describe('the system in the double', () => {
  it('has a keychain that can refuse, or be replaced by a public key', async () => {
    const { safeStorage, app } = electron;
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(false);
    await expect(safeStorage.encryptStringAsync('secret')).rejects.toThrow('not available');
    expect(safeStorage.getSelectedStorageBackend()).toBe('unknown');
    await app.whenReady();
    const sealed = await safeStorage.encryptStringAsync('secret');
    expect((await safeStorage.decryptStringAsync(sealed)).result).toBe('secret');
    // A keyring that changes later doesn't matter before the next start.
    state.system.keychain = 'fallback';
    expect(String(await safeStorage.encryptStringAsync('secret'))).toMatch(/^v11/);
    const start = async (keychain: State['system']['keychain']) => {
      vi.resetModules();
      const { system } = await import('../../e2e/harness/electron/state.ts');
      system.keychain = keychain;
      const next = await import('../../e2e/harness/electron/parts.ts');
      await next.app.whenReady();
      return next.safeStorage;
    };
    await expect((await start('refuses')).decryptStringAsync(sealed)).rejects.toThrow('Error while decrypting');
    expect(String(await (await start('portal')).encryptStringAsync('secret'))).toMatch(/^v12/);
    const fallback = await start('fallback');
    const open = await fallback.encryptStringAsync('secret');
    expect([String(open.subarray(0, 3)), await fallback.isAsyncEncryptionAvailable()]).toEqual(['v10', true]);
    expect(fallback.getSelectedStorageBackend()).toBe('gnome_libsecret');
    await expect(fallback.decryptStringAsync(sealed)).rejects.toThrow('Error while decrypting');
    expect((await (await start('keyring')).decryptStringAsync(open)).shouldReEncrypt).toBe(true);
  });

  it('has login items where Electron has them', () => {
    const { app } = electron;
    const register = () => app.setLoginItemSettings({ openAtLogin: true });
    if (process.platform === 'linux') expect(register).toThrow('not a function');
    else expect([register(), app.getLoginItemSettings().openAtLogin]).toEqual([undefined, true]);
  });

  it('runs no script in a page that forbids them', async () => {
    const { app, BrowserWindow } = electron;
    await app.whenReady();
    const page = new BrowserWindow({ webPreferences: { javascript: false } });
    await expect(page.webContents.executeJavaScript('1')).rejects.toThrow('Script failed to execute');
  });

  it('rejects menus with unknown roles, empty entries, and bad accelerators', () => {
    const { Menu } = electron;
    for (const item of [{ role: 'quti' as never }, {}, { label: 'A', accelerator: 'Cmd-A' }])
      expect(() => Menu.buildFromTemplate([{ label: 'File', submenu: [item] }])).toThrow(TypeError);
  });

  it('asks with or without a window, but not in a destroyed one', async () => {
    const { app, BrowserWindow, dialog } = electron;
    await app.whenReady();
    const window = new BrowserWindow();
    expect(await dialog.showMessageBox({ message: 'Quit?', buttons: ['Yes', 'No'] })).toMatchObject({ response: 0 });
    expect(await dialog.showSaveDialog(window, { defaultPath: 'a.csv' })).toMatchObject({ canceled: true });
    window.destroy();
    await expect(dialog.showOpenDialog(window, {})).rejects.toThrow('Object has been destroyed');
  });

  it('changes its colors with the chosen theme', () => {
    const { nativeTheme } = electron;
    state.system.isDark = true;
    expect(nativeTheme.shouldUseDarkColors).toBe(true);
    nativeTheme.themeSource = 'light';
    expect(nativeTheme.shouldUseDarkColors).toBe(false);
    expect(() => (nativeTheme.themeSource = 'blue' as never)).toThrow(TypeError);
  });

  it('collects a notification that nothing holds', async () => {
    const { app, Notification } = electron;
    await app.whenReady();
    let clicks = 0;
    const held = new Notification({ title: 'Held' });
    held.on('click', () => clicks++);
    held.show();
    expect(Notification.click(-1)).toBe(true);
    expect(clicks).toBe(1);
    const images = electron.nativeImage.createFromPath(join(folder, 'missing.png'));
    expect(() => new electron.Tray(images)).toThrow('Failed to load image');
  });
});
