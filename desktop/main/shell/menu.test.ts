import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { pathOfPage } from '../../policy/urls.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { menuTemplate, type MenuActions } from './menu.ts';

const calls: string[] = [];
const actionsOn = (isMac: boolean): MenuActions => ({
  isMac,
  home: '/home/ada',
  sendEvent: (event) => void calls.push(event.kind === 'go' ? `go to ${event.to}` : 'name' in event ? event.name : ''),
  openWindow: () => void calls.push('new window'),
  openFile: (path) => void calls.push(`open ${path}`),
  clearRecentFiles: () => void calls.push('clear'),
  reload: () => {},
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
    const hasAbout = isMac
      ? itemsOf(menu[0]).some(({ role }) => role === 'about')
      : help.some(({ role }) => role === 'about');
    expect(hasAbout).toBe(true);
  }
  const once = ['go to /admin?tab=analytics&sub=exports', 'logout'];
  expect(calls).toEqual([...once, ...once]);
});

it('opens a window and the settings, and goes back and forward, with the keys of each system', () => {
  for (const [isMac, back, forward] of [
    [false, 'Alt+Left', 'Alt+Right'],
    [true, 'Cmd+[', 'Cmd+]'],
  ] as const) {
    calls.length = 0;
    const items = menuTemplate(actionsOn(isMac), []).flatMap((menu) => itemsOf(menu) ?? []);
    for (const keys of ['CmdOrCtrl+N', 'CmdOrCtrl+,', back, forward])
      click(items.find(({ accelerator }) => accelerator === keys));
    expect(calls).toEqual(['new window', 'go to /admin/desk/settings', 'back', 'forward']);
  }
});

const clicked = {
  isEditable: false,
  misspelledWord: '',
  dictionarySuggestions: [] as string[],
  selectionText: '',
  editFlags: { canCut: false, canCopy: false, canPaste: true } as Electron.EditFlags,
  linkURL: '',
};
const rightClick = (params: Partial<typeof clicked>) =>
  contextMenuTemplate(
    { ...clicked, ...params },
    {
      replace: (word) => void calls.push(`replace ${word}`),
      addToDictionary: (word) => void calls.push(`learn ${word}`),
      openLink: (url) => void calls.push(`open ${url}`),
      openInNewWindow: (url) => void calls.push(`open ${url} in a new window`),
      copyLink: (url) => void calls.push(`copy ${url}`),
    },
  );
const namesOf = (menu: MenuItemConstructorOptions[]) => menu.map(({ label, role, type }) => label ?? role ?? type);

it('offers spelling suggestions and editing commands for a right click in a field', () => {
  calls.length = 0;
  const menu = rightClick({ isEditable: true, misspelledWord: 'licnce', dictionarySuggestions: ['licence', 'lance'] });
  const learn = 'Add “licnce” to the dictionary';
  const editing = ['cut', 'copy', 'paste', 'separator', 'selectAll'];
  expect(namesOf(menu)).toEqual(['licence', 'lance', learn, 'separator', ...editing]);
  for (const name of ['licence', learn]) click(menu.find(({ label }) => label === name));
  expect(calls).toEqual(['replace licence', 'learn licnce']);
});

it('opens and copies a link with a right click, and copies selected text', () => {
  calls.length = 0;
  const page = 'app://enamel/index.html#/admin/users?open=7';
  const menu = rightClick({ linkURL: page, selectionText: 'Ann' });
  expect(namesOf(menu)).toEqual(['Open', 'Open in New Window', 'Copy Link', 'copy']);
  for (const item of menu) click(item);
  expect(calls).toEqual([`open ${page}`, `open ${page} in a new window`, `copy ${page}`]);
  expect(namesOf(rightClick({ linkURL: 'https://example.com/' }))).toEqual(['Open in Browser', 'Copy Link']);
  expect(rightClick({})).toEqual([]);
  expect(pathOfPage(page)).toBe('/admin/users?open=7');
  expect(pathOfPage('https://example.com/#/admin')).toBeNull();
});
