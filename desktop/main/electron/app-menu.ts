import { app, Menu } from 'electron';
import { menuTemplate, type MenuActions } from '../shell/menu.ts';

/** Shows the menu bar, and again whenever the list of recent files changes. */
export function createAppMenu(actions: Omit<MenuActions, 'home' | 'isMac'>) {
  const settings = { ...actions, home: app.getPath('home'), isMac: process.platform === 'darwin' };
  const showRecentFiles = (paths: readonly string[]) =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(settings, paths)));
  showRecentFiles([]);
  return { showRecentFiles };
}
