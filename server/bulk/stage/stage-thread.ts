import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '#server/http/errors.ts';
import { readStagedBatches, type WorkerMessage, type StageTask } from './stage-file.ts';

/** Pieces that may be under way before the other side has taken them. */
const AHEAD = 2;

const port = parentPort!;
const encoder = new TextEncoder();
let open = 0;
port.on('message', () => open--);

const tell = (news: WorkerMessage) => port.postMessage(news, 'bytes' in news ? [news.bytes.buffer] : []);

/** Reads and cleans the file this thread was made for. */
export async function run(): Promise<void> {
  try {
    let read = 0;
    const rows = readStagedBatches(workerData as StageTask, (bytes) => (read += bytes));
    for (;;) {
      const next = await rows.next();
      if (next.done) {
        tell({ counts: next.value });
        break;
      }
      const { text, ...rest } = next.value;
      tell({ ...rest, bytes: encoder.encode(text), read });
      read = 0;
      open++;
      while (open >= AHEAD) await once(port, 'message');
    }
  } catch (error) {
    const refusal =
      error instanceof Refusal ? { status: error.status, code: error.code, message: error.message } : null;
    tell({ error: refusal ? null : error, refusal });
  }
  port.removeAllListeners('message');
}
