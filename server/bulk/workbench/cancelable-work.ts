/** Work whose result several requests wait for. It stops when all of them have left before its end. */
export class CancelableWork<T> {
  readonly result: Promise<T>;
  readonly #stop = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.result = work(this.#stop.signal);
    // Each request that waits handles the error by itself.
    this.result.catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Waits for the result, unless the client leaves. */
  async join(client: AbortSignal | null): Promise<T> {
    this.#waiting++;
    const leave = () => {
      if (--this.#waiting === 0) this.#stop.abort();
    };
    client?.addEventListener('abort', leave, { once: true });
    if (client?.aborted) leave();
    try {
      return await this.result;
    } finally {
      client?.removeEventListener('abort', leave);
    }
  }
}
