import type { AnyEndpoint, ErrorBody, Input, Reply } from '#contract/endpoint.ts';
import { urlOf } from '#shared/url.ts';
import { ConsoleRefusal } from './console.ts';

/** Thrown for every response that is not OK. Its message is `STATUS: BODY`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's sentence for users. Null if the response has none, such as one from a proxy. */
  readonly sentence: string | null;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;
  /** The stored values, if someone else changed the record. */
  readonly now: Record<string, unknown> | undefined;
  /** The work to prove before trying again. */
  readonly work: ErrorBody['work'];
  constructor(status: number, text: string, statusText: string, retryAfter?: number) {
    super(`${status}: ${text || statusText}`);
    const body = parseBody(text);
    this.status = status;
    this.code = body?.error ?? 'http';
    this.sentence = body?.message || null;
    this.fields = body?.fields ?? {};
    this.retryAfter = retryAfter;
    this.now = body?.now;
    this.work = body?.work;
  }
}

function parseBody(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as ErrorBody | null;
    return typeof body?.message === 'string' ? body : null;
  } catch {
    return null;
  }
}

const offline = 'You seem to be offline. Please connect and try again.';

/** The sentence to show users for any error. `otherwise` is for errors without one. */
export const sentenceOf = (error: unknown, otherwise = 'Something went wrong. Please try again.'): string =>
  error instanceof ApiError
    ? (error.sentence ?? otherwise)
    : error instanceof ConsoleRefusal
      ? error.message
      : typeof document !== 'undefined' && !navigator.onLine
        ? offline
        : otherwise;
export const fieldsOf = (error: unknown): Record<string, string> => (error instanceof ApiError ? error.fields : {});

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the request finish after the page is closed. */
  keepalive?: boolean;
  /** A replacement for fetch, such as one that reports upload progress. */
  fetch?: typeof fetch;
}
export interface Counted<T> {
  items: T;
  total: number;
}

/** Calls the API: over HTTP in the browser, in the same process while the server renders. */
export interface Call {
  <E extends AnyEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Reply<E>>;
  /** For paginated lists: the items and the total of all pages. */
  counted<E extends AnyEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Counted<Reply<E>>>;
}

interface Carrier {
  /** The bearer token. On the desktop the host adds it, and the page never sees it. */
  token(): string | null;
  /** Whether the page is signed in without a token that it could read. */
  hasCookie?(): boolean;
  /** Called when the server reports, with a sentence for the user, that the session has ended. */
  ended(sentence?: string): void;
  /** Whether the user was active just now. Other reads are polling, which must not keep the session alive. */
  atWork?(): boolean;
}
let carrier: Carrier = { token: () => null, ended: () => {} };
export const carryWith = (next: Carrier): void => void (carrier = next);

/** For requests fetch can't make, such as uploads with progress. */
export const signedHeaders = (): Record<string, string> => {
  const token = carrier.token();
  return token ? { Authorization: `Bearer ${token}` } : {};
};

async function send(
  endpoint: AnyEndpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  options: CallOptions = {},
): Promise<Response> {
  const url = urlOf(endpoint.path, input.params, input.query);
  const request = (token: string | null) =>
    (options.fetch ?? fetch)(url, {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(endpoint.method === 'GET' && carrier.atWork?.() === false ? { 'X-Enamel-Background': '1' } : {}),
        ...options.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
  const token = carrier.token();
  let response = await request(token);
  if (response.status === 401 && (token || carrier.hasCookie?.())) {
    // A late response must not end a session that started after the request.
    if (carrier.token() === token) carrier.ended(parseBody(await response.clone().text())?.message);
    // Public data is retried without the expired token.
    if (token && endpoint.method === 'GET') response = await request(null);
  }
  if (!response.ok) {
    const wait = Number(response.headers.get('retry-after'));
    throw new ApiError(response.status, await response.text(), response.statusText, wait || undefined);
  }
  return response;
}

export const api: Call = Object.assign(
  async <E extends AnyEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions) =>
    (await send(endpoint, input as object, options)).json() as Promise<Reply<E>>,
  {
    counted: async <E extends AnyEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => {
      const response = await send(endpoint, input, options);
      return { items: (await response.json()) as Reply<E>, total: Number(response.headers.get('x-total-count')) };
    },
  },
);

/** Fetches a protected file, because an `<img>` can't send the token. */
export const bytesOf = async <E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
): Promise<Blob> => (await send(endpoint, input as object, options)).blob();
