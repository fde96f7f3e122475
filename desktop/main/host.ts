import type { ConsoleEvent, Job } from '../bridge/shapes.ts';
import type { SafeStorage } from './shell/keychain.ts';
import type { Theme } from './shell/theme.ts';

export interface Clock {
  now(): Date;
  /** Calls at an interval until the returned function stops it. After sleep, the next call is late, not lost. */
  every(ms: number, call: () => void): () => void;
}

export const wallClock: Clock = {
  now: () => new Date(),
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

/** A button of a notice. */
export interface NoticeAction {
  label: string;
  run(): unknown;
}

/** The parts of Electron and the system that the main process uses. `index.ts` implements it; tests use a fake. */
export interface Host {
  version: string;
  system: 'mac' | 'windows' | 'linux';
  /** The folder for the console's own files. */
  folder: string;
  /** The folder of the renderer's bundle. */
  bundle: string;
  /** The script of the worker thread that reads CSV files. */
  csvWorker: string;
  safeStorage: SafeStorage;
  fetch(url: string, init: RequestInit & { duplex?: 'half' }): Promise<Response>;
  /** The name in the certificate that a host showed last; null if it showed none. */
  findCertificateOwner(hostname: string): string | null;
  /** Asks for the login of each proxy on the way to this URL. False if one refuses, or if the person declines. */
  logInToProxy(
    url: string,
    ask: (proxy: { host: string; port: number }) => Promise<{ user: string; password: string } | null>,
  ): Promise<boolean>;
  /** Asks where to save a file; null if the person cancels. */
  askSave(name: string): Promise<string | null>;
  askOpen(): Promise<string[]>;
  askFolder(): Promise<string | null>;
  /** Asks a question with a button per answer, and returns the number of the answer. Closing the dialog gives the last one. */
  ask(message: string, detail: string, answers: readonly string[]): Promise<number>;
  /** The folders where a person's other files are: home, Desktop, Documents, and Downloads. */
  personalFolders: readonly string[];
  reveal(path: string): void;
  openOutside(url: string): Promise<void>;
  /** Adds to the system's list of recent documents. */
  addRecentFile(path: string): void;
  clearRecentFiles(): void;
  /** Lists these files under File > Open Recent, where the system doesn't do that itself. */
  showRecentFiles(paths: readonly string[]): void;
  /** Renders a page in a separate hidden window. */
  printPdf(html: string): Promise<Uint8Array>;
  clock: Clock;
  /** Shows a toast if the window is focused, a system notification otherwise, which opens the page `to`. */
  notify(title: string, body: string, to?: string): void;
  /** Shows a system notification unless the window is focused, because then the page reports the event itself. */
  notifyUnlessFocused(title: string, body: string, to?: string, action?: NoticeAction): void;
  /** Shows the menu bar's menus below the page's title bar. */
  showMenu(): void;
  setBadge(count: number): void;
  showRunningJobs(jobs: Job[], brand: string): void;
  /** Colors the window frame, menus, and dialogs as the page, and remembers it for the next start. */
  setTheme(theme: Theme): Promise<void>;
  /** Starts the console in the tray when the person logs in to the computer. */
  setStartsAtLogin(starts: boolean): Promise<void>;
  /** Opens the console's search by keys from any program. Throws if another program has the keys. */
  setPaletteShortcut(isOn: boolean): void;
  sendEvent(event: ConsoleEvent): void;
  /** Starts the console again, unless the person stays because of unsent work. */
  restart(): Promise<void>;
  log(message: string, details?: object): void;
}
