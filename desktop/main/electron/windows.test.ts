import { beforeEach, expect, it, vi } from 'vitest';
import * as electron from '../../e2e/harness/electron/parts.ts';
import { seen, system } from '../../e2e/harness/electron/state.ts';
import { PALETTE_SHORTCUT } from '../../bridge/shapes.ts';
import { overlayColors, titleBarOptions } from '../shell/title-bar.ts';
import { setPaletteShortcut } from './host.ts';
import { printPdf } from './print-pdf.ts';
import { Windows } from './windows.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

vi.mock('electron', () => import('../../e2e/harness/electron/parts.ts'));

let folder: string;
let staysInTray: boolean;
beforeEach(async () => {
  folder = makeFolder();
  electron.app.setPath('userData', folder);
  electron.app.on('window-all-closed', () => {});
  await electron.app.whenReady();
  if (!electron.protocol.isProtocolHandled('app')) electron.protocol.handle('app', () => new Response(''));
  staysInTray = false;
});

const writes: Promise<unknown>[] = [];
const createWindows = () =>
  new Windows({
    title: 'Enamel',
    staysInTray: () => staysInTray,
    onHidden: () => {},
    onSessionEnd: () => {},
    goStep: () => {},
    openLink: () => {},
    openInNewWindow: () => {},
    copyLink: () => {},
    waitFor: (task) => void writes.push(task),
    record: () => {},
    reportFailure: (error) => {
      throw error;
    },
  });
/** The events that a window's page gets. */
const listen = (window: Electron.BrowserWindow | null) => {
  const heard: string[] = [];
  vi.spyOn(window!.webContents, 'send').mockImplementation((_channel: string, event: { kind: string }) => void heard.push(event.kind)); // prettier-ignore
  return heard;
};

it('lets a window close before its page is there', async () => {
  const windows = createWindows();
  await windows.open();
  const second = windows.open('/admin/users');
  windows.current!.close();
  await expect(second).resolves.toBeUndefined();
  windows.current!.close();
  await Promise.all(writes.splice(0));
});

it('shows the same state in every window, and sends commands to the one that was used last', async () => {
  const windows = createWindows();
  windows.send({ kind: 'go', to: '/admin?tab=claims' });
  await windows.open();
  const first = windows.current!;
  const inFirst = listen(first);
  await windows.open('/admin/users?open=7');
  const second = windows.current!;
  expect(second).not.toBe(first);
  expect((second.webContents as unknown as { url: string }).url).toBe('app://enamel/index.html#/admin/users?open=7');
  expect([windows.has(first.webContents.id), windows.has(second.webContents.id), windows.has(999)]).toEqual([true, true, false]); // prettier-ignore
  const inSecond = listen(second);
  windows.send({ kind: 'state', state: {} as never });
  windows.send({ kind: 'command', name: 'palette' });
  first.focus();
  windows.send({ kind: 'command', name: 'import' });
  expect([inFirst, inSecond]).toEqual([['state', 'command'], ['state', 'command']]); // prettier-ignore

  // Only the last window hides, because jobs continue in the tray.
  staysInTray = true;
  first.close();
  expect([first.isDestroyed(), windows.current]).toEqual([true, second]);
  second.close();
  expect([second.isDestroyed(), second.isVisible()]).toEqual([false, false]);
  windows.show();
  expect(second.isVisible()).toBe(true);
  staysInTray = false;
  second.close();
  expect(windows.current).toBeNull();
  await Promise.all(writes);
});

it('gives the page the title bar of macOS and Windows, whose buttons follow the theme', async () => {
  const bar = (system: NodeJS.Platform) => titleBarOptions(system, false);
  expect(bar('linux')).toEqual({});
  expect(bar('darwin')).toEqual({ titleBarStyle: 'hidden', titleBarOverlay: { height: 39 } });
  expect(bar('win32')).toMatchObject({ titleBarStyle: 'hidden', titleBarOverlay: overlayColors(false) });
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const windows = createWindows();
  await windows.open();
  const { options } = windows.current as unknown as { options: Electron.BrowserWindowConstructorOptions };
  expect(options).toMatchObject(bar('win32'));
  electron.nativeTheme.themeSource = 'dark';
  expect(options.titleBarOverlay).toEqual(overlayColors(true));
  windows.current!.close();
  electron.nativeTheme.themeSource = 'light';
  Object.defineProperty(process, 'platform', { value: platform });
  await Promise.all(writes);
});

it('opens the search from any program, unless another one has the keys', () => {
  const openPalette = vi.fn();
  setPaletteShortcut(true, openPalette);
  seen.shortcuts[PALETTE_SHORTCUT]!();
  expect(openPalette).toHaveBeenCalledOnce();
  setPaletteShortcut(false, openPalette);
  expect(seen.shortcuts).toEqual({});
  system.takenKeys = PALETTE_SHORTCUT;
  expect(() => setPaletteShortcut(true, openPalette)).toThrow('Another program uses these keys.');
});

it('prints the number of each page at its foot', async () => {
  const print = vi.fn(async () => Buffer.alloc(0));
  const load = vi.spyOn(electron.BrowserWindow.prototype, 'loadURL');
  load.mockImplementation(async function (this: InstanceType<typeof electron.BrowserWindow>) {
    this.webContents.printToPDF = print;
  });
  await printPdf('<p>A report</p>');
  load.mockRestore();
  const footerTemplate = expect.stringMatching(/class="pageNumber".* of .*class="totalPages"/) as string;
  expect(print).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ displayHeaderFooter: true, footerTemplate }));
});
