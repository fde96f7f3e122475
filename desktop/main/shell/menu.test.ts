import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate, type MenuActions } from './menu.ts';

const calls: string[] = [];
const actionsOn = (isMac: boolean): MenuActions => ({
  isMac,
  home: '/home/ada',
  importFile: () => void calls.push('import'),
  openFile: (path) => void calls.push(`open ${path}`),
  clearRecentFiles: () => void calls.push('clear'),
  goTo: (path) => void calls.push(`go to ${path}`),
  openPalette: () => {},
  reload: () => {},
  showServers: () => {},
  logOut: () => void calls.push('log out'),
  showLogs: () => {},
  saveCrashReport: () => {},
  checkForUpdates: () => {},
});
const itemsOf = (menu: MenuItemConstructorOptions | undefined) => menu?.submenu as MenuItemConstructorOptions[];
const fileMenu = (isMac: boolean, recentFiles: string[]) =>
  itemsOf(menuTemplate(actionsOn(isMac), recentFiles).find(({ label }) => label === '&File'));
const click = (item: MenuItemConstructorOptions | undefined) => (item?.click as (() => void) | undefined)?.();

it('lists recent files where the system doesn’t, and opens the chosen one', () => {
  calls.length = 0;
  const paths = ['/home/ada/Lists/Smith & Sons.csv', '/mnt/board.xlsx'];
  const recent = fileMenu(false, paths).find(({ label }) => label === 'Open Recent');
  expect(recent?.enabled).toBe(true);
  expect(itemsOf(recent).map(({ label, type }) => label ?? type)).toEqual([
    '~/Lists/Smith && Sons.csv',
    '/mnt/board.xlsx',
    'separator',
    'Clear List',
  ]);
  for (const item of itemsOf(recent)) click(item);
  expect(calls).toEqual([...paths.map((path) => `open ${path}`), 'clear']);
});

it('has no recent files to choose before one was opened, and leaves the list to macOS', () => {
  expect(fileMenu(false, []).find(({ label }) => label === 'Open Recent')?.enabled).toBe(false);
  const onMac = fileMenu(true, ['/mnt/board.xlsx']);
  expect(onMac.some(({ role }) => role === 'recentDocuments')).toBe(true);
  expect(onMac.some(({ label }) => label === 'Open Recent')).toBe(false);
});

it('exports, logs out, and names the version from the menu of every system', () => {
  calls.length = 0;
  for (const isMac of [false, true]) {
    const file = fileMenu(isMac, []);
    for (const name of ['Export…', 'Log Out']) click(file.find(({ label }) => label === name));
    const menu = menuTemplate(actionsOn(isMac), []);
    const help = itemsOf(menu.find(({ role }) => role === 'help'));
    const hasAbout = isMac ? menu[0]?.role === 'appMenu' : help.some(({ role }) => role === 'about');
    expect(hasAbout).toBe(true);
  }
  const once = ['go to /admin?tab=analytics&sub=exports', 'log out'];
  expect(calls).toEqual([...once, ...once]);
});
