import type { Work } from '#shared/proof-of-work.ts';
import { solve } from './solve.ts';

/** Solves puzzles in a worker, so that the page never stutters. */
function solveInWorker(work: Work): Promise<number[]> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<number[]>) => {
      worker.terminate();
      done(data);
    });
    worker.addEventListener('error', (event) => {
      worker.terminate();
      fail(new Error(event.message));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(work);
  });
}

/** Solves the puzzles in a worker, or in the page where workers can't start. */
export async function prove(work: Work): Promise<number[]> {
  try {
    return await solveInWorker(work);
  } catch {
    return solve(work);
  }
}
