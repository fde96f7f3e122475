import type { MenuItemConstructorOptions } from 'electron';
import type { Job } from '../../bridge/shapes.ts';

export interface TrayActions {
  open(): void;
  cancel(job: string): void;
  quit(): void;
}

const howFar = ({ done, total }: Pick<Job, 'done' | 'total'>): string =>
  total ? `${Math.floor((done / total) * 100)}%` : '…';

/** What the icon beside the clock says and offers: what is running, the way back, the way out. */
export function trayOf(jobs: Job[], to: TrayActions): { tip: string; menu: MenuItemConstructorOptions[] } {
  const running = jobs.filter(({ state }) => state === 'running');
  return {
    tip: running.length === 0 ? 'Enamel' : `Enamel: ${running.length} running`,
    menu: [
      { label: 'Open Enamel', click: () => to.open() },
      { type: 'separator' },
      ...(running.length === 0
        ? [{ label: 'Nothing is running', enabled: false }]
        : running.map((job) => ({
            label: `${job.name} ${howFar(job)}`,
            submenu: [{ label: 'Cancel', click: () => to.cancel(job.id) }],
          }))),
      { type: 'separator' },
      { label: 'Quit Enamel', click: () => to.quit() },
    ],
  };
}
