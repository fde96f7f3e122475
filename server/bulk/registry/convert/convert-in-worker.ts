import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/http/errors.ts';
import { convertFile, type ConvertCounts, type ConvertTask } from './convert-file.ts';

export type ConvertMessage =
  | { read: number }
  | { counts: ConvertCounts }
  | { error: unknown; refusal: { status: number; code: string; message: string } | null };

/** A smaller file is converted in less time than a worker takes to start. */
const MIN_WORKER_BYTES = 8 * 2 ** 20;

/** Converts a registry file. A large one is read in a worker, so requests don't wait. */
export async function convertInWorker(
  task: ConvertTask,
  { signal, onRead }: { signal: AbortSignal; onRead: (bytes: number) => void },
): Promise<ConvertCounts> {
  if (task.file.bytes < MIN_WORKER_BYTES) return convertFile(task, onRead);
  const worker = new Worker(new URL('./convert-worker.mjs', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  try {
    return await new Promise<ConvertCounts>((done, fail) => {
      worker.on('message', (message: ConvertMessage) => {
        if ('read' in message) onRead(message.read);
        else if ('counts' in message) done(message.counts);
        else
          fail(
            message.refusal
              ? new Refusal(message.refusal.status, message.refusal.code, message.refusal.message)
              : message.error,
          );
      });
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('The registry worker exited before it was done.')));
      signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
}
