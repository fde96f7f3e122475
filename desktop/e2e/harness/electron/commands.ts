import { recordEvents } from './record-events.ts';
import { app, powerMonitor, windows } from './app.ts';
import { invoke } from './ipc.ts';
import { FakeMenu, Notification, Tray } from './menus.ts';
import { nativeTheme } from './desktop-ui.ts';
import { protocol } from './protocol.ts';
import { listen } from './serve-page.ts';
import { session } from './session.ts';
import { createEvent, dialogs, seen, system, tell } from './state.ts';
import { BrowserWindow, mainWindow } from './windows.ts';

type Item = Electron.MenuItemConstructorOptions;
interface Command {
  id: number;
  kind: string;
  channel: string;
  args: unknown[];
  sender?: { url?: string; sub?: boolean; other?: boolean; none?: boolean };
  value: object;
  event: string;
  url: string;
  frame?: string;
  path: string[];
  permission: string;
  partition?: string;
  index: number;
}

/** Copies a menu without its functions. */
const plainMenu = (items: Item[]): object[] =>
  items.map(({ submenu, click, ...item }) => ({
    ...item,
    ...(click ? { clicks: true } : {}),
    ...(Array.isArray(submenu) ? { submenu: plainMenu(submenu) } : {}),
  }));
const appMenu = (): Item[] => FakeMenu.applicationMenu?.items ?? [];
/** Finds a menu entry by its path of labels. */
function entryAt(items: Item[], [label, ...more]: string[]): Item | undefined {
  const entry = items.find((item) => item.label === label || item.role === label);
  return more.length === 0 || !entry ? entry : entryAt(entry.submenu as Item[], more);
}
async function waitForPage(): Promise<void> {
  while (!protocol.isProtocolHandled('app') || !mainWindow?.webContents.url)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

function emitWindowEvent({ event, args }: Command): { shown: boolean; stopped: boolean } {
  const window = mainWindow!;
  if (event === 'close') window.close();
  else if (event === 'context-menu') window.webContents.emit(event, createEvent(), args);
  else if (event) window.emit(event, createEvent(), args);
  return { shown: window.isVisible(), stopped: !window.isDestroyed() };
}

const answers: Record<string, (command: Command) => unknown> = {
  async listen() {
    await waitForPage();
    return listen();
  },
  invoke({ channel, args, sender = {} }) {
    const { id } = mainWindow!.webContents;
    const frame = { url: sender.url ?? 'app://enamel/index.html', parent: sender.sub ? {} : null };
    return invoke(
      channel,
      { sender: { id: sender.other ? id + 99 : id }, senderFrame: sender.none ? null : frame },
      args,
    );
  },
  dialogs: ({ value }) => Object.assign(dialogs, value),
  system: ({ value }) => Object.assign(system, value),
  // Functions don't cross processes.
  seen: () => ({ ...seen, shortcuts: Object.keys(seen.shortcuts) }),
  app: ({ event, args }) => app.emit(event, createEvent(), ...args),
  power: ({ event }) => powerMonitor.emit(event, createEvent()),
  quit: () => app.quit(),
  theme: () => ({ source: nativeTheme.themeSource, dark: nativeTheme.shouldUseDarkColors }),
  loaded: () => mainWindow?.webContents.emit('did-finish-load'),
  crash: () => mainWindow!.webContents.forcefullyCrashRenderer(),
  fault: () => process.emit('uncaughtException', new Error('A fault of the test')),
  notification: ({ index }) => Notification.click(index),
  navigate({ event, url, frame }) {
    const details = { ...createEvent(), url, isMainFrame: frame !== 'inner' };
    let isStopped = false;
    mainWindow!.webContents.emit(event, { ...details, preventDefault: () => (isStopped = true) });
    return isStopped;
  },
  menu: () => ({
    menu: plainMenu(appMenu()),
    tray: { tip: Tray.current?.tip, menu: plainMenu(Tray.current?.menu?.items ?? []) },
    popped: plainMenu(FakeMenu.popped?.items ?? []),
  }),
  click({ path }) {
    const click = entryAt(appMenu(), path)?.click as (() => void) | undefined;
    click?.();
    return click !== undefined;
  },
  tray: () => Tray.current!.emit('click'),
  keys: ({ value }) => seen.shortcuts[String(value)]?.(),
  windows: () => [...windows].length,
  window: emitWindowEvent,
  open: ({ url }) => mainWindow!.webContents.openHandler!({ url } as Electron.HandlerDetails),
  permission({ permission, url, partition }) {
    const { requestHandler, checkHandler } = partition ? session.fromPartition(partition) : session.defaultSession;
    let granted: boolean | null = null;
    requestHandler!({} as never, permission as never, (yes) => (granted = yes), { requestingUrl: url } as never);
    return { granted, checked: checkHandler!({} as never, permission as never, url, {} as never) };
  },
  download({ url, args: [mimeType] }) {
    const event = createEvent();
    const options: Electron.SaveDialogOptions[] = [];
    session.defaultSession.emit('will-download', event, {
      getURL: () => url,
      getMimeType: () => mimeType,
      getFilename: () => 'license.pdf',
      setSaveDialogOptions: (chosen: Electron.SaveDialogOptions) => options.push(chosen),
    });
    return { prevented: event.defaultPrevented, options };
  },
  options: () => mainWindow!.options,
  record: ({ args: [file] }) => recordEvents({ app, BrowserWindow }, String(file)),
};

process.on('message', (command: Command) => {
  const answer = (value: unknown) => tell({ kind: 'answer', id: command.id, value });
  Promise.resolve()
    .then(() => answers[command.kind]!(command))
    .then(answer, (error: Error) => {
      tell({ kind: 'fault', message: String(error.stack ?? error) });
      answer(null);
    });
});
