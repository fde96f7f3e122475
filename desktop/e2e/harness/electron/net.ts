import { EventEmitter, once } from 'node:events';
import { connect } from 'node:tls';
import { session } from './session.ts';
import { system } from './state.ts';

/** Chromium's names for what Node's fetch reports. */
const networkErrors: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  UND_ERR_SOCKET: 'net::ERR_EMPTY_RESPONSE',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'net::ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'net::ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'net::ERR_CERT_COMMON_NAME_INVALID',
  CERT_HAS_EXPIRED: 'net::ERR_CERT_DATE_INVALID',
};

let acceptedLogin = '';
const isBlockedByProxy = (): boolean =>
  system.proxy !== null && acceptedLogin !== `${system.proxy.user}:${system.proxy.password}`;

/** A request that asks for the proxy's login. Without a listener, or without credentials, it ends with status 407. */
class ClientRequest extends EventEmitter {
  end(): this {
    setImmediate(() => this.#ask());
    return this;
  }
  abort = (): void => void this.emit('abort');
  #ask(): void {
    const respond = (statusCode: number) => this.emit('response', Object.assign(new EventEmitter(), { statusCode }));
    if (!isBlockedByProxy()) return void respond(200);
    const { host, port } = system.proxy!;
    const authInfo: Electron.AuthInfo = { isProxy: true, scheme: 'basic', host, port, realm: 'Network' };
    const answer = (user?: string, password?: string) => {
      if (user === undefined) return void respond(407);
      acceptedLogin = `${user}:${password}`;
      this.#ask();
    };
    if (!this.emit('login', authInfo, answer)) respond(407);
  }
}

/** Chromium asks the session about a certificate before it refuses it. */
async function reportCertificate(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) || 443, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = { subjectName: socket.getPeerCertificate().subject.CN } as Electron.Certificate;
  socket.destroy();
  session.defaultSession.verifyCertificate?.({ hostname, certificate } as Electron.Request, () => {});
}

type NetFetch = (input: string, init?: RequestInit & { bypassCustomProtocolHandlers?: boolean }) => Promise<Response>;

export const net = {
  /** Follows redirects only with `follow`. The two other modes reject, with different messages. */
  async fetch(input: string, init: Parameters<NetFetch>[1] = {}): Promise<Response> {
    const { bypassCustomProtocolHandlers: _own, redirect = 'follow', ...rest } = init;
    if (isBlockedByProxy()) return new Response('<h1>Proxy</h1>', { status: 407 });
    let response: Response;
    try {
      response = await fetch(input, { ...rest, redirect: redirect === 'follow' ? 'follow' : 'manual' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      const name = networkErrors[code] ?? 'net::ERR_FAILED';
      if (name.includes('_CERT_')) await reportCertificate(input);
      throw new Error(name, { cause: error });
    }
    if (redirect === 'follow' || response.status < 301 || response.status > 308 || response.status === 304)
      return response;
    await response.body?.cancel();
    throw new Error(
      redirect === 'error' ? "Attempted to redirect, but redirect policy was 'error'" : 'Redirect was cancelled',
    );
  },
  request: (_options: Electron.ClientRequestConstructorOptions) => new ClientRequest(),
} satisfies {
  fetch: NetFetch;
  request(
    options: Electron.ClientRequestConstructorOptions,
  ): Pick<Electron.ClientRequest, 'abort'> & { end(): unknown };
};
