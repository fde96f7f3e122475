import { app, Menu, Tray, type BrowserWindow } from 'electron';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import type { Job } from '../../bridge/shapes.ts';
import { applyChanges } from '../shell/on-change.ts';
import { trayTemplate, type TrayActions } from '../shell/tray.ts';
import { loadImage, loadTrayImage } from './images.ts';

const INTERVAL_MS = 1_000;

/** The tray icon, and the number on the app icon. Both change at most once a second. */
export function createSystemStatus(actions: TrayActions, findWindow: () => BrowserWindow | null) {
  const tray = new Tray(loadTrayImage());
  // On macOS a click opens the menu, and the window must not cover it.
  if (process.platform !== 'darwin') tray.on('click', () => actions.open());
  const showTray = applyChanges(({ jobs, brand }: { jobs: Job[]; brand: string }) => {
    const { tooltip, menu } = trayTemplate(jobs, actions, brand);
    tray.setToolTip(tooltip);
    tray.setContextMenu(Menu.buildFromTemplate(menu));
  }, INTERVAL_MS);
  /** Windows has no number badges, so it gets a dot. */
  const setBadge = applyChanges((count: number) => {
    app.setBadgeCount(count);
    if (process.platform !== 'win32') return;
    const description = `${count} pending ${count === 1 ? 'claim' : 'claims'}`;
    findWindow()?.setOverlayIcon(count > 0 ? loadImage('badge.png') : null, count > 0 ? description : '');
  }, INTERVAL_MS);
  showTray({ jobs: [], brand: DEFAULT_BRAND });
  const showRunningJobs = (jobs: Job[], brand: string) =>
    showTray({ jobs: jobs.filter(({ state }) => state === 'running'), brand });
  return { setBadge, showRunningJobs };
}
