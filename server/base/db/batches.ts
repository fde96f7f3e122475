interface Waiting<Item, Result> {
  item: Item;
  done(result: Result): void;
  fail(error: unknown): void;
}

/**
 * Carries out what concurrent requests ask for with one statement at a time: those that arrive while it runs are batched into
 * the next. `gatherMs` delays a statement to enlarge its batch. A request that is alone doesn't wait.
 */
export class Batches<Item, Result> {
  readonly #carryOut: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #gatherMs: number;
  #waiting: Waiting<Item, Result>[] = [];
  #running = false;

  constructor(carryOut: (items: readonly Item[]) => Promise<readonly Result[]>, gatherMs: number) {
    this.#carryOut = carryOut;
    this.#gatherMs = gatherMs;
  }

  add(item: Item): Promise<Result> {
    const result = new Promise<Result>((done, fail) => void this.#waiting.push({ item, done, fail }));
    if (!this.#running) void this.#run();
    return result;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Waits for the other requests of this event-loop turn.
    await new Promise((done) => setImmediate(done));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const started = performance.now();
      try {
        const results = await this.#carryOut(batch.map(({ item }) => item));
        for (const [index, { done }] of batch.entries()) done(results[index]!);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
      const rest = started + this.#gatherMs - performance.now();
      if (batch.length > 1 && rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
    this.#running = false;
  }
}

/**
 * Requests that no person waits for, such as tracking, polling, and calls of programs, wait this long for a larger batch, and
 * searches and logins then get the processor. Measured in one run with 1,500 events per second on two busy cores: the p95 of a
 * search is 45 ms, and 116 without this delay; the p99 is 113 ms, and 238 without.
 */
export const GATHER_MS = 40;
