import { app, type BrowserWindow } from 'electron';
import type { ConsoleEvent } from '../../bridge/shapes.ts';
import { EVENTS } from '../../bridge/channels.ts';
import { loadMainWindow, openMainWindow, type WindowDependencies } from './main-window.ts';

type Dependencies = Omit<
  WindowDependencies,
  'folder' | 'place' | 'onLoaded' | 'onClosed' | 'onFocused' | 'staysInTray' | 'sayRecovered'
> & {
  /** True if the last window hides instead of closing. */
  staysInTray(): boolean;
  reportFailure(error: unknown): void;
};

/** Events for every window. Others are for the one that the person used last. */
const isForAll = ({ kind }: ConsoleEvent): boolean => kind === 'state' || kind === 'csv';

/** The console's windows, which show the same state. */
export class Windows {
  readonly #dependencies: Dependencies;
  /** The window that was used last is the last one. */
  #open: BrowserWindow[] = [];
  /** Events that arrived before a window loaded. */
  readonly #pending: ConsoleEvent[] = [];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }
  get current(): BrowserWindow | null {
    return this.#open.at(-1) ?? null;
  }
  has = (contentsId: number): boolean => this.#open.some(({ webContents }) => webContents.id === contentsId);

  send = (event: ConsoleEvent): void => {
    const targets = isForAll(event) ? this.#open : this.#open.slice(-1);
    for (const { webContents } of targets) webContents.send(EVENTS, event);
    if (targets.length === 0 && event.kind !== 'state') this.#pending.push(event);
  };

  /** Shows the window that was used last, or a first one. */
  show = (): void => {
    const { current } = this;
    if (!current) return void this.open().catch(this.#dependencies.reportFailure);
    if (current.isMinimized()) current.restore();
    current.show();
    current.focus();
  };

  /** Opens one more window, which shows a page of the console. */
  async open(page = ''): Promise<void> {
    const window = openMainWindow({
      ...this.#dependencies,
      folder: app.getPath('userData'),
      place: this.#open.length,
      staysInTray: () => this.#open.length === 1 && this.#dependencies.staysInTray(),
      onLoaded: () => {
        for (const event of this.#pending.splice(0)) this.send(event);
      },
      onFocused: () => (this.#open = [...this.#open.filter((each) => each !== window), window]),
      onClosed: () => (this.#open = this.#open.filter((each) => each !== window)),
      sayRecovered: () =>
        window.webContents.send(EVENTS, {
          kind: 'say',
          title: 'The console is back',
          message: 'The page had crashed. A report was saved on this computer.',
        } satisfies ConsoleEvent),
    });
    this.#open.push(window);
    // The person may close the window before its page is there.
    await loadMainWindow(window, page).catch((error: unknown) => {
      if (!window.isDestroyed()) throw error;
    });
  }
}
