import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '#server/http/errors.ts';
import { convertFile, type ConvertTask } from './convert-file.ts';
import type { ConvertMessage } from './convert-in-worker.ts';

const REPORT_BYTES = 16 * 2 ** 20;

/** Converts the file named in workerData. */
export async function runConvertTask(): Promise<void> {
  const send = (message: ConvertMessage) => parentPort!.postMessage(message, []);
  let unreported = 0;
  try {
    const counts = await convertFile(workerData as ConvertTask, (bytes) => {
      unreported += bytes;
      if (unreported < REPORT_BYTES) return;
      send({ read: unreported });
      unreported = 0;
    });
    send({ read: unreported });
    send({ counts });
  } catch (error) {
    const refusal =
      error instanceof Refusal ? { status: error.status, code: error.code, message: error.message } : null;
    send({ error: refusal ? null : error, refusal });
  }
}
