import type { Browser, Page } from '@playwright/test';
import { percentile } from '../parts/ground.ts';

/** The time between frames of a page, in milliseconds, and the tasks that held its main thread for more than 50. */
export interface Frames {
  gaps: number[];
  tasks: number[];
}

/** Text, because the loader adds helpers to functions that the page doesn't have. */
const RECORDER = `
  globalThis.recording = { gaps: [], tasks: [] };
  let last = performance.now();
  requestAnimationFrame(function next() {
    const now = performance.now();
    recording.gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) recording.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

/** Records the frames of a page from its start. */
export const recordFrames = async (page: Page): Promise<void> => void (await page.addInitScript(RECORDER));

/** Takes the frames since the last call. */
export const takeFrames = (page: Page): Promise<Frames> =>
  page.evaluate<Frames>(`(() => {
    const taken = globalThis.recording;
    globalThis.recording = { gaps: [], tasks: [] };
    return taken;
  })()`);

/** A longer frame is felt as a stutter. */
export const LONG_MS = 50;
export const describeFrames = ({ gaps, tasks }: Frames): string => {
  const long = gaps.filter((gap) => gap > LONG_MS).length;
  const longest = tasks.length === 0 ? '' : `, max ${Math.max(...tasks).toFixed(0)}`;
  return `p99 ${percentile(gaps, 0.99).toFixed(0)}, max ${Math.max(...gaps).toFixed(0)}, ${long} of ${gaps.length} over 50 ms; tasks over 50 ms: ${tasks.length}${longest}`;
};

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** The processor milliseconds of each task of a page's main thread while something happens, which no other process adds to. */
export async function traceTasks(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const categories = ['disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
