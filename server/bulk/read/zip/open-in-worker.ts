import { FairQueue } from '#server/base/http/slots/fair-queue.ts';
import { unavailable } from '#server/base/http/errors.ts';
import { runInWorker } from '../../worker/run-in-worker.ts';
import { isOutOfMemory } from '../../worker/start-worker.ts';
import { tooLarge } from '../xlsx/unzip.ts';
import type { OpenedZip, ZipTask } from './open-zip-file.ts';

/** Each worker may take 512 MB, so that files at the same time don't exhaust the machine. */
const turns = new FairQueue({
  slots: 2,
  places: 50,
  placesPerClient: 50,
  refuse: () => unavailable('Too many spreadsheets are being read right now. Please try again in a moment.', 5),
});

const unpack = <Opened>(module: URL, task: unknown): Promise<Opened> =>
  turns.run('zip', async () => {
    try {
      return await runInWorker<Opened>(module, task, { heapMegabytes: 512 });
    } catch (error) {
      throw isOutOfMemory(error) ? tooLarge() : error;
    }
  });

/** Opens a zip file in a worker thread, because a small one may unpack to gigabytes. */
export const openZipFile = (task: ZipTask): Promise<OpenedZip> =>
  unpack(new URL('./open-thread.ts', import.meta.url), task);

/** Writes a Parquet file as CSV in a worker thread. Returns the size of the CSV. */
export const convertParquet = (path: string, csvPath: string): Promise<{ csvBytes: number }> =>
  unpack(new URL('../parquet/convert-thread.ts', import.meta.url), { path, csvPath });
