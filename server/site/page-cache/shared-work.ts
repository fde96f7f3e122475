interface Shared<T> {
  result: Promise<T>;
  waiting: number;
  abort: AbortController;
}

/** Coalesces concurrent work by key, and aborts it when its last caller leaves. */
export class SharedWork<T> {
  readonly #running = new Map<string, Shared<T>>();

  run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    let shared = this.#running.get(key);
    if (!shared) {
      const abort = new AbortController();
      shared = { result: start(abort.signal), waiting: 0, abort };
      this.#running.set(key, shared);
      const end = () => this.#forget(key, shared!);
      shared.result.then(end, end);
    }
    const joined = shared;
    joined.waiting += 1;
    signal.addEventListener('abort', () => {
      joined.waiting -= 1;
      if (joined.waiting > 0) return;
      this.#forget(key, joined);
      joined.abort.abort();
    });
    return joined.result;
  }

  #forget(key: string, shared: Shared<T>): void {
    if (this.#running.get(key) === shared) this.#running.delete(key);
  }
}
