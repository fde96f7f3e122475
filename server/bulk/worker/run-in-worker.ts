import { Refusal } from '#server/base/http/errors.ts';
import { startWorker } from './start-worker.ts';

/** A Refusal as a message, because a copy between threads loses its class. */
export interface SentError {
  error: unknown;
  refusal: { status: number; code: string; message: string } | null;
}
export type TaskMessage<Result, Progress> = { progress: Progress } | { result: Result } | SentError;

export const toSentError = (error: unknown): SentError =>
  error instanceof Refusal
    ? { error: null, refusal: { status: error.status, code: error.code, message: error.message } }
    : { error, refusal: null };

export const toThrownError = ({ error, refusal }: SentError): unknown =>
  refusal ? new Refusal(refusal.status, refusal.code, refusal.message) : error;

interface WorkerOptions<Progress> {
  heapMegabytes: number;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Runs `runTask(task)` of a module in a worker thread, so that requests don't wait. The module sends its result with `answerTask`. */
export async function runInWorker<Result, Progress = never>(
  module: URL,
  task: unknown,
  { heapMegabytes, signal, onProgress }: WorkerOptions<Progress>,
): Promise<Result> {
  const worker = startWorker(module, task, heapMegabytes);
  try {
    return await new Promise<Result>((done, fail) => {
      worker.on('message', (message: TaskMessage<Result, Progress>) => {
        if ('progress' in message) onProgress?.(message.progress);
        else if ('result' in message) done(message.result);
        else fail(toThrownError(message) as Error);
      });
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('The worker exited before it was done.')));
      signal?.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
    });
  } finally {
    await worker.terminate();
  }
}
