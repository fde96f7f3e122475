import type { ConsoleEvent, Job } from '../bridge/shapes.ts';
import type { Clock } from './reports/scheduler.ts';
import type { SafeStorage } from './shell/keychain.ts';

/** What the main process needs of the machine. `index.ts` makes it from Electron; nothing else imports Electron's values. */
export interface Host {
  version: string;
  system: 'mac' | 'windows' | 'linux';
  /** Where the console keeps its own files. */
  folder: string;
  /** Where the renderer's bundle lies. */
  bundle: string;
  /** The script of the thread that reads CSV files. */
  csvWorker: string;
  safeStorage: SafeStorage;
  fetch(url: string, init: RequestInit & { duplex?: 'half' }): Promise<Response>;
  /** Asks where to save; null when the person thinks better of it. */
  askSave(name: string): Promise<string | null>;
  askOpen(): Promise<string[]>;
  reveal(path: string): void;
  openOutside(url: string): Promise<void>;
  /** The system's own list of files opened last. */
  rememberFile(path: string): void;
  forgetFiles(): void;
  askFolder(): Promise<string | null>;
  /** Prints a page of its own, apart from what is on the screen. */
  printPdf(html: string): Promise<Uint8Array>;
  clock: Clock;
  /** Told by the system while nobody looks at the window, and in the window while somebody does. */
  notify(title: string, body: string): void;
  /** The same of what the page says itself. */
  notifyAway(title: string, body: string): void;
  badge(count: number): void;
  /** What the tray shows as running. */
  running(jobs: Job[]): void;
  tell(event: ConsoleEvent): void;
  log(message: string, details?: object): void;
}
