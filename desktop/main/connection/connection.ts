import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { judgeAnswer } from '../../policy/answers.ts';
import type { Host } from '../host.ts';

/** The server cannot be reached, or what answers is not it. Nothing is known about what was sent. */
export class Unreachable extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Sending {
  method: string;
  headers: Record<string, string>;
  body?: BodyInit | ReadableStream<Uint8Array> | null;
  token: string | null;
  signal?: AbortSignal;
  /** Told when an answer that had begun breaks off. */
  broke?(): void;
}

/** Sends to the server and takes back only what our server can have said. Never follows it elsewhere, never takes cookies. */
export async function send(host: Host, origin: string, path: string, sending: Sending): Promise<Response> {
  const ask = () =>
    host.fetch(origin + path, {
      method: sending.method,
      headers: { ...sending.headers, ...(sending.token ? { Authorization: `Bearer ${sending.token}` } : {}) },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      ...(sending.body ? { body: sending.body as BodyInit, duplex: 'half' } : {}),
      ...(sending.signal ? { signal: sending.signal } : {}),
    });
  let answer: Response;
  try {
    // A connection that was kept open may have been closed by the other side meanwhile; reading is tried once more.
    answer = await (sending.method === 'GET' ? ask().catch(ask) : ask());
  } catch (error) {
    if (givenUp(sending.signal)) throw error;
    throw new Unreachable('offline', 'The server cannot be reached right now.');
  }
  const verdict = judgeAnswer(answer.status, answer.headers.get('content-type'));
  if (verdict.ok) return answer.body ? new Response(toItsEnd(answer.body, sending), answer) : answer;
  await answer.body?.cancel().catch(() => {});
  throw new Unreachable(verdict.code, verdict.message);
}

/** Somebody does not want it any more. A server that lets its time pass is one that cannot be reached. */
const givenUp = (signal?: AbortSignal): boolean =>
  signal?.aborted === true && (signal.reason as Error).name !== 'TimeoutError';

/** A connection may be lost after the answer has begun; whoever reads it learns that in the same words as before. */
function toItsEnd(body: ReadableStream<Uint8Array>, { signal, broke }: Sending): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (givenUp(signal)) return controller.error(error);
        broke?.();
        controller.error(new Unreachable('offline', 'The connection to the server was lost.'));
      }
    },
    cancel: (reason) => reader.cancel(reason).catch(() => {}),
  });
}

export interface Handshake {
  needed: 'console' | 'server' | null;
}

/** Whether an Enamel server answers at this origin, and whether it and this console fit together. */
export async function shakeHands(host: Host, origin: string): Promise<Handshake> {
  let said: { product?: unknown; apiVersion?: unknown };
  try {
    const answer = await send(host, origin, '/readyz', {
      method: 'GET',
      headers: { accept: 'application/json' },
      token: null,
      signal: AbortSignal.timeout(10_000),
    });
    said = (await answer.json()) as typeof said;
    if (answer.status === 503)
      throw new ConsoleError('offline', 'This server is starting or not well. Please try again in a moment.');
  } catch (error) {
    if (error instanceof ConsoleError) throw error;
    if (error instanceof Unreachable && error.code !== 'offline')
      throw new ConsoleError('not_our_server', error.message);
    throw new ConsoleError('offline', 'There is no answer at this address. Check it, and your network.');
  }
  if (said?.product !== 'enamel' || typeof said.apiVersion !== 'number')
    throw new ConsoleError('not_our_server', 'The server at this address is not Enamel.');
  const { apiVersion } = said;
  return { needed: apiVersion > CONSOLE_API_VERSION ? 'console' : apiVersion < CONSOLE_API_VERSION ? 'server' : null };
}

export const updateWords = {
  console: 'This console is older than the server. Please install the update to go on.',
  server: 'This console is newer than the server. The server has to be updated before you can go on.',
};
