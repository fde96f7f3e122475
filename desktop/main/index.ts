import {
  app,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
} from 'electron';
import electronUpdater from 'electron-updater';
import { resolve } from 'node:path';
import { answerCall } from '../bridge/answering.ts';
import { callNames, channelOf } from '../bridge/channels.ts';
import { APP_SCHEME, pathOfPage } from '../policy/urls.ts';
import { StaffConsole } from './console.ts';
import { watchCertificates } from './electron/certificates.ts';
import { createHost } from './electron/host.ts';
import { copyLink, openLink } from './electron/links.ts';
import { wasStartedAtLogin } from './electron/login-item.ts';
import { showNotification } from './electron/notifications.ts';
import { PRINT_PARTITION } from './electron/print-pdf.ts';
import { createSystemStatus } from './electron/system-status.ts';
import { Windows } from './electron/windows.ts';
import { createHandlers } from './handlers.ts';
import { saveBytes } from './transfers/save-file.ts';
import { openCrashLog, type CrashLog } from './shell/crash-log.ts';
import { describeSender, guardSession } from './shell/guard-window.ts';
import { openLog } from './shell/log.ts';
import { menuTemplate, type MenuActions } from './shell/menu.ts';
import { openArguments, resolveArguments } from './open-arguments.ts';
import { QuitGuard, type QuitQuestion } from './quit-guard.ts';
import { readTheme } from './shell/theme.ts';
import { AppImageReplacer } from './updates/app-image-replacer.ts';
import { openNewestFeed, readUpdatesKey } from './updates/feed-signature.ts';
import { Updates } from './updates/updates.ts';

// Only this file and `electron/` import Electron's values, so that everything else can be tested without Electron.
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);
if (!app.isPackaged && process.env.ENAMEL_DESK_DIR) app.setPath('userData', process.env.ENAMEL_DESK_DIR);
// Windows shows notifications only of an app that it can name. The installer registers the same name.
app.setAppUserModelId('com.enamel.console');
// Keeps dumps of native crashes on this computer.
crashReporter.start({ uploadToServer: false });

const { autoUpdater, CancellationToken } = electronUpdater;
const UPDATE_CHECK_INTERVAL_MS = 6 * 3_600_000;
const isMac = process.platform === 'darwin';
/** Set until the person opens the window of a console that started in the tray. Reports are printed in windows, too, which close. */
let runsWithoutWindow = false;
let staffConsole: StaffConsole | null = null;
let crashLog: CrashLog | null = null;

const quitGuard = new QuitGuard({
  findConsole: () => staffConsole,
  confirm: confirmQuit,
  quit: () => app.quit(),
  exit: () => app.exit(),
  stay: () => showWindow(),
  log: (message, details) => staffConsole?.host.log(message, details),
});

async function confirmQuit({ message, detail, quit }: QuitQuestion): Promise<boolean> {
  const buttons = [quit, 'Keep it open'];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message,
    detail,
    buttons,
    cancelId: 1,
    defaultId: 1,
  });
  return response === 0;
}

const windows = new Windows({
  get title() {
    return staffConsole?.servers.brand ?? '';
  },
  staysInTray: () => !quitGuard.isQuitting && staffConsole !== null && (isBusy() || staysInTray()),
  onHidden: () =>
    isBusy() && showNotification('The console is still running', 'It will finish its work in the tray.', showWindow),
  onSessionEnd: () => quitGuard.quitNow(),
  goStep: (name) => sendEvent({ kind: 'command', name }),
  openLink: (url) => openLink(url, sendEvent),
  openInNewWindow: (url) => void openWindow(pathOfPage(url) ?? '').catch(reportStartFailure),
  copyLink: (url) => copyLink(url, staffConsole?.servers.current ?? ''),
  waitFor: (task) => quitGuard.waitFor(task),
  record: recordCrash,
  reportFailure: reportStartFailure,
});
const sendEvent = windows.send;

function showWindow(): void {
  runsWithoutWindow = false;
  if (staffConsole) windows.show();
}

async function open(args: string[]): Promise<void> {
  if (staffConsole) await openArguments(staffConsole, args);
  showWindow();
}

const isBusy = (): boolean => (staffConsole?.jobs.countRunning() ?? 0) > 0;
const staysInTray = (): boolean => staffConsole?.settings.current.staysInTray ?? false;

async function openWindow(page?: string): Promise<void> {
  if (!staffConsole) return;
  runsWithoutWindow = false;
  await windows.open(page);
}

function recordCrash(what: string, details: unknown): void {
  crashLog?.add(what, details);
  staffConsole?.host.log(what);
}

/** Shows the menu bar, and again whenever the list of recent files changes. */
function openMenu(logPath: string) {
  const actions: MenuActions = {
    isMac,
    home: app.getPath('home'),
    sendEvent,
    openWindow: () => void openWindow().catch(reportStartFailure),
    openFile: (path) => void open([path]),
    clearRecentFiles: () => void staffConsole?.recentFiles.clearPaths(),
    reload: () => windows.current?.webContents.reload(),
    showLogs: () => shell.showItemInFolder(logPath),
    saveCrashReport: () => void saveCrashReport(),
    checkForUpdates: () => void staffConsole?.updates?.check(true),
  };
  const showRecentFiles = (paths: readonly string[]) =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, paths)));
  showRecentFiles([]);
  return { showRecentFiles };
}

