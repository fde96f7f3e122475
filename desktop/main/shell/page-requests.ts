/** The page names each request that it may abort. */
const REQUEST_ID_HEADER = 'x-enamel-request';

/** The page's running requests. Electron gives the handler of a protocol no signal, so the page aborts them by name. */
export class PageRequests {
  readonly #running = new Map<string, AbortController>();

  /** False if the request has already ended. */
  abort(id: string): boolean {
    const controller = this.#running.get(id);
    controller?.abort();
    return controller !== undefined;
  }

  /** Keeps the signal until the response is read or canceled, because its body can be aborted too. */
  async run(request: Request, answer: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    const id = request.headers.get(REQUEST_ID_HEADER);
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, request.signal]);
    if (id === null) return answer(signal);
    this.#running.set(id, controller);
    const end = () => void this.#running.delete(id);
    try {
      const response = await answer(signal);
      if (!response.body) {
        end();
        return response;
      }
      return new Response(endWith(response.body, end), response);
    } catch (error) {
      end();
      throw error;
    }
  }
}

function endWith(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}
