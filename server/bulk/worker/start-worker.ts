import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Starts a worker thread that calls `runTask(task)` of a TypeScript module. Its heap has a limit of its own, so a task that exceeds it fails alone. */
export const startWorker = (module: URL, task: unknown, heapMegabytes: number): Worker =>
  new Worker(new URL('./start-thread.mjs', import.meta.url), {
    workerData: { module: fileURLToPath(module), task },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heapMegabytes },
  });

/** True for the error of a worker whose task needed more memory than its heap may have. */
export const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
