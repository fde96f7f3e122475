import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  mac: boolean;
  importFile(): void;
  go(path: string): void;
  palette(): void;
  servers(): void;
  showLogs(): void;
  checkForUpdates(): void;
}

/** The menu bar as data, with the shortcuts each system expects. */
export function menuTemplate(to: MenuActions): MenuItemConstructorOptions[] {
  const { mac } = to;
  const screens: MenuItemConstructorOptions[] = [
    ['Claims', '/admin?tab=claims'],
    ['Listings', '/admin/listings'],
    ['Reports', '/admin/desk/reports'],
  ].map(([label, path], at) => ({
    label: label!,
    accelerator: `CmdOrCtrl+${at + 1}`,
    click: () => to.go(path!),
  }));
  return [
    ...(mac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Import…', accelerator: 'CmdOrCtrl+O', click: to.importFile },
        // Only macOS fills it by itself.
        ...(mac ? [{ role: 'recentDocuments' as const, submenu: [{ role: 'clearRecentDocuments' as const }] }] : []),
        { type: 'separator' },
        { label: 'Servers…', accelerator: 'CmdOrCtrl+Shift+S', click: to.servers },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { label: 'Go to…', accelerator: 'CmdOrCtrl+K', click: to.palette },
        ...screens,
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // The key most keyboards have without Shift.
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
        { label: 'Show Logs', click: to.showLogs },
        { label: 'Check for Updates…', click: to.checkForUpdates },
      ],
    },
  ];
}
