import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { app } from '../../e2e/harness/electron/app.ts';
import { Tray } from '../../e2e/harness/electron/menus.ts';
import { seen } from '../../e2e/harness/electron/state.ts';
import type { Job } from '../../bridge/shapes.ts';
import { createSystemStatus } from './system-status.ts';

vi.mock('electron', () => import('../../e2e/harness/electron/parts.ts'));
vi.mock('./images.ts', async () => {
  const { nativeImage } = await import('../../e2e/harness/electron/menus.ts');
  const image = nativeImage.createFromPath(fileURLToPath(new URL('../../renderer/public/tray.png', import.meta.url)));
  return { loadTrayImage: () => image, loadImage: () => image };
});

beforeEach(async () => {
  await app.whenReady();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it('replaces the tray’s menu at most once a second, however often a job reports progress', () => {
  const actions = { open: vi.fn(), cancel: vi.fn(), quit: vi.fn() };
  const status = createSystemStatus(actions, () => null);
  const job: Job = {
    id: 'a',
    kind: 'import',
    name: 'board.csv',
    file: null,
    done: 0,
    total: 100,
    state: 'running',
    message: null,
  };
  const before = seen.trayUpdates;
  for (let done = 0; done < 50; done++) {
    status.showRunningJobs([{ ...job, done }], 'Bright Bay');
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(1_000);
  expect(seen.trayUpdates - before).toBeLessThanOrEqual(6);
  expect(Tray.current!.tip).toBe('Bright Bay: 1 running');
  expect(Tray.current!.menu!.items[2]!.label).toBe('board.csv 49%');
  status.showRunningJobs([{ ...job, done: 100, state: 'done' }], 'Bright Bay');
  vi.advanceTimersByTime(1_000);
  expect(Tray.current!.menu!.items[2]!.label).toBe('Nothing is running');
});

it.each([
  ['linux', 1],
  ['win32', 1],
  ['darwin', 0],
])('opens the window with a click on the tray icon of %s, unless the click opens the menu', (system, opened) => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: system });
  const actions = { open: vi.fn(), cancel: vi.fn(), quit: vi.fn() };
  createSystemStatus(actions, () => null);
  Tray.current!.emit('click');
  expect(actions.open).toHaveBeenCalledTimes(opened);
  Object.defineProperty(process, 'platform', { value: platform });
});
