import type { Work } from '#shared/proof-of-work.ts';

/** Solves puzzles in a worker, so that the page never stutters. */
export function solveInWorker(work: Work, signal: AbortSignal): Promise<number[]> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', end);
    worker.addEventListener('message', ({ data }: MessageEvent<number[]>) => {
      end();
      done(data);
    });
    worker.addEventListener('error', (event) => {
      end();
      fail(new Error(event.message));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(work);
  });
}
