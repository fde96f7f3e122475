import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  isMac: boolean;
  /** The person's home folder, which paths leave out. */
  home: string;
  importFile(): void;
  openFile(path: string): void;
  clearRecentFiles(): void;
  goTo(path: string): void;
  openPalette(): void;
  reload(): void;
  showServers(): void;
  logOut(): void;
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

/** The menu bar, with the shortcuts of each operating system. */
export function menuTemplate(actions: MenuActions, recentFiles: readonly string[]): MenuItemConstructorOptions[] {
  const { isMac } = actions;
  const screens: MenuItemConstructorOptions[] = [
    ['Claims', '/admin?tab=claims'],
    ['Listings', '/admin/listings'],
    ['Reports', '/admin/desk/reports'],
  ].map(([label, path], at) => ({
    label: label!,
    accelerator: `CmdOrCtrl+${at + 1}`,
    click: () => actions.goTo(path!),
  }));
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Import…', accelerator: 'CmdOrCtrl+O', click: actions.importFile },
        recentFilesMenu(actions, recentFiles),
        { label: 'Export…', accelerator: 'CmdOrCtrl+E', click: () => actions.goTo('/admin?tab=analytics&sub=exports') },
        { type: 'separator' },
        { label: 'Servers…', accelerator: 'CmdOrCtrl+Shift+S', click: actions.showServers },
        { label: 'Log Out', click: actions.logOut },
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { label: 'Go to…', accelerator: 'CmdOrCtrl+K', click: actions.openPalette },
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
