import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../e2e/harness/electron-commands.ts';
import { explainMissingElectron, findElectron } from '../../e2e/harness/find-electron.ts';

it('finds Electron’s binary where its package put it, so that the tests run in it too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-find-electron-'));
  expect(findElectron(folder)).toBeNull();
  // The package names its binary before the download has ended.
  await writeFile(join(folder, 'path.txt'), 'electron');
  expect(findElectron(folder)).toBeNull();
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/electron'), '');
  expect(findElectron(folder)).toBe(join(folder, 'dist/electron'));
  await rm(folder, { recursive: true, force: true });
});

it('runs the tests in Electron where its binary and a display are, and says what is missing elsewhere', () => {
  expect(explainMissingElectron(null, { platform: 'darwin', env: {} })).toContain('npx install-electron');
  expect(explainMissingElectron('/electron', { platform: 'linux', env: {} })).toContain('xvfb-run');
  expect(explainMissingElectron('/electron', { platform: 'linux', env: { DISPLAY: ':99' } })).toBeNull();
  expect(explainMissingElectron('/electron', { platform: 'win32', env: {} })).toBeNull();
});

/** The commands reach Electron as text, so they are checked in the same form. */
async function loadElectron() {
  const double = await import('../../e2e/harness/electron/parts.ts');
  await double.app.whenReady();
  const run = new Function(`return ${runCommand.toString()}`)() as typeof runCommand; // oxlint-disable-line typescript/no-implied-eval, no-new-func
  return {
    double,
    command: (kind: string, more: object = {}) => run(double as never, { kind, ...more }),
  };
}

it('carries out the commands of the tests in Electron’s main process', async () => {
  const { double, command } = await loadElectron();
  const clicked = vi.fn();
  const item = { label: '&File', submenu: { items: [{ label: 'Import…', click: clicked }] } };
  Object.assign(double.Menu, { getApplicationMenu: () => ({ items: [item] }) });
  expect(command('click', { path: ['&File', 'Import…'] })).toBe(true);
  expect(command('click', { path: ['&File', 'Nothing'] })).toBe(false);
  expect(clicked).toHaveBeenCalledOnce();
  expect(command('menu')).toMatchObject({ menu: [{ label: '&File', submenu: [{ label: 'Import…' }] }] });

  command('dialogs', { value: { save: '/reports/{name}', open: ['/a.csv'], message: 1 } });
  const { dialog, app, shell } = double;
  expect(await dialog.showSaveDialog({ defaultPath: 'a.pdf' })).toEqual({
    canceled: false,
    filePath: '/reports/a.pdf',
  });
  expect(await dialog.showOpenDialog({})).toEqual({ canceled: false, filePaths: ['/a.csv'] });
  expect(await dialog.showMessageBox({ message: 'Quit?' })).toMatchObject({ response: 1 });
  app.addRecentDocument('/a.csv');
  shell.showItemInFolder('/logs');
  expect(command('seen')).toMatchObject({ recent: ['/a.csv'], revealed: ['/logs'] });
  const opened = vi.fn();
  app.once('open-url', (_event, url) => opened(url));
  command('app', { event: 'open-url', args: ['enamel://claim/7'] });
  expect(opened).toHaveBeenCalledWith('enamel://claim/7');
  expect(() => command('tray')).toThrow('Electron has no command tray');
});
