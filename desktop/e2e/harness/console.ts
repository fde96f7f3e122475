import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { HIDDEN_SWITCH } from '../../main/shell/login-item.ts';
import { dispatchDrop, nameDroppedFile, type TestedConsole } from './tested-console.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
// A path of Windows is no specifier of a module.
const register = new URL('./register.mjs', import.meta.url).href;

/** Runs the built main process with a fake in place of the Electron module. */
export class ConsoleApp implements TestedConsole {
  readonly folder: string;
  readonly faults: string[] = [];
  readonly output: string[] = [];
  origin = '';
  /** True once the process asked the system to start it again after its end. */
  willRelaunch = false;
  #child: ChildProcess | null = null;
  #asked = new Map<number, (value: unknown) => void>();
  #next = 1;
  #page: Page | null = null;
  #env: Record<string, string>;

  constructor(folder: string, env: Record<string, string> = {}) {
    this.folder = folder;
    this.#env = env;
  }

  async start(args: readonly string[] = []): Promise<void> {
    if (!existsSync(join(dist, 'main/index.js')))
      throw new Error('The desktop bundle is not built: npm run desktop:build');
    const child = fork(join(dist, 'main/index.js'), [...args], {
      execArgv: ['--import', register, '--expose-gc'],
      env: { ...process.env, ENAMEL_DESK_DIR: this.folder, NODE_OPTIONS: '', ...this.#env },
      silent: true,
    });
    this.#child = child;
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text: Buffer) => this.output.push(String(text)));
    child.on(
      'message',
      (message: { kind: string; id: number; value: unknown; channel: string; args: unknown[]; message: string }) => {
        if (message.kind === 'answer') {
          this.#asked.get(message.id)?.(message.value);
          this.#asked.delete(message.id);
        } else if (message.kind === 'send')
          void this.#page
            ?.evaluate(([channel, args]) => window.__heard?.(channel, args), [message.channel, message.args] as const)
            .catch(() => {});
        else if (message.kind === 'reload')
          void this.#page?.reload().then(
            () => this.ask('loaded'),
            () => {},
          );
        else if (message.kind === 'relaunch') this.willRelaunch = true;
        else if (message.kind === 'fault') this.faults.push(message.message);
      },
    );
    // A hidden console has no page to listen for.
    if (args.includes(HIDDEN_SWITCH)) return;
    await this.listen();
  }

  /** Resolves once the console shows a page. */
  async listen(): Promise<void> {
    const child = this.#child!;
    const port = await Promise.race([
      this.ask<number>('listen'),
      new Promise<number>((_, fail) =>
        child.once('exit', () => fail(new Error(`The main process exited at start: ${this.output.join('')}`))),
      ),
    ]);
    this.origin = `http://127.0.0.1:${port}`;
  }

  /** Applies from the next start on. */
  setEnv(env: Record<string, string>): void {
    this.#env = env;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  ask<T>(kind: string, more: object = {}): Promise<T> {
    const id = this.#next++;
    return new Promise((done, fail) => {
      this.#asked.set(id, (value) => done(value as T));
      if (this.#child?.send({ id, kind, ...more }) === undefined) fail(new Error('The console is not running'));
    });
  }
  recordEvents = (file: string): Promise<void> => this.ask('record', { args: [file] });
  invoke<T = unknown>(call: string, args: unknown[], sender: object = {}): Promise<T> {
    return this.ask<T>('invoke', { channel: `enamel:${call}`, args, sender });
  }

  /** Kills the process without a shutdown, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await exited;
    this.#child = null;
    for (const done of this.#asked.values()) done(null);
    this.#asked.clear();
  }

  /** Drops files with real paths on the window. */
  async drop(page: Page, ...files: string[]): Promise<void> {
    for (const path of files)
      await page.evaluate(([name, at]) => void ((window.__paths ??= {})[name] = at), [
        nameDroppedFile(path),
        path,
      ] as const);
    await dispatchDrop(page, files);
  }

  /** Loads the built renderer and preload in this page. */
  async show(page: Page, paths: Record<string, string> = {}): Promise<void> {
    if (this.#page !== page) {
      this.#page = page;
      await page.exposeFunction('__invoke', (channel: string, args: unknown[]) =>
        this.ask('invoke', { channel, args }),
      );
      await page.addInitScript((known) => void (window.__paths = known), paths);
      await page.addInitScript(preloadInPage, readFileSync(join(dist, 'preload/preload.cjs'), 'utf8'));
    }
    await page.goto(`${this.origin}/index.html`);
  }
}

declare global {
  interface Window {
    __heard?: (channel: string, args: readonly unknown[]) => void;
    __paths?: Record<string, string>;
  }
}

/** Runs the preload as Electron's sandbox does: it can only require `electron`. */
function preloadInPage(source: string): void {
  const heard = new Map<string, Set<(event: unknown, ...args: unknown[]) => void>>();
  window.__heard = (channel, args) => {
    for (const listener of heard.get(channel) ?? []) listener({}, ...args);
  };
  /** Arguments are copied, as by the context bridge, and an error keeps only its message. */
  const bridged =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const result = call(...args.map((arg) => (typeof arg === 'function' ? arg : structuredClone(arg))));
      return result instanceof Promise
        ? result.catch((error: Error) => Promise.reject(new Error(error.message)))
        : result;
    };
  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: Record<string, (...args: unknown[]) => unknown>) {
        const value = Object.freeze(Object.fromEntries(Object.entries(api).map(([key, call]) => [key, bridged(call)])));
        Object.defineProperty(window, name, { value, enumerable: true });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) =>
        (window as unknown as { __invoke(channel: string, args: unknown[]): Promise<unknown> }).__invoke(channel, args),
      on: (channel: string, listener: (event: unknown) => void) =>
        void heard.set(channel, (heard.get(channel) ?? new Set()).add(listener)),
      removeListener: (channel: string, listener: (event: unknown) => void) => heard.get(channel)?.delete(listener),
    },
    webUtils: {
      getPathForFile(file: File) {
        if (!(file instanceof File)) throw new TypeError('getPathForFile expects a File');
        return window.__paths?.[`${file.name} ${file.size} ${file.lastModified}`] ?? window.__paths?.[file.name] ?? '';
      },
    },
  } satisfies {
    contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>;
    ipcRenderer: Record<keyof Pick<Electron.IpcRenderer, 'invoke' | 'on' | 'removeListener'>, unknown>;
    webUtils: Pick<Electron.WebUtils, 'getPathForFile'>;
  };
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('require', 'module', 'exports', source)(
    (name: string) => {
      if (name === 'electron') return electron;
      throw new Error(`A sandboxed preload has no ${name}`);
    },
    { exports: {} },
    {},
  );
}
