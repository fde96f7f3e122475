import { app, BrowserWindow, dialog, Menu, nativeTheme, screen, shell } from 'electron';
import { join } from 'node:path';
import { APP_ORIGIN } from '../../policy/urls.ts';
import { contextMenuTemplate } from '../shell/context-menu.ts';
import { guardWindow } from '../shell/guard-window.ts';
import { Recovery } from '../shell/recovery.ts';
import { overlayColors, titleBarOptions } from '../shell/title-bar.ts';
import { readWindowBounds, saveWindowBounds } from '../shell/window-bounds.ts';

export interface WindowDependencies {
  folder: string;
  /** Shown until the page has its own. */
  title: string;
  /** The number of windows before this one, which lie a little higher. */
  place: number;
  /** True if closing hides the window, because jobs continue in the tray. */
  staysInTray(): boolean;
  onHidden(): unknown;
  onLoaded(): void;
  onClosed(): void;
  onFocused(): void;
  /** Windows logs off or shuts down. */
  onSessionEnd(): void;
  /** A side button of the mouse. */
  goStep(step: 'back' | 'forward'): void;
  openLink(url: string): void;
  openInNewWindow(url: string): void;
  copyLink(url: string): void;
  sayRecovered(): void;
  waitFor(task: Promise<unknown>): void;
  record(what: string, details: unknown): void;
}

/** Asks with one button per answer; closing the dialog gives the last one. */
async function ask<T extends string>(window: BrowserWindow, message: string, detail: string, answers: [T, string][]) {
  const buttons = answers.map(([, label]) => label);
  const cancelId = buttons.length - 1;
  const { response } = await dialog.showMessageBox(window, { type: 'warning', message, detail, buttons, cancelId });
  return answers[response]![0];
}

function createRecovery(window: BrowserWindow, { record, sayRecovered }: WindowDependencies): Recovery {
  return new Recovery({
    now: () => Date.now(),
    reload: () => window.webContents.reload(),
    crashPage: () => window.webContents.forcefullyCrashRenderer(),
    askAfterCrashes: () =>
      ask(
        window,
        'The console keeps crashing',
        'Your decisions are safe. A report is under Help > Save Crash Report.',
        [
          ['reload', 'Try again'],
          ['quit', 'Quit'],
        ],
      ),
    askWhileHung: () =>
      ask(window, 'The console isn’t responding', 'You can wait, or reload the page. Your decisions are safe.', [
        ['reload', 'Reload'],
        ['wait', 'Wait'],
      ]),
    quit: () => app.quit(),
    sayRecovered,
    record,
  });
}

export function openMainWindow(dependencies: WindowDependencies): BrowserWindow {
  const { folder, title } = dependencies;
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximized, fullscreen, ...bounds } = shiftBounds(readWindowBounds(folder, workAreas), dependencies.place);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 720,
    minHeight: 520,
    show: false,
    title,
    ...titleBarOptions(process.platform, nativeTheme.shouldUseDarkColors),
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#12191b' : '#f7f9f9',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      // macOS checks spelling itself. Elsewhere Chromium would download dictionaries from Google.
      spellcheck: process.platform === 'darwin',
      // The PDF viewer is a plugin, and the only one.
      plugins: true,
      devTools: !app.isPackaged,
    },
  });
  const { webContents } = window;
  guardWindow(window, (url) => void shell.openExternal(url));
  window.on('page-title-updated', (event, _title, isSetByPage) => isSetByPage || event.preventDefault());
  if (maximized) window.maximize();
  if (fullscreen) window.setFullScreen(true);
  window.once('ready-to-show', () => window.show());
  const recovery = createRecovery(window, dependencies);
  webContents.on('render-process-gone', (_event, details) => recovery.onPageGone(details));
  window.on('unresponsive', recovery.onUnresponsive);
  window.on('responsive', recovery.onResponsive);
  webContents.on('did-finish-load', () => {
    recovery.onLoaded();
    dependencies.onLoaded();
  });
  // Windows ends apps soon after this. Decisions are on disk, so the event isn't stopped.
  window.on('query-session-end', () => dependencies.onSessionEnd());
  window.on('close', (event) => {
    const state = { maximized: window.isMaximized(), fullscreen: window.isFullScreen() };
    dependencies.waitFor(saveWindowBounds(folder, { ...window.getNormalBounds(), ...state }));
    if (!dependencies.staysInTray()) return;
    event.preventDefault();
    window.hide();
    dependencies.onHidden();
  });
  window.on('app-command', (_event, command) => {
    if (command === 'browser-backward') dependencies.goStep('back');
    if (command === 'browser-forward') dependencies.goStep('forward');
  });
  webContents.on('context-menu', (_event, params) => {
    const menu = contextMenuTemplate(params, {
      replace: (word) => webContents.replaceMisspelling(word),
      addToDictionary: (word) => void webContents.session.addWordToSpellCheckerDictionary(word),
      openLink: dependencies.openLink,
      openInNewWindow: dependencies.openInNewWindow,
      copyLink: dependencies.copyLink,
    });
    if (menu.length > 0) Menu.buildFromTemplate(menu).popup({ window });
  });
  if (process.platform === 'win32') followTheme(window);
  window.on('focus', dependencies.onFocused);
  window.on('closed', dependencies.onClosed);
  return window;
}

/** Windows draws its buttons in given colors. */
function followTheme(window: BrowserWindow): void {
  const paint = () => window.setTitleBarOverlay(overlayColors(nativeTheme.shouldUseDarkColors));
  nativeTheme.on('updated', paint);
  window.on('closed', () => nativeTheme.off('updated', paint));
}

const SHIFT = 32;
/** A further window would hide the one below it. */
function shiftBounds(bounds: ReturnType<typeof readWindowBounds>, place: number): typeof bounds {
  if (place === 0) return bounds;
  const { maximized: _maximized, fullscreen: _fullscreen, x, y, ...size } = bounds;
  return { ...size, ...(x !== undefined && y !== undefined && { x: x + SHIFT * place, y: y + SHIFT * place }) };
}

/** Loads a page of the console, such as “/admin/users.” */
export const loadMainWindow = (window: BrowserWindow, page: string): Promise<void> =>
  window.loadURL(`${APP_ORIGIN}/index.html${page && `#${page}`}`);
