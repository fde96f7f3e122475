import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createEvent, isReady, seen, tell } from './state.ts';

export const windows = new Set<{ close(): void; isDestroyed(): boolean; destroy(): void }>();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

class FakeApp extends EventEmitter {
  readonly isPackaged = false;
  readonly #paths: Record<string, string> = {
    userData: process.env.ENAMEL_DESK_DIR ?? '',
    appData: join(process.env.ENAMEL_DESK_DIR ?? '', 'config'),
    home: homedir(),
    desktop: join(homedir(), 'Desktop'),
    documents: join(homedir(), 'Documents'),
    downloads: join(homedir(), 'Downloads'),
  };
  #isQuitting = false;
  #lock: string | null = null;

  setPath = (name: string, path: string): void => void (this.#paths[name] = path);
  getPath = (name: string): string => this.#paths[name] ?? '';
  getVersion = (): string => '0.1.0';
  getAppPath = (): string => process.cwd();
  getName = (): string => 'Enamel';
  setAppUserModelId = (): void => {};
  setAsDefaultProtocolClient = (): boolean => true;
  addRecentDocument = (path: string): void => void seen.recent.push(path);
  clearRecentDocuments = (): void => void (seen.recent = []);
  /** Electron knows login items on macOS and Windows only. */
  setLoginItemSettings(): void {
    if (process.platform === 'linux') throw new TypeError('app.setLoginItemSettings is not a function');
  }
  getLoginItemSettings = (): Pick<Electron.LoginItemSettings, 'wasOpenedAtLogin'> => ({ wasOpenedAtLogin: false });
  setBadgeCount = (count = 0): boolean => ((seen.badge = count), true);
  isReady = (): boolean => isReady.value;

  async whenReady(): Promise<void> {
    // macOS sends the file that starts an app before the app is ready.
    if (process.env.FAKE_OPENED) setImmediate(() => this.emit('open-file', createEvent(), process.env.FAKE_OPENED));
    await new Promise((resolve) => setImmediate(resolve));
    if (!isReady.value) {
      isReady.value = true;
      this.emit('ready');
    }
  }

  /** The first process of a profile holds the lock. Later ones pass on their arguments and their folder. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'SingletonLock');
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder !== 0 && holder !== process.pid && isAlive(holder)) {
      const message = JSON.stringify({ argv: process.argv, folder: process.cwd() });
      writeFileSync(join(folder, `SecondInstance-${process.pid}`), message);
      return false;
    }
    writeFileSync(lock, String(process.pid));
    this.#lock = lock;
    watch(folder, (_change, name) => {
      const path = join(folder, name ?? '');
      if (!name?.startsWith('SecondInstance-') || !existsSync(path)) return;
      const text = readFileSync(path, 'utf8');
      if (text === '') return;
      rmSync(path, { force: true });
      const { argv, folder: from } = JSON.parse(text) as { argv: string[]; folder: string };
      this.emit('second-instance', createEvent(), argv, from, null);
    }).unref();
    return true;
  }
  releaseSingleInstanceLock(): void {
    if (this.#lock) rmSync(this.#lock, { force: true });
    this.#lock = null;
  }

  relaunch = (): void => tell({ kind: 'relaunch' });

  /** before-quit, then each window may refuse to close, then will-quit, then the process ends. */
  quit(): void {
    setImmediate(() => {
      const event = createEvent();
      this.emit('before-quit', event);
      if (event.defaultPrevented) return;
      this.#isQuitting = true;
      for (const window of windows) window.close();
      if (windows.size > 0) return void (this.#isQuitting = false);
      this.#finish();
    });
  }
  onWindowClosed(): void {
    if (windows.size > 0) return;
    if (this.#isQuitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }
  #finish(): void {
    const event = createEvent();
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit();
  }
  /** Ends the process at once, without before-quit and will-quit. */
  exit(code = 0): void {
    for (const window of windows) window.destroy();
    this.emit('quit', createEvent(), code);
    this.releaseSingleInstanceLock();
    process.exit(code);
  }
}

/** The members of a double with those that Electron's class has under the same name. */
export type Checked<Double, Real> = { [Name in Exclude<keyof Double & keyof Real, keyof EventEmitter>]: Real[Name] };
export const app = new FakeApp();
export const isAppChecked = app satisfies Omit<Checked<FakeApp, Electron.App>, 'getPath' | 'getLoginItemSettings'>;

export const crashReporter = { start: (): void => {} } satisfies Pick<Electron.CrashReporter, 'start'>;
export const powerMonitor = new EventEmitter() satisfies Pick<Electron.PowerMonitor, 'listenerCount' | 'eventNames'>;
