import type { Refusal } from '../errors.ts';

export interface QueueOptions {
  /** How much work runs at once, in total and for one client. */
  slots: number;
  slotsPerClient?: number;
  /** How many may wait with one rank, in total and for one client. */
  places: number;
  placesPerClient: number;
  /** The longest wait. Without it, work waits until its turn. */
  waitMs?: number;
  /** The error for work that can't start. */
  refuse(): Refusal;
}

interface Waiter {
  client: string;
  rank: number;
  start(): void;
  refuse(): void;
}

/**
 * Runs expensive work in a few slots. A free slot goes to the work of the lowest rank, among those to the client with the
 * least running work, and then to the client whose last turn is the longest ago. So a client that sends a lot delays
 * mainly itself. Each rank has its own places, so that work of one rank can't fill those of another.
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
  /** True if one rank's waiting work is of several clients, because it is more than one client may have. */
  isCrowded(rank: number): boolean {
    return this.#waiters.filter((waiter) => waiter.rank === rank).length > this.#options.placesPerClient;
  }
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Waits for a slot and runs the work in it. Refuses it if the queue is full, the wait is too long, or the client left. */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal, rank = 0): Promise<T> {
    if (signal?.aborted) throw this.#options.refuse();
    if (this.#canStart(client)) this.#count(client, 1);
    else await this.#wait(client, rank, signal);
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

  #wait(client: string, rank: number, signal: AbortSignal | undefined): Promise<void> {
    const { places, placesPerClient, waitMs, refuse } = this.#options;
    const equals = this.#waiters.filter((waiter) => waiter.rank === rank);
    const ownCount = equals.filter((waiter) => waiter.client === client).length;
    if (ownCount >= placesPerClient || (equals.length >= places && !makeRoom(equals, ownCount)))
      return Promise.reject(refuse());
    return new Promise((done, fail) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiter.refuse);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
      };
      const waiter: Waiter = {
        client,
        rank,
        start: () => (leave(), done()),
        refuse: () => (leave(), fail(refuse())),
      };
      const timer = waitMs === undefined ? undefined : setTimeout(waiter.refuse, waitMs);
      signal?.addEventListener('abort', waiter.refuse, { once: true });
      this.#waiters.push(waiter);
    });
  }

  #startNext(): void {
    const next = this.#waiters
      .filter(({ client }) => this.#canStart(client))
      .toSorted(
        (a, b) =>
          a.rank - b.rank ||
          this.#runningOf(a.client) - this.#runningOf(b.client) ||
          (this.#lastTurns.get(a.client) ?? 0) - (this.#lastTurns.get(b.client) ?? 0),
      )[0];
    if (!next) return;
    this.#count(next.client, 1);
    next.start();
  }
}

/** Refuses the last work of the client with the most waiting, if that is more than the newcomer would have. */
function makeRoom(waiters: readonly Waiter[], newcomerCount: number): boolean {
  const counts = new Map<string, number>();
  for (const { client } of waiters) counts.set(client, (counts.get(client) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (most <= newcomerCount + 1) return false;
  waiters.findLast(({ client }) => counts.get(client) === most)!.refuse();
  return true;
}
