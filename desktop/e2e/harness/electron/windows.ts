import { EventEmitter } from 'node:events';
import { app, windows, type Checked } from './app.ts';
import { session } from './session.ts';
import { answersPage } from './protocol.ts';
import { createEvent, requireReady, seen, system, tell } from './state.ts';

let nextId = 1;

class Contents extends EventEmitter {
  readonly id = nextId++;
  readonly session = {
    ...session.defaultSession,
    addWordToSpellCheckerDictionary: (word: string) => seen.learned.push(word) > 0,
  };
  openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;
  url = '';
  isGone = false;
  readonly #window: BrowserWindow;
  constructor(window: BrowserWindow) {
    super();
    this.#window = window;
  }
  replaceMisspelling = (word: string): void => void seen.replaced.push(word);
  /** Arguments are copied as in `postMessage`; a function is an error. */
  send(channel: string, ...args: unknown[]): void {
    this.#window.requireAlive();
    const copies = structuredClone(args);
    if (!this.isGone) tell({ kind: 'send', channel, args: copies });
  }
  setWindowOpenHandler = (handler: NonNullable<Contents['openHandler']>): void => void (this.openHandler = handler);
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    this.#window.requireAlive();
    if (this.url === '') throw new Error('Failed to generate PDF: the page is empty');
    if (options.scale !== undefined && (options.scale < 0.1 || options.scale > 2))
      throw new Error('scale must be 0.1 to 2');
    return Buffer.from('%PDF-1.4 as printed\n%%EOF');
  }
  /** Rejects what the page's own policy or the lack of scripts would not: only a page that was never loaded. */
  async executeJavaScript(_code: string): Promise<unknown> {
    this.#window.requireAlive();
    if (this.#window.options.webPreferences?.javascript === false) throw new Error('Script failed to execute');
    return 1;
  }
  /** The browser reports the end of the load with the command `loaded`. */
  reload(): void {
    this.isGone = false;
    tell({ kind: 'reload' });
  }
  forcefullyCrashRenderer(): void {
    this.isGone = true;
    this.emit('render-process-gone', createEvent(), { reason: 'killed', exitCode: 9 });
  }
}

export let mainWindow: BrowserWindow | null = null;
const setMainWindow = (window: BrowserWindow): void => void (mainWindow = window);

export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): BrowserWindow[] => [...windows] as BrowserWindow[];
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: Contents;
  #bounds: Electron.Rectangle;
  #isVisible: boolean;
  #isDestroyed = false;
  #mode: 'normal' | 'maximized' | 'fullscreen' | 'minimized' = 'normal';

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    requireReady('BrowserWindow');
    this.options = options;
    const { x = 80, y = 30, width = 800, height = 600, minWidth = 0, minHeight = 0, show = true } = options;
    this.#bounds = { x, y, width: Math.max(width, minWidth), height: Math.max(height, minHeight) };
    this.#isVisible = show;
    this.webContents = new Contents(this);
    windows.add(this);
    // Windows without a preload are hidden ones for printing.
    if (options.webPreferences?.preload) setMainWindow(this);
  }
  requireAlive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }
  /** Rejects if nothing answers or the window closes, and reports the failure as an event too. */
  async loadURL(url: string): Promise<void> {
    this.requireAlive();
    const isAnswered = url.startsWith('data:') || (await answersPage(url));
    const error = isAnswered && !this.#isDestroyed ? '' : 'ERR_FAILED';
    if (error) {
      this.webContents.emit('did-fail-load', createEvent(), -2, error, url, true);
      throw Object.assign(new Error(`${error} (-2) loading '${url.slice(0, 100)}'`), { code: error, errno: -2, url });
    }
    this.webContents.url = url;
    if (url.startsWith('data:')) seen.printed.push(Buffer.from(url.split(',')[1]!, 'base64').toString());
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  close(): void {
    if (this.#isDestroyed) return;
    const event = createEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.delete(this);
    if (mainWindow === this)
      mainWindow =
        [...windows].findLast(
          (each): each is BrowserWindow =>
            each instanceof BrowserWindow && each.options.webPreferences?.preload !== undefined,
        ) ?? null;
    this.emit('closed');
    app.onWindowClosed();
  }
  isDestroyed = (): boolean => this.#isDestroyed;
  show = (): void => this.#setVisible(true);
  hide = (): void => this.#setVisible(false);
  #setVisible(isVisible: boolean): void {
    this.requireAlive();
    this.#isVisible = isVisible;
  }
  isVisible = (): boolean => this.#isVisible;
  focus(): void {
    this.requireAlive();
    this.emit('focus');
  }
  isFocused = (): boolean => !this.#isDestroyed && system.isFocused;
  maximize = (): void => void (this.#mode = 'maximized');
  isMaximized = (): boolean => this.#mode === 'maximized';
  minimize = (): void => void (this.#mode = 'minimized');
  isMinimized = (): boolean => this.#mode === 'minimized';
  restore = (): void => void (this.#mode = 'normal');
  setFullScreen = (flag: boolean): void => void (this.#mode = flag ? 'fullscreen' : 'normal');
  isFullScreen = (): boolean => this.#mode === 'fullscreen';
  /** The bounds of the normal state, even while the window is maximized or covers the screen. */
  getNormalBounds(): Electron.Rectangle {
    this.requireAlive();
    return { ...this.#bounds };
  }
  setTitleBarOverlay(options: Electron.TitleBarOverlayOptions): void {
    if (process.platform !== 'win32') throw new TypeError('setTitleBarOverlay is not a function');
    Object.assign(this.options, { titleBarOverlay: options });
  }
  setOverlayIcon(): void {
    if (process.platform !== 'win32') throw new TypeError('setOverlayIcon is not a function');
  }
}

export const isChecked = [true, true] satisfies [
  BrowserWindow extends Omit<Checked<BrowserWindow, Electron.BrowserWindow>, 'webContents' | 'setOverlayIcon'>
    ? true
    : never,
  Contents extends Omit<Checked<Contents, Electron.WebContents>, 'session'> ? true : never,
];
