import { Worker } from 'node:worker_threads';
import { ConsoleError } from '../../bridge/calls.ts';
import type { FileRequest } from '../../offline/csv-request.ts';
import type { Host } from '../host.ts';

/** The memory limit of a thread that reads a file of any size. */
export const CSV_MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** A refusal of the server's own code, which runs in the thread. */
export class ThreadRefusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: { message: string }) {
    super(body.message);
    [this.status, this.body] = [status, body];
  }
}

interface Reply {
  id?: number;
  value?: never;
  error?: string;
  refusal?: { status: number; body: { message: string } };
  event?: never;
}

/** A thread that reads one file, so that a large one never blocks the app. */
export class FileThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  #nextId = 1;

  constructor(host: Pick<Host, 'csvWorker'>, workerData: object, onEvent: (event: never) => void, onExit: () => void) {
    this.#worker = new Worker(host.csvWorker, { workerData, resourceLimits: CSV_MEMORY });
    this.#worker.on('message', ({ id, value, error, refusal, event }: Reply) => {
      if (event !== undefined) return onEvent(event);
      const request = this.#pending.get(id!);
      this.#pending.delete(id!);
      if (refusal) request?.reject(new ThreadRefusal(refusal.status, refusal.body));
      else if (error === undefined) request?.resolve(value!);
      else request?.reject(new ConsoleError('not_readable', error));
    });
    const end = () => {
      onExit();
      for (const { reject } of this.#pending.values())
        reject(new ConsoleError('not_readable', 'This file couldn’t be read to its end.'));
      this.#pending.clear();
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', end);
  }

  ask<T>(request: FileRequest, signal?: AbortSignal): Promise<T> {
    const id = this.#nextId++;
    // The port of a worker thread has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    const post = (message: object) => this.#worker.postMessage({ id, ...message });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => post({ isCanceled: true }), { once: true });
      post({ request });
    });
  }

  close = (): void => void this.#worker.terminate();
}
