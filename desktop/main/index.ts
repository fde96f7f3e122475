import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  net,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import { join } from 'node:path';
import { answerCall } from '../bridge/answering.ts';
import { callNames, channelOf, EVENTS } from '../bridge/channels.ts';
import type { ConsoleEvent, Job } from '../bridge/shapes.ts';
import { APP_ORIGIN, APP_SCHEME } from '../policy/urls.ts';
import { contextMenuTemplate } from './shell/context-menu.ts';
import { StaffConsole } from './console.ts';
import { describeSender, guardSession, guardWindow } from './shell/guard-window.ts';
import { createHandlers } from './handlers.ts';
import type { Host } from './host.ts';
import { installUpdate } from './updates/install-update.ts';
import { openLog } from './shell/log.ts';
import { QuitGuard, type QuitQuestion } from './shell/quit-guard.ts';
import { menuTemplate } from './shell/menu.ts';
import { openArguments } from './shell/open-arguments.ts';
import { wallClock } from './reports/scheduler.ts';
import { trayTemplate } from './shell/tray.ts';
import { Updates } from './updates/updates.ts';
import { readWindowBounds, saveWindowBounds } from './shell/window-bounds.ts';

// Only this file imports Electron's values, so that everything else can be tested without Electron.
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);
if (process.env.ENAMEL_DESK_DIR) app.setPath('userData', process.env.ENAMEL_DESK_DIR);

const UPDATE_CHECK_INTERVAL_MS = 6 * 3_600_000;
const isMac = process.platform === 'darwin';
const isWindows = process.platform === 'win32';
let window: BrowserWindow | null = null;
let staffConsole: StaffConsole | null = null;
let tray: Tray | null = null;
/** Events that arrived before the window loaded. */
const pendingEvents: ConsoleEvent[] = [];

const quitGuard = new QuitGuard({
  findConsole: () => staffConsole,
  confirm: confirmQuit,
  quit: () => app.quit(),
  exit: () => app.exit(),
  stay: showWindow,
  log: (message, details) => staffConsole?.host.log(message, details),
});

async function confirmQuit({ message, detail, quit }: QuitQuestion): Promise<boolean> {
  const options = { type: 'warning', message, detail, buttons: [quit, 'Keep Enamel open'], cancelId: 1, defaultId: 1 };
  const { response } = await dialog.showMessageBox(options as Electron.MessageBoxOptions);
  return response === 0;
}

const sendEvent = (event: ConsoleEvent): void => {
  if (window && !window.isDestroyed() && staffConsole) window.webContents.send(EVENTS, event);
  else if (event.kind !== 'state') pendingEvents.push(event);
};

function showWindow(): void {
  if (!window) return void (staffConsole && createWindow(app.getPath('userData')));
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

async function open(args: string[]): Promise<void> {
  if (staffConsole) await openArguments(staffConsole, args);
  showWindow();
}

const loadIcon = (name: string) => nativeImage.createFromPath(join(import.meta.dirname, '../renderer', name));

/** Shows the number of pending claims on the app icon. Windows has no number badges, so it gets a dot. */
function setBadge(count: number): void {
  app.setBadgeCount(count);
  if (!isWindows) return;
  const description = `${count} pending ${count === 1 ? 'claim' : 'claims'}`;
  window?.setOverlayIcon(count > 0 ? loadIcon('badge.png') : null, count > 0 ? description : '');
}

function showRunningJobs(jobs: Job[]): void {
  const { tooltip, menu } = trayTemplate(jobs, {
    open: showWindow,
    cancel: (job) => staffConsole?.jobs.cancel(job),
    quit: () => app.quit(),
  });
  tray?.setToolTip(tooltip);
  tray?.setContextMenu(Menu.buildFromTemplate(menu));
}

function createHost(folder: string, log: (message: string, details?: object) => void): Host {
  return {
    version: app.getVersion(),
    system: isMac ? 'mac' : isWindows ? 'windows' : 'linux',
    folder,
    bundle: join(import.meta.dirname, '../renderer'),
    csvWorker: join(import.meta.dirname, 'csv-worker.js'),
    safeStorage,
    fetch: (url, init) => net.fetch(url, { ...init, bypassCustomProtocolHandlers: true }),
    async askSave(name) {
      const { canceled, filePath } = await dialog.showSaveDialog(window!, { defaultPath: name });
      return canceled || !filePath ? null : filePath;
    },
    async askOpen() {
      const { canceled, filePaths } = await dialog.showOpenDialog(window!, {
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'CSV', extensions: ['csv', 'tsv', 'txt'] }],
      });
      return canceled ? [] : filePaths;
    },
    reveal: (path) => shell.showItemInFolder(path),
    openOutside: (url) => shell.openExternal(url),
    addRecentFile: (path) => app.addRecentDocument(path),
    clearRecentFiles: () => app.clearRecentDocuments(),
    async askFolder() {
      const { canceled, filePaths } = await dialog.showOpenDialog(window!, {
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    printPdf,
    clock: wallClock,
    notify: (title, body) => (window?.isFocused() ? showToast(title, body) : showNotification(title, body)),
    notifyUnlessFocused: (title, body) => void (window?.isFocused() || showNotification(title, body)),
    setBadge,
    showRunningJobs,
    sendEvent,
    log,
  };
}

const showToast = (title: string, message: string): void => sendEvent({ kind: 'say', title, message });

function showNotification(title: string, body: string): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  notification.on('click', showWindow);
  notification.show();
}

/** Prints in a hidden window without scripts. */
async function printPdf(html: string): Promise<Uint8Array> {
  const page = new BrowserWindow({
    show: false,
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      javascript: false,
      partition: 'print',
    },
  });
  try {
    await page.loadURL(`data:text/html;base64,${Buffer.from(html).toString('base64')}`);
    return await page.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
  } finally {
    page.destroy();
  }
}

