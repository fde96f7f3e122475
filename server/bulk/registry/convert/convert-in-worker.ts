import { runInWorker } from '../../worker/run-in-worker.ts';
import { convertFile, type ConvertCounts, type ConvertTask } from './convert-file.ts';

/** A smaller file of rows is converted in less time than a worker takes to start. */
const MIN_WORKER_BYTES = 8 * 2 ** 20;

/** Converts a registry file. A large one is read in a worker, and so is every workbook, because a small one may unpack to gigabytes. */
export async function convertInWorker(
  task: ConvertTask,
  { signal, onRead }: { signal: AbortSignal; onRead: (bytes: number) => void },
): Promise<ConvertCounts> {
  if (task.file.kind === 'providers' && task.file.bytes < MIN_WORKER_BYTES) return convertFile(task, onRead);
  return runInWorker<ConvertCounts, number>(new URL('./convert-thread.ts', import.meta.url), task, {
    heapMegabytes: 256,
    signal,
    onProgress: onRead,
  });
}
