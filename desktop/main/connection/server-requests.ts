import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { judgeAnswer } from '../../policy/answers.ts';
import type { Host } from '../host.ts';
import { describeCertificateProblem, isProxyLoginError } from '../shell/net-fetch.ts';
import { siteLook, type SiteLook } from './servers.ts';

/** The server can't be reached, or something else answered. The request may or may not have been carried out. */
export class UnreachableError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const PROXY_LOGIN = 'Your network’s proxy asks you to log in.';

interface ServerRequest {
  method: string;
  headers: Record<string, string>;
  body?: BodyInit | ReadableStream<Uint8Array> | null;
  token: string | null;
  signal?: AbortSignal;
  /** Called if the connection breaks while the body is read. */
  onBroken?(): void;
}

/** Sends a request and rejects every response that cannot come from our server. Follows no redirects, sends no cookies. */
export async function sendRequest(host: Host, origin: string, path: string, request: ServerRequest): Promise<Response> {
  const attempt = () =>
    host.fetch(origin + path, {
      method: request.method,
      headers: { ...request.headers, ...(request.token ? { Authorization: `Bearer ${request.token}` } : {}) },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      ...(request.body ? { body: request.body as BodyInit, duplex: 'half' } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
  let response: Response;
  try {
    // The server may have closed an idle keep-alive connection, so a GET is retried once.
    response = await (request.method === 'GET' ? attempt().catch(attempt) : attempt());
  } catch (error) {
    if (isAborted(request.signal)) throw error;
    const { hostname } = new URL(origin);
    const certificateProblem = describeCertificateProblem(error, hostname, host.findCertificateOwner(hostname));
    if (certificateProblem) throw new UnreachableError('bad_certificate', certificateProblem);
    if (isProxyLoginError(error)) throw new UnreachableError('proxy_login', PROXY_LOGIN);
    throw new UnreachableError('offline', 'The server can’t be reached right now.');
  }
  if (response.status === 407) {
    await response.body?.cancel().catch(() => {});
    throw new UnreachableError('proxy_login', PROXY_LOGIN);
  }
  const verdict = judgeAnswer(response.status, response.headers.get('content-type'));
  if (verdict.ok) return response.body ? new Response(reportBreaks(response.body, request), response) : response;
  await response.body?.cancel().catch(() => {});
  throw new UnreachableError(verdict.code, verdict.message);
}

/** True if the caller aborted. A timeout means that the server is unreachable. */
const isAborted = (signal?: AbortSignal): boolean =>
  signal?.aborted === true && (signal.reason as Error).name !== 'TimeoutError';

/** Turns a connection lost in the middle of a body into an UnreachableError, as at the start of a response. */
function reportBreaks(
  body: ReadableStream<Uint8Array>,
  { signal, onBroken }: ServerRequest,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (isAborted(signal)) return controller.error(error);
        onBroken?.();
        controller.error(new UnreachableError('offline', 'The connection to the server was lost.'));
      }
    },
    cancel: (reason) => reader.cancel(reason).catch(() => {}),
  });
}

export interface Handshake {
  /** The side that must be updated; null if they work together. */
  needed: 'console' | 'server' | null;
  look: SiteLook;
}

/** Checks that a server of ours answers at this origin, and compares its API version with ours. */
export async function shakeHands(host: Host, origin: string): Promise<Handshake> {
  let reply: { product?: unknown; apiVersion?: unknown; oldestConsole?: unknown };
  try {
    const response = await sendRequest(host, origin, '/readyz', {
      method: 'GET',
      headers: { accept: 'application/json' },
      token: null,
      signal: AbortSignal.timeout(10_000),
    });
    reply = (await response.json()) as typeof reply;
    if (response.status === 503)
      throw new ConsoleError('offline', 'This server is starting or has a problem. Please try again in a moment.');
  } catch (error) {
    if (error instanceof ConsoleError) throw error;
    if (error instanceof UnreachableError && error.code === 'proxy_login')
      throw new ConsoleError('proxy_login', error.message);
    if (error instanceof UnreachableError && error.code !== 'offline')
      throw new ConsoleError('not_our_server', error.message);
    throw new ConsoleError('offline', 'There is no answer at this address. Check the address and your network.');
  }
  if (reply?.product !== 'enamel' || typeof reply.apiVersion !== 'number')
    throw new ConsoleError('not_our_server', 'The server at this address doesn’t work with this console.');
  const { apiVersion, oldestConsole } = reply;
  // Servers of the first release state one version, which is the only one that they work with.
  const oldest = typeof oldestConsole === 'number' ? oldestConsole : apiVersion;
  return {
    needed: CONSOLE_API_VERSION < oldest ? 'console' : CONSOLE_API_VERSION > apiVersion ? 'server' : null,
    look: siteLook.parse(reply),
  };
}

export const updateMessages = {
  console: 'This console is older than the server. Please install the update.',
  server: 'This console is newer than the server. The server has to be updated.',
};
