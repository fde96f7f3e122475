import { app } from 'electron';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, SHARED } from '../../offline/replace-file.ts';
import { HIDDEN_SWITCH, loginItemEntry } from '../shell/login-item.ts';

/** Electron registers login items on macOS and Windows. Linux desktops read a folder of .desktop files instead. */
export async function setStartsAtLogin(starts: boolean): Promise<void> {
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: starts, args: [HIDDEN_SWITCH] });
  const path = join(app.getPath('appData'), 'autostart', 'enamel.desktop');
  // An AppImage runs from a temporary folder that changes at each start.
  if (starts) await replaceFile(path, loginItemEntry(process.env.APPIMAGE ?? process.execPath, app.getName()), SHARED);
  else await rm(path, { force: true });
}

/** True if the system started the console, which then waits in the tray. */
export const wasStartedAtLogin = (): boolean =>
  process.argv.includes(HIDDEN_SWITCH) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
