import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  isMac: boolean;
  importFile(): void;
  goTo(path: string): void;
  openPalette(): void;
  reload(): void;
  showServers(): void;
  showLogs(): void;
  saveCrashReport(): void;
  checkForUpdates(): void;
}

/** The menu bar, with the shortcuts of each operating system. */
export function menuTemplate(actions: MenuActions): MenuItemConstructorOptions[] {
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
        // Only macOS fills this menu.
        ...(isMac ? [{ role: 'recentDocuments' as const, submenu: [{ role: 'clearRecentDocuments' as const }] }] : []),
        { type: 'separator' },
        { label: 'Servers…', accelerator: 'CmdOrCtrl+Shift+S', click: actions.showServers },
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
      ],
    },
  ];
}
