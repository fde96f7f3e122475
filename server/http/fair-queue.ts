import type { Refusal } from './errors.ts';

export interface QueueOptions {
  /** How much work runs at once, in total and for one key. */
  slots: number;
  slotsPerKey: number;
  /** How many may wait, in total and for one key. */
  places: number;
  placesPerKey: number;
  /** The longest wait. */
  waitMs: number;
  /** The error for work that can't start. */
  refuse(): Refusal;
}

interface Waiter {
  key: string;
  start(): void;
}

/** Limits concurrent work. A free slot goes to the key with the least running work, and among those to the longest wait. */
export class FairQueue {
  readonly #options: QueueOptions;
  readonly #running = new Map<string, number>();
  #waiters: Waiter[] = [];

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Waits for a slot and runs the work in it. Rejects if the queue is full, if the wait is too long, or on abort. */
  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#canStart(key)) this.#count(key, 1);
    else await this.#wait(key, signal);
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#startNext();
    }
  }

  #runningOf(key: string): number {
    return this.#running.get(key) ?? 0;
  }
  #canStart(key: string): boolean {
    return this.running < this.#options.slots && this.#runningOf(key) < this.#options.slotsPerKey;
  }
  #count(key: string, by: 1 | -1): void {
    const count = this.#runningOf(key) + by;
    if (count > 0) this.#running.set(key, count);
    else this.#running.delete(key);
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { places, placesPerKey, waitMs, refuse } = this.#options;
    const waitingOfKey = this.#waiters.filter((waiter) => waiter.key === key).length;
    if (this.#waiters.length >= places || waitingOfKey >= placesPerKey) return Promise.reject(refuse());
    return new Promise((done, fail) => {
      const waiter = { key, start: () => (leave(), done()) };
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
      };
      const abort = () => (leave(), fail(signal?.reason as Error));
      const timer = setTimeout(() => (leave(), fail(refuse())), waitMs);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiters.push(waiter);
      if (signal?.aborted) abort();
    });
  }

  #startNext(): void {
    const ready = this.#waiters.filter(({ key }) => this.#canStart(key));
    const fewest = Math.min(...ready.map(({ key }) => this.#runningOf(key)));
    const next = ready.find(({ key }) => this.#runningOf(key) === fewest);
    if (!next) return;
    this.#count(next.key, 1);
    next.start();
  }
}
