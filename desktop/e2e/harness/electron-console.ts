import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { runCommand } from './electron-commands.ts';
import { recordEvents } from './electron/record-events.ts';
import { dispatchDrop, type TestedConsole } from './tested-console.ts';

const main = fileURLToPath(new URL('../../dist/main/index.js', import.meta.url));

/** The built console in Electron itself. */
export class ElectronConsole implements TestedConsole {
  readonly folder: string;
  readonly origin = 'app://enamel';
  readonly faults: string[] = [];
  readonly #executablePath: string;
  #env: Record<string, string> = {};
  #app: ElectronApplication | null = null;
  #window: Page | null = null;

  constructor(folder: string, executablePath: string | null) {
    if (executablePath === null) throw new Error('Electron is not installed: npx install-electron');
    this.folder = folder;
    this.#executablePath = executablePath;
  }

  async start(): Promise<void> {
    this.#app = await _electron.launch({
      executablePath: this.#executablePath,
      // Chromium's sandbox refuses to run as root.
      args: [main, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      env: { ...(process.env as Record<string, string>), ENAMEL_DESK_DIR: this.folder, ...this.#env },
    });
    this.#window = await this.#app.firstWindow();
    await this.ask('seen');
  }
  setEnv(env: Record<string, string>): void {
    this.#env = env;
  }
  async kill(): Promise<void> {
    const child = this.#app?.process();
    this.#app = null;
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** A page that stays the same for the test while the console restarts, and is the window of its latest start. */
  readonly page: Page = new Proxy({} as Page, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(this.#window!, name);
      return typeof value === 'function' && name !== 'constructor' ? value.bind(this.#window) : value;
    },
    has: (_target, name) => name in this.#window!,
    getPrototypeOf: () => Object.getPrototypeOf(this.#window) as object,
  });

  async ask<T>(kind: string, more: object = {}): Promise<T> {
    if (!this.#app) throw new Error('The console is not running');
    return (await this.#app.evaluate(runCommand, { kind, ...more })) as T;
  }
  recordEvents = (file: string): Promise<void> => this.#app!.evaluate(recordEvents, file);
  invoke<T = unknown>(call: string, args: unknown[]): Promise<T> {
    return this.#window!.evaluate(
      ([name, given]) =>
        (window as unknown as { enamel: Record<string, (...all: unknown[]) => unknown> }).enamel[name]!(...given),
      [call, args] as const,
    ) as Promise<T>;
  }
  drop = (_page: Page, ...files: string[]): Promise<void> => dispatchDrop(this.#window!, files);
  async show(): Promise<void> {
    await this.#window!.waitForLoadState();
  }
}
