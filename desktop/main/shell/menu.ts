import type { MenuItemConstructorOptions } from 'electron';
import type { ConsoleEvent } from '../../bridge/shapes.ts';

export interface MenuActions {
  isMac: boolean;
  /** The person's home folder, which paths leave out. */
  home: string;
  /** Asks the page for another screen, or for a command. */
  sendEvent(event: ConsoleEvent): void;
  openWindow(): void;
  openFile(path: string): void;
  clearRecentFiles(): void;
  reload(): void;
  showLogs(): void;
  saveCrashReport(): void;
  checkForUpdates(): void;
}

/** An ampersand underlines the next letter unless it is doubled. */
const shortenPath = (path: string, home: string): string =>
  (home !== '' && path.startsWith(home) ? `~${path.slice(home.length)}` : path).replaceAll('&', '&&');

/** macOS keeps the list itself. Elsewhere the console fills it. */
function recentFilesMenu(actions: MenuActions, recentFiles: readonly string[]): MenuItemConstructorOptions {
  if (actions.isMac) return { role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };
  return {
    label: 'Open Recent',
    enabled: recentFiles.length > 0,
    submenu: [
      ...recentFiles.map((path) => ({
        label: shortenPath(path, actions.home),
        click: () => actions.openFile(path),
      })),
      { type: 'separator' },
      { label: 'Clear List', click: actions.clearRecentFiles },
    ],
  };
}

/** The app menu as the system fills it, with Settings where macOS has it. */
const macAppMenu = (settings: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    { type: 'separator' },
    settings,
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ],
});

/** The menu bar, with the shortcuts of each operating system. */
export function menuTemplate(actions: MenuActions, recentFiles: readonly string[]): MenuItemConstructorOptions[] {
  const { isMac, sendEvent } = actions;
  const goTo = (to: string) => () => sendEvent({ kind: 'go', to });
  const run = (name: Extract<ConsoleEvent, { kind: 'command' }>['name']) => () => sendEvent({ kind: 'command', name });
  const screens: MenuItemConstructorOptions[] = [
    ['Claims', '/admin?tab=claims'],
    ['Listings', '/admin/listings'],
    ['Reports', '/admin/desk/reports'],
  ].map(([label, path], at) => ({
    label: label!,
    accelerator: `CmdOrCtrl+${at + 1}`,
    click: goTo(path!),
  }));
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: goTo('/admin/desk/settings'),
  };
  const separator = { type: 'separator' as const };
  return [
    ...(isMac ? [macAppMenu(settings)] : []),
    {
      label: '&File',
      submenu: [
        { label: 'New Window', accelerator: 'CmdOrCtrl+N', click: actions.openWindow },
        { label: 'Import…', accelerator: 'CmdOrCtrl+O', click: run('import') },
        recentFilesMenu(actions, recentFiles),
        { label: 'Export…', accelerator: 'CmdOrCtrl+E', click: goTo('/admin?tab=analytics&sub=exports') },
        { type: 'separator' },
        { label: 'Servers…', accelerator: 'CmdOrCtrl+Shift+S', click: goTo('/admin/desk/settings#servers') },
        { label: 'Log Out', click: run('logout') },
        separator,
        ...(isMac ? [{ role: 'close' as const }] : [settings, separator, { role: 'quit' as const }]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: run('back') },
        { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: run('forward') },
        { label: 'Go to…', accelerator: 'CmdOrCtrl+K', click: run('palette') },
        ...screens,
        { type: 'separator' },
        { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: actions.reload },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // Most keyboards need Shift for plus, but not for the equals sign on the same key.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Show Logs', click: actions.showLogs },
        { label: 'Save Crash Report…', click: actions.saveCrashReport },
        { label: 'Check for Updates…', click: actions.checkForUpdates },
        // The app menu of macOS has it.
        ...(isMac ? [] : [{ type: 'separator' as const }, { role: 'about' as const }]),
      ],
    },
  ];
}
