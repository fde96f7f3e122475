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
import { contextMenu } from './shell/context-menu.ts';
import { StaffConsole } from './console.ts';
import { guardSession, guardWindow, senderOf } from './shell/guard-window.ts';
import { handlersOf } from './handlers.ts';
import type { Host } from './host.ts';
import { install } from './updates/install.ts';
import { openLog } from './shell/log.ts';
import { menuTemplate } from './shell/menu.ts';
import { openGiven } from './shell/open-arguments.ts';
import { wallClock } from './reports/scheduler.ts';
import { trayOf } from './shell/tray.ts';
import { Updates } from './updates/updates.ts';
import { keepPlace, readPlace } from './shell/window.ts';

/** Electron's values are used in this file alone; everything it wires together is plain code. */
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);
if (process.env.ENAMEL_DESK_DIR) app.setPath('userData', process.env.ENAMEL_DESK_DIR);

const LOOK_FOR_UPDATES_EVERY = 6 * 3_600_000;
const mac = process.platform === 'darwin';
let window: BrowserWindow | null = null;
let staffConsole: StaffConsole | null = null;
let tray: Tray | null = null;
let quitting = false;
/** What came before there was a window to show it. */
let early: ConsoleEvent[] = [];

const tell = (event: ConsoleEvent): void => {
  if (window && !window.isDestroyed() && staffConsole) window.webContents.send(EVENTS, event);
  else if (event.kind !== 'state') early.push(event);
};

function show(): void {
  if (!window) return void (staffConsole && createWindow(app.getPath('userData')));
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

async function open(given: string[]): Promise<void> {
  if (staffConsole) await openGiven(staffConsole, given);
  show();
}

const asset = (name: string) => nativeImage.createFromPath(join(import.meta.dirname, '../renderer', name));

/** A number on the icon; Windows has none, and shows a dot with words. */
function badge(count: number): void {
  app.setBadgeCount(count);
  if (process.platform === 'win32')
    window?.setOverlayIcon(count > 0 ? asset('badge.png') : null, count > 0 ? `${count} claims wait` : '');
}

function showRunning(jobs: Job[]): void {
  const { tip, menu } = trayOf(jobs, {
    open: show,
    cancel: (job) => staffConsole?.jobs.cancel(job),
    quit: () => app.quit(),
  });
  tray?.setToolTip(tip);
  tray?.setContextMenu(Menu.buildFromTemplate(menu));
}

function hostOf(folder: string, log: (message: string, details?: object) => void): Host {
  return {
    version: app.getVersion(),
    system: mac ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux',
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
    rememberFile: (path) => app.addRecentDocument(path),
    forgetFiles: () => app.clearRecentDocuments(),
    async askFolder() {
      const { canceled, filePaths } = await dialog.showOpenDialog(window!, {
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    printPdf,
    clock: wallClock,
    notify: (title, body) => (window?.isFocused() ? sayInWindow(title, body) : notifyAway(title, body)),
    notifyAway: (title, body) => void (window?.isFocused() || notifyAway(title, body)),
    badge,
    running: showRunning,
    tell,
    log,
  };
}

const sayInWindow = (title: string, message: string): void => tell({ kind: 'say', title, message });

function notifyAway(title: string, body: string): void {
  if (!Notification.isSupported()) return;
  const note = new Notification({ title, body });
  note.on('click', show);
  note.show();
}

/** A page made here, in a window nobody sees, where nothing can run. */
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
  const place = readPlace(
    folder,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const made = new BrowserWindow({
    ...place,
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
      // The viewer of PDF documents; there are no other plugins.
      plugins: true,
      devTools: !app.isPackaged,
    },
  });
  window = made;
  guardWindow(made, (url) => void shell.openExternal(url));
  if (place.maximized) made.maximize();
  made.once('ready-to-show', () => made.show());
  made.on('close', (event) => {
    void keepPlace(folder, { ...made.getNormalBounds(), maximized: made.isMaximized() });
    // What runs goes on beside the clock; the way back and the way out are there.
    if (quitting || !staffConsole || staffConsole.jobs.running() === 0) return;
    event.preventDefault();
    made.hide();
    new Notification({ title: 'Enamel is still at work', body: 'It goes on in the tray until it is done.' }).show();
  });
  made.webContents.on('context-menu', (_event, clicked) => {
    const menu = contextMenu(clicked, {
      replace: (word) => made.webContents.replaceMisspelling(word),
      learn: (word) => void made.webContents.session.addWordToSpellCheckerDictionary(word),
    });
    if (menu.length > 0) Menu.buildFromTemplate(menu).popup({ window: made });
  });
  made.on('closed', () => (window = null));
  made.webContents.on('did-finish-load', () => {
    for (const event of early.splice(0)) tell(event);
  });
  await made.loadURL(`${APP_ORIGIN}/index.html`);
}

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const log = openLog(folder);
  staffConsole = await StaffConsole.open(hostOf(folder, log.write));
  const handlers = handlersOf(staffConsole);
  for (const name of callNames)
    ipcMain.handle(channelOf(name), (event, ...args: unknown[]) =>
      answerCall(handlers, name, senderOf(window, event.sender.id, event.senderFrame), args, log.write),
    );
  protocol.handle(APP_SCHEME, staffConsole.protocol);
  guardSession(session.defaultSession);
  const { jobs } = staffConsole;
  const updates = new Updates({
    feed: String((import.meta as { env?: Record<string, unknown> }).env?.MAIN_VITE_UPDATE_FEED ?? ''),
    version: app.getVersion(),
    form: mac ? 'dmg' : process.platform === 'win32' ? 'nsis' : process.env.APPIMAGE ? 'appimage' : 'deb',
    arch: process.arch,
    folder,
    jobs,
    fetch: (url, signal) => net.fetch(url, { redirect: 'error', ...(signal ? { signal } : {}) }),
    async install(path) {
      await install(path, {
        appImage: process.env.APPIMAGE,
        restartWith: (appImage) => app.relaunch({ execPath: appImage, args: [] }),
        openPath: (file) => shell.openPath(file),
      });
      app.quit();
    },
    changed: () => staffConsole?.changed(),
    show: () => tell({ kind: 'command', name: 'update' }),
    log: log.write,
    say: (title, body) => staffConsole?.host.notify(title, body),
  });
  staffConsole.updates = updates;
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        mac,
        importFile: () => tell({ kind: 'command', name: 'import' }),
        go: (to) => tell({ kind: 'go', to }),
        palette: () => tell({ kind: 'command', name: 'palette' }),
        showLogs: () => shell.showItemInFolder(log.path),
        servers: () => tell({ kind: 'go', to: '/admin/desk/servers' }),
        checkForUpdates: () => void updates.check(true),
      }),
    ),
  );
  tray = new Tray(asset('tray.png'));
  tray.on('click', show);
  showRunning([]);
  await createWindow(folder);
  staffConsole.start();
  if (app.isPackaged) {
    void updates.check(false);
    setInterval(() => void updates.check(false), LOOK_FOR_UPDATES_EVERY).unref();
  }
  await open(process.argv.slice(1));
}

/** A console that cannot begin says why, instead of running without a window. */
function notStarted(error: unknown): void {
  dialog.showErrorBox('Enamel cannot start', error instanceof Error ? error.message : String(error));
  app.quit();
}

if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient('enamel');
  // The system may bring something to open before there is a console to open it with.
  const started = app.whenReady().then(start).catch(notStarted);
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
    if (!mac) app.quit();
  });
  app.on('activate', show);
  app.on('before-quit', () => (quitting = true));
  app.on('will-quit', () => void staffConsole?.stop());
} else {
  app.quit();
}
