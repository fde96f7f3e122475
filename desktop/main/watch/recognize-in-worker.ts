import { Worker } from 'node:worker_threads';
import { readFileKind } from '../../offline/convert-spreadsheet.ts';
import { CSV_MEMORY } from '../../offline/csv-memory.ts';
import type { CsvRequest } from '../../offline/csv-request.ts';
import { recognizeList, type KnownLists } from '../../offline/recognize-list.ts';
import type { Host } from '../host.ts';

const TIMEOUT_MS = 20_000;

/** Recognizes a list of practices. Zip files and workbooks are unpacked in a worker thread, because a hostile one could exhaust the main process. */
export async function recognizeSafely(
  { csvWorker, folder }: Pick<Host, 'csvWorker' | 'folder'>,
  path: string,
  known: KnownLists,
): Promise<boolean> {
  const kind = await readFileKind(path).catch(() => 'binary' as const);
  if (kind !== 'zip') return kind === null && recognizeList(path, known);
  const worker = new Worker(csvWorker, {
    workerData: { file: '', path, scratch: folder, names: null },
    resourceLimits: CSV_MEMORY,
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  try {
    return await new Promise<boolean>((resolve) => {
      worker.on('message', ({ value }: { value?: boolean }) => resolve(value === true));
      worker.on('error', () => resolve(false));
      worker.on('exit', () => resolve(false));
      const request: CsvRequest = { do: 'recognize', known };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ id: 1, request });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
