import { parentPort } from 'node:worker_threads';
import { toSentError, type TaskMessage } from './run-in-worker.ts';

/** Sends the result or the error of a task to the thread that waits in `runInWorker`. */
export async function answerTask<Result, Progress>(
  work: (sendProgress: (progress: Progress) => void) => Promise<Result>,
): Promise<void> {
  const send = (message: TaskMessage<Result, Progress>) => parentPort!.postMessage(message, []);
  try {
    send({ result: await work((progress) => send({ progress })) });
  } catch (error) {
    send(toSentError(error));
  }
}
