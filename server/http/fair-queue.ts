import { unavailable } from './errors.ts';

interface Waiter {
  start(): void;
  refuse(error: Error): void;
}

/**
 * Runs expensive work in a few slots. Waiting work starts in turns, one per client, so a client that sends a lot only
 * delays itself. Beyond the limits, work is refused with a 503.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #waitingPerClient: number;
  readonly #waitingInAll: number;
  readonly #busySentence: string;
  /** In the order of their turns. A client moves to the end when its turn has come. */
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(about: { slots: number; waitingPerClient: number; waitingInAll: number; busySentence: string }) {
    this.#slots = about.slots;
    this.#waitingPerClient = about.waitingPerClient;
    this.#waitingInAll = about.waitingInAll;
    this.#busySentence = about.busySentence;
  }

  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw unavailable();
    if (this.#running < this.#slots) this.#running += 1;
    else await this.#wait(client, signal);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Resolves once a slot is free for this client. The slot passes from the work that ended. */
  async #wait(client: string, signal?: AbortSignal): Promise<void> {
    const own = this.#waiting.get(client) ?? [];
    if (
      own.length >= this.#waitingPerClient ||
      (this.#waitingCount >= this.#waitingInAll && !this.#makeRoom(own.length))
    )
      throw this.#busy();
    let waiter!: Waiter;
    const turn = new Promise<void>((start, refuse) => (waiter = { start, refuse }));
    own.push(waiter);
    this.#waiting.set(client, own);
    this.#waitingCount += 1;
    const leave = () => {
      if (this.#remove(client, waiter)) waiter.refuse(unavailable());
    };
    signal?.addEventListener('abort', leave, { once: true });
    await turn.finally(() => signal?.removeEventListener('abort', leave));
  }

  #startNext(): void {
    const [client, waiters] = this.#waiting.entries().next().value ?? [];
    if (client === undefined) {
      this.#running -= 1;
      return;
    }
    const [next] = waiters!;
    this.#remove(client, next!);
    if (waiters!.length > 0) {
      this.#waiting.delete(client);
      this.#waiting.set(client, waiters!);
    }
    next!.start();
  }

  /** Refuses the last work of the client with the most waiting, if that is more than the newcomer would have. */
  #makeRoom(ownLength: number): boolean {
    const [client, waiters] = [...this.#waiting].reduce((most, entry) =>
      entry[1].length > most[1].length ? entry : most,
    );
    if (waiters.length <= ownLength + 1) return false;
    const last = waiters.at(-1)!;
    this.#remove(client, last);
    last.refuse(this.#busy());
    return true;
  }

  #remove(client: string, waiter: Waiter): boolean {
    const waiters = this.#waiting.get(client);
    const index = waiters?.indexOf(waiter) ?? -1;
    if (!waiters || index < 0) return false;
    waiters.splice(index, 1);
    this.#waitingCount -= 1;
    if (waiters.length === 0) this.#waiting.delete(client);
    return true;
  }

  #busy(): Error {
    return unavailable(this.#busySentence, 3);
  }
}
