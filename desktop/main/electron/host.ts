import { app, dialog, globalShortcut, Menu, nativeTheme, net, safeStorage, shell, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { PALETTE_SHORTCUT, type ConsoleEvent, type Job } from '../../bridge/shapes.ts';
import { IMPORTED_EXTENSIONS } from '../../policy/files.ts';
import { wallClock, type Host, type NoticeAction } from '../host.ts';
import { resolveRedirects } from '../shell/net-fetch.ts';
import { saveTheme } from '../shell/theme.ts';
import { TITLE_BAR_HEIGHT } from '../shell/title-bar.ts';
import { findCertificateOwner } from './certificates.ts';
import { setStartsAtLogin } from './login-item.ts';
import { showNotification } from './notifications.ts';
import { printPdf } from './print-pdf.ts';

interface HostParts {
  folder: string;
  findWindow(): BrowserWindow | null;
  showWindow(): void;
  sendEvent(event: ConsoleEvent): void;
  setBadge(count: number): void;
  showRunningJobs(jobs: Job[], brand: string): void;
  showRecentFiles(paths: readonly string[]): void;
  restart(): Promise<void>;
  log(message: string, details?: object): void;
}

/**
 * Sends a request only to make the proxy ask for credentials, because `net.fetch` has no event for that. Chromium caches
 * credentials that the proxy accepted and uses them for all later requests.
 */
const logInToProxy: Host['logInToProxy'] = (url, ask) =>
  new Promise((resolve) => {
    const request = net.request({ url, method: 'HEAD', redirect: 'manual' });
    let isDeclined = false;
    request.on('login', (authInfo, callback) => {
      // A login prompt of the server is not the proxy's.
      if (!authInfo.isProxy) return callback();
      void ask(authInfo).then((credentials) => {
        isDeclined = credentials === null;
        if (credentials) callback(credentials.user, credentials.password);
        else callback();
      });
    });
    request.on('response', (response) => {
      response.on('data', () => {});
      resolve(!isDeclined && response.statusCode !== 407);
    });
    // A redirect comes from behind the proxy.
    request.on('redirect', () => {
      request.abort();
      resolve(true);
    });
    request.on('error', () => resolve(false));
    request.end();
  });

/** Opens the console's search from any program. Throws if another program has the keys. */
export function setPaletteShortcut(isOn: boolean, openPalette: () => void): void {
  globalShortcut.unregister(PALETTE_SHORTCUT);
  if (isOn && !globalShortcut.register(PALETTE_SHORTCUT, openPalette))
    throw new Error('Another program uses these keys.');
}

/** Electron throws for a folder that the system doesn't have. */
function findFolder(name: 'home' | 'desktop' | 'documents' | 'downloads'): string[] {
  try {
    return [app.getPath(name)];
  } catch {
    return [];
  }
}

export function createHost(parts: HostParts): Host {
  const { folder, findWindow, showWindow, sendEvent } = parts;
  /** A dialog belongs to the window if there is one. */
  const showOpenDialog = (options: Electron.OpenDialogOptions) => {
    const window = findWindow();
    return window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options);
  };
  const notify = (title: string, body: string, to?: string, action?: NoticeAction) => {
    const open = () => {
      showWindow();
      if (to) sendEvent({ kind: 'go', to });
    };
    showNotification(title, body, open, [...(to ? [{ label: 'Open', run: open }] : []), ...(action ? [action] : [])]);
  };
  return {
    version: app.getVersion(),
    system: process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux',
    folder,
    bundle: join(import.meta.dirname, '../renderer'),
    csvWorker: join(import.meta.dirname, 'csv-worker.js'),
    safeStorage,
    fetch: resolveRedirects((url, init) => net.fetch(url, { ...init, bypassCustomProtocolHandlers: true })),
    findCertificateOwner,
    logInToProxy,
    async askSave(name) {
      const window = findWindow();
      const options = { defaultPath: name };
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options));
      return canceled || !filePath ? null : filePath;
    },
    async askOpen() {
      const { canceled, filePaths } = await showOpenDialog({
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'CSV, spreadsheets, and registry files', extensions: IMPORTED_EXTENSIONS }],
      });
      return canceled ? [] : filePaths;
    },
    async askFolder() {
      const { canceled, filePaths } = await showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
      return canceled ? null : (filePaths[0] ?? null);
    },
    async ask(message, detail, answers) {
      const window = findWindow();
      const options = { message, detail, buttons: [...answers], defaultId: 0, cancelId: answers.length - 1 };
      const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
      return response;
    },
    personalFolders: (['home', 'desktop', 'documents', 'downloads'] as const).flatMap(findFolder),
    reveal: (path) => shell.showItemInFolder(path),
    openOutside: (url) => shell.openExternal(url),
    addRecentFile: (path) => app.addRecentDocument(path),
    clearRecentFiles: () => app.clearRecentDocuments(),
    showRecentFiles: parts.showRecentFiles,
    printPdf,
    clock: wallClock,
    notify: (title, body, to) =>
      findWindow()?.isFocused() ? sendEvent({ kind: 'say', title, message: body }) : notify(title, body, to),
    notifyUnlessFocused: (...notice) => void (findWindow()?.isFocused() || notify(...notice)),
    showMenu() {
      const window = findWindow();
      if (window) Menu.getApplicationMenu()?.popup({ window, x: 0, y: TITLE_BAR_HEIGHT });
    },
    setBadge: parts.setBadge,
    showRunningJobs: parts.showRunningJobs,
    async setTheme(theme) {
      nativeTheme.themeSource = theme;
      await saveTheme(folder, theme);
    },
    setStartsAtLogin,
    setPaletteShortcut: (isOn) =>
      setPaletteShortcut(isOn, () => {
        showWindow();
        sendEvent({ kind: 'command', name: 'palette' });
      }),
    sendEvent,
    restart: parts.restart,
    log: parts.log,
  };
}
