// Takes the place of the Electron module in tests, with the behavior that Electron documents. Windows are pages of the
// test's browser, app:// is a local socket, and the keychain is a cipher. `satisfies` ties each part to Electron's types.
import { EventEmitter } from 'node:events';

export { app, crashReporter, powerMonitor } from './app.ts';
export { clipboard, dialog, globalShortcut, nativeTheme, screen, shell } from './desktop-ui.ts';
export { ipcMain } from './ipc.ts';
export { FakeMenu as Menu, nativeImage, Notification, Tray } from './menus.ts';
export { net } from './net.ts';
export { protocol } from './protocol.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { BrowserWindow } from './windows.ts';
export const autoUpdater = new EventEmitter();
