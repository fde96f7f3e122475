import type { MenuItemConstructorOptions } from 'electron';
import type { Job } from '../../bridge/shapes.ts';

export interface TrayActions {
  open(): void;
  cancel(job: string): void;
  quit(): void;
}

export const formatProgress = ({ done, total }: Pick<Job, 'done' | 'total'>): string =>
  total ? `${Math.floor((done / total) * 100)}%` : '…';

/** The tooltip and the menu of the tray icon. */
export function trayTemplate(
  jobs: Job[],
  actions: TrayActions,
  brand: string,
): { tooltip: string; menu: MenuItemConstructorOptions[] } {
  const runningJobs = jobs.filter(({ state }) => state === 'running');
  return {
    tooltip: runningJobs.length === 0 ? brand : `${brand}: ${runningJobs.length} running`,
    menu: [
      { label: `Open ${brand}`, click: () => actions.open() },
      { type: 'separator' },
      ...(runningJobs.length === 0
        ? [{ label: 'Nothing is running', enabled: false }]
        : runningJobs.map((job) => ({
            label: `${job.name} ${formatProgress(job)}`,
            submenu: [{ label: 'Cancel', click: () => actions.cancel(job.id) }],
          }))),
      { type: 'separator' },
      { label: `Quit ${brand}`, click: () => actions.quit() },
    ],
  };
}