async function createWindow(folder: string): Promise<void> {
  const bounds = readWindowBounds(
    folder,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const newWindow = new BrowserWindow({
    ...bounds,
    minWidth: 720,
    minHeight: 520,
    show: false,
    title: 'Enamel',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#12191b' : '#f7f9f9',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: true,
      // The PDF viewer is a plugin, and the only one.
      plugins: true,
      devTools: !app.isPackaged,
    },
  });
  window = newWindow;
  guardWindow(newWindow, (url) => void shell.openExternal(url));
  if (bounds.maximized) newWindow.maximize();
  newWindow.once('ready-to-show', () => newWindow.show());
  newWindow.on('close', (event) => {
    quitGuard.waitFor(saveWindowBounds(folder, { ...newWindow.getNormalBounds(), maximized: newWindow.isMaximized() }));
    if (quitGuard.isQuitting || !staffConsole || staffConsole.jobs.countRunning() === 0) return;
    // Jobs continue in the tray, which can reopen the window and quit the app.
    event.preventDefault();
    newWindow.hide();
    new Notification({ title: 'Enamel is still running', body: 'It will finish its work in the tray.' }).show();
  });
  newWindow.webContents.on('context-menu', (_event, params) => {
    const menu = contextMenuTemplate(params, {
      replace: (word) => newWindow.webContents.replaceMisspelling(word),
      addToDictionary: (word) => void newWindow.webContents.session.addWordToSpellCheckerDictionary(word),
    });
    if (menu.length > 0) Menu.buildFromTemplate(menu).popup({ window: newWindow });
  });
  newWindow.on('closed', () => (window = null));
  newWindow.webContents.on('did-finish-load', () => {
    for (const event of pendingEvents.splice(0)) sendEvent(event);
  });
  await newWindow.loadURL(`${APP_ORIGIN}/index.html`);
}

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const log = openLog(folder);
  staffConsole = await StaffConsole.open(createHost(folder, log.write));
  const handlers = createHandlers(staffConsole);
  for (const name of callNames)
    ipcMain.handle(channelOf(name), (event, ...args: unknown[]) =>
      answerCall(handlers, name, describeSender(window, event.sender.id, event.senderFrame), args, log.write),
    );
  protocol.handle(APP_SCHEME, staffConsole.protocol);
  guardSession(session.defaultSession);
  const { jobs } = staffConsole;
  const updates = new Updates({
    feed: String((import.meta as { env?: Record<string, unknown> }).env?.MAIN_VITE_UPDATE_FEED ?? ''),
    version: app.getVersion(),
    format: isMac ? 'dmg' : isWindows ? 'nsis' : process.env.APPIMAGE ? 'appimage' : 'deb',
    arch: process.arch,
    folder,
    jobs,
    fetch: (url, signal) => net.fetch(url, { redirect: 'error', ...(signal ? { signal } : {}) }),
    async install(path) {
      await installUpdate(path, {
        appImage: process.env.APPIMAGE,
        restartWith: (appImage) => app.relaunch({ execPath: appImage, args: [] }),
        openPath: (file) => shell.openPath(file),
      });
      app.quit();
    },
    onChange: () => staffConsole?.publishState(),
    showSheet: () => sendEvent({ kind: 'command', name: 'update' }),
    log: log.write,
    notify: (title, body) => staffConsole?.host.notify(title, body),
  });
  staffConsole.updates = updates;
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        isMac,
        importFile: () => sendEvent({ kind: 'command', name: 'import' }),
        goTo: (path) => sendEvent({ kind: 'go', to: path }),
        openPalette: () => sendEvent({ kind: 'command', name: 'palette' }),
        showLogs: () => shell.showItemInFolder(log.path),
        showServers: () => sendEvent({ kind: 'go', to: '/admin/desk/servers' }),
        checkForUpdates: () => void updates.check(true),
      }),
    ),
  );
  tray = new Tray(loadIcon('tray.png'));
  tray.on('click', showWindow);
  showRunningJobs([]);
  await createWindow(folder);
  staffConsole.start();
  if (app.isPackaged) {
    void updates.check(false);
    setInterval(() => void updates.check(false), UPDATE_CHECK_INTERVAL_MS).unref();
  }
  await open(process.argv.slice(1));
}

function onShutdown(event: Electron.Event): void {
  event.preventDefault();
  quitGuard.quitNow();
}

/** Shows why the console can't start, because it would otherwise run on without a window. */
function reportStartFailure(error: unknown): void {
  dialog.showErrorBox('Enamel can’t start', error instanceof Error ? error.message : String(error));
  app.quit();
}

if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient('enamel');
  // The system may pass a file or link before the console has started.
  const started = app.whenReady().then(start).catch(reportStartFailure);
  app.on('second-instance', (_event, argv) => void started.then(() => open(argv.slice(1))));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void started.then(() => open([path]));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    void started.then(() => open([url]));
  });
  app.on('window-all-closed', () => {
    if (!isMac) app.quit();
  });
  app.on('activate', showWindow);
  app.on('before-quit', quitGuard.onBeforeQuit);
  app.on('will-quit', quitGuard.onWillQuit);
  // Without a listener the system would end the console in the middle of a write.
  void app.whenReady().then(() => powerMonitor.on('shutdown', onShutdown as () => void));
} else {
  app.quit();
}