async function saveCrashReport(): Promise<void> {
  if (!staffConsole || !crashLog) return;
  const report = Buffer.from(crashLog.readReport(app.getVersion()), 'utf8');
  await saveBytes(staffConsole, 'crash-report.txt', report).catch((error: Error) =>
    sendEvent({ kind: 'say', title: 'Could not save the report', message: error.message }),
  );
}

function createUpdates(log: (message: string, details?: object) => void): Updates {
  return new Updates({
    updater: process.env.APPIMAGE ? new AppImageReplacer() : autoUpdater,
    createCancellation: () => new CancellationToken(),
    version: app.getVersion(),
    publicKey: app.isPackaged ? readUpdatesKey(app.getAppPath()) : null,
    newestFeed: openNewestFeed(app.getPath('userData')),
    jobs: staffConsole!.jobs,
    askToQuit: () => quitGuard.askToQuit(),
    onChange: () => staffConsole?.publishState(),
    showDialog: () => sendEvent({ kind: 'command', name: 'update' }),
    log,
    notify: (title, body) => staffConsole?.host.notify(title, body),
  });
}

async function start(): Promise<void> {
  const folder = app.getPath('userData');
  const log = openLog(folder);
  crashLog = openCrashLog(folder);
  nativeTheme.themeSource = readTheme(folder);
  watchCertificates();
  const actions = {
    open: showWindow,
    cancel: (job: string) => void staffConsole?.jobs.cancel(job),
    quit: () => app.quit(),
  };
  const status = createSystemStatus(actions, () => windows.current);
  const menu = openMenu(log.path);
  const host = createHost({
    folder,
    findWindow: () => windows.current,
    showWindow,
    sendEvent,
    ...status,
    ...menu,
    restart,
    log: log.write,
  });
  staffConsole = await StaffConsole.open(host);
  const handlers = createHandlers(staffConsole);
  for (const name of callNames)
    ipcMain.handle(channelOf(name), (event, ...args: unknown[]) =>
      answerCall(handlers, name, describeSender(windows.has, event.sender.id, event.senderFrame), args, log.write),
    );
  protocol.handle(APP_SCHEME, staffConsole.protocol);
  guardSession(session.defaultSession);
  guardSession(session.fromPartition(PRINT_PARTITION));
  const updates = createUpdates(log.write);
  staffConsole.updates = updates;
  // Another program may have the keys now. The console works without them.
  if (staffConsole.settings.current.hasPaletteShortcut) tryShortcut(host);
  runsWithoutWindow = wasStartedAtLogin();
  if (!runsWithoutWindow) await openWindow();
  staffConsole.start();
  if (app.isPackaged) {
    void updates.check(false);
    setInterval(() => void updates.check(false), UPDATE_CHECK_INTERVAL_MS).unref();
  }
  powerMonitor.on('resume', () => void staffConsole?.resume());
  powerMonitor.on('unlock-screen', () => void staffConsole?.resume());
  // Without a listener the system would end the console in the middle of a write.
  powerMonitor.on('shutdown', onShutdown as () => void);
  const args = resolveArguments(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd());
  if (!runsWithoutWindow || args.length > 0) await open(args);
}

function tryShortcut(host: Pick<StaffConsole['host'], 'setPaletteShortcut' | 'log'>): void {
  try {
    host.setPaletteShortcut(true);
  } catch (error) {
    host.log('the keys of the search are taken', { error: String(error) });
  }
}

function onShutdown(event: Electron.Event): void {
  event.preventDefault();
  quitGuard.quitNow();
}

/** Shows why the console can't start, because it would otherwise run on without a window. */
function reportStartFailure(error: unknown): void {
  recordCrash('The console could not start', error);
  dialog.showErrorBox('The console can’t start', error instanceof Error ? error.message : String(error));
  app.quit();
}

let isReportingFault = false;
/** A fault in the main process. The person decides, because work may be open. */
async function reportFault(error: unknown): Promise<void> {
  recordCrash('The main process had a fault', error);
  if (isReportingFault || !staffConsole) return;
  isReportingFault = true;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'The console ran into a problem',
    detail:
      'A report was saved on this computer: Help > Save Crash Report. If something doesn’t work, restart the console.',
    buttons: ['Restart', 'Keep working'],
    cancelId: 1,
    defaultId: 1,
  });
  isReportingFault = false;
  if (response === 0) await restart();
}

async function restart(): Promise<void> {
  if (!(await quitGuard.askToQuit())) return;
  app.relaunch();
  app.quit();
}

if (app.requestSingleInstanceLock()) {
  process.on('uncaughtException', (error) => void reportFault(error));
  process.on('unhandledRejection', (reason) => recordCrash('A promise was rejected without a handler', reason));
  app.on(
    'child-process-gone',
    (_event, details) => details.reason === 'clean-exit' || recordCrash('A helper process ended', details),
  );
  app.setAsDefaultProtocolClient('enamel');
  // The system may pass a file or link before the console has started.
  const started = app.whenReady().then(start).catch(reportStartFailure);
  app.on(
    'second-instance',
    (_event, argv, folder) => void started.then(() => open(resolveArguments(argv.slice(1), folder))),
  );
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void started.then(() => open([resolve(path)]));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    void started.then(() => open([url]));
  });
  app.on('window-all-closed', () => {
    if (!isMac && !runsWithoutWindow) app.quit();
  });
  app.on('activate', () => showWindow());
  app.on('before-quit', quitGuard.onBeforeQuit);
  app.on('will-quit', quitGuard.onWillQuit);
} else {
  app.quit();
}
