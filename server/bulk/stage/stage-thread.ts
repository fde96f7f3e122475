import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { toSentError } from '../worker/run-in-worker.ts';
import { readStagedBatches, type WorkerMessage, type StageTask } from './stage-file.ts';

/** The number of chunks sent before the worker waits for an acknowledgment. */
const MAX_UNACKNOWLEDGED = 2;

const port = parentPort!;
let unacknowledged = 0;
port.on('message', () => unacknowledged--);

const sendMessage = (message: WorkerMessage) =>
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : []);

/** Reads and cleans a file in a worker. */
export async function runTask(task: StageTask): Promise<void> {
  try {
    let read = 0;
    const batches = readStagedBatches(task, (bytes) => (read += bytes));
    for (;;) {
      const next = await batches.next();
      if (next.done) {
        sendMessage({ counts: next.value });
        break;
      }
      sendMessage({ ...next.value, read });
      read = 0;
      unacknowledged++;
      while (unacknowledged >= MAX_UNACKNOWLEDGED) await once(port, 'message');
    }
  } catch (error) {
    sendMessage(toSentError(error));
  }
  port.removeAllListeners('message');
}
