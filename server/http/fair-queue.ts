import type { Refusal } from './errors.ts';

export interface QueueOptions {
  /** How much work runs at once, in total and for one client. */
  slots: number;
  slotsPerClient?: number;
  /** How many may wait, in total and for one client. */
  places: number;
  placesPerClient: number;
  /** The longest wait. Without it, work waits until its turn. */
  waitMs?: number;
  /** The error for work that can't start. */
  refuse(): Refusal;
}

interface Waiter {
  client: string;
  start(): void;
  refuse(): void;
}

/**
 * Runs expensive work in a few slots. A free slot goes to the client with the least running work, and among those to the
 * client whose last turn is the longest ago. So a client that sends a lot delays mainly itself.
 */
export class FairQueue {
  readonly #options: Required<Pick<QueueOptions, 'slotsPerClient'>> & QueueOptions;
  readonly #running = new Map<string, number>();
  /** When each client had its last turn, for the clients with waiting work. */
  readonly #lastTurns = new Map<string, number>();
  #turn = 0;
  #waiters: Waiter[] = [];

  constructor(options: QueueOptions) {
    this.#options = { slotsPerClient: options.slots, ...options };
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Waits for a slot and runs the work in it. Refuses it if the queue is full, the wait is too long, or the client left. */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw this.#options.refuse();
    if (this.#canStart(client)) this.#count(client, 1);
    else await this.#wait(client, signal);
    try {
      return await work();
    } finally {
      this.#count(client, -1);
      this.#startNext();
    }
  }

  #runningOf(client: string): number {
    return this.#running.get(client) ?? 0;
  }
  #waitingOf(client: string): number {
    return this.#waiters.filter((waiter) => waiter.client === client).length;
  }
  #canStart(client: string): boolean {
    return this.running < this.#options.slots && this.#runningOf(client) < this.#options.slotsPerClient;
  }
  #count(client: string, by: 1 | -1): void {
    const count = this.#runningOf(client) + by;
    if (by === 1) this.#lastTurns.set(client, (this.#turn += 1));
    if (count > 0) this.#running.set(client, count);
    else {
      this.#running.delete(client);
      if (this.#waitingOf(client) === 0) this.#lastTurns.delete(client);
    }
  }

  #wait(client: string, signal: AbortSignal | undefined): Promise<void> {
    const { places, placesPerClient, waitMs, refuse } = this.#options;
    const ownCount = this.#waitingOf(client);
    if (ownCount >= placesPerClient || (this.#waiters.length >= places && !this.#makeRoom(ownCount)))
      return Promise.reject(refuse());
    return new Promise((done, fail) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiter.refuse);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
      };
      const waiter: Waiter = {
        client,
        start: () => (leave(), done()),
        refuse: () => (leave(), fail(refuse())),
      };
      const timer = waitMs === undefined ? undefined : setTimeout(waiter.refuse, waitMs);
      signal?.addEventListener('abort', waiter.refuse, { once: true });
      this.#waiters.push(waiter);
    });
  }

  /** Refuses the last work of the client with the most waiting, if that is more than the newcomer would have. */
  #makeRoom(newcomerCount: number): boolean {
    const clients = [...new Set(this.#waiters.map(({ client }) => client))];
    const counts = clients.map((client) => this.#waitingOf(client));
    const most = Math.max(...counts);
    if (most <= newcomerCount + 1) return false;
    this.#waiters.findLast(({ client }) => client === clients[counts.indexOf(most)])!.refuse();
    return true;
  }

  #startNext(): void {
    const next = this.#waiters
      .filter(({ client }) => this.#canStart(client))
      .toSorted(
        (a, b) =>
          this.#runningOf(a.client) - this.#runningOf(b.client) ||
          (this.#lastTurns.get(a.client) ?? 0) - (this.#lastTurns.get(b.client) ?? 0),
      )[0];
    if (!next) return;
    this.#count(next.client, 1);
    next.start();
  }
}
