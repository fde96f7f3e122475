import type { ConsoleState } from '../../bridge/shapes.ts';
import type { Host } from '../host.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { sendRequest, shakeHands, UnreachableError, updateMessages } from './server-requests.ts';
import type { Servers } from './servers.ts';
import type { Session } from './session.ts';

interface Dependencies {
  host: Host;
  servers: Servers;
  session: Session;
  /** Asks the person for the login of a proxy. Resolves with true once it lets requests through. */
  logInToProxy(url: string): Promise<boolean>;
  /** Aborts when the console shuts down. */
  stopping: AbortSignal;
  onChange(): void;
  /** Called after a version-compatible handshake. */
  onConnected(): Promise<void>;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  body?: BodyInit | ReadableStream<Uint8Array> | null;
  signal?: AbortSignal;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

/** Knows whether the current server is reachable and compatible, and retries the handshake until it is. */
export class ConnectionMonitor {
  readonly #dependencies: Dependencies;
  link: ConsoleState['link'] = 'online';
  /** Why the server is out of reach; null if it just doesn't answer. */
  problem: ConsoleState['problem'] = null;
  update: ConsoleState['update'] = null;
  #retryDelay = FIRST_RETRY_MS;
  #retryTimer: NodeJS.Timeout | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    dependencies.stopping.addEventListener('abort', () => this.#cancelRetry());
  }

  /** Forgets the state of the previous server. */
  reset(): void {
    this.link = 'online';
    this.problem = null;
    this.update = null;
    this.#cancelRetry();
  }

  /** Sends a request with the session's token, and updates the link from its outcome. */
  async request(
    method: string,
    path: string,
    { headers = {}, body = null, signal }: RequestOptions = {},
  ): Promise<Response> {
    const { host, servers, session, stopping, onChange } = this.#dependencies;
    const origin = servers.current;
    if (origin === null) throw new UnreachableError('no_server', 'Please choose a server first.');
    const { token } = session;
    try {
      const response = await sendRequest(host, origin, path, {
        method,
        headers,
        body,
        token,
        signal: signal ? AbortSignal.any([signal, stopping]) : stopping,
        onBroken: () => this.#setOffline(origin),
      });
      if (servers.current === origin && this.link === 'offline') {
        this.link = 'online';
        this.problem = null;
        onChange();
        void this.connect();
      }
      if (response.status === 401 && token !== null && (await session.end(origin, token))) onChange();
      return response;
    } catch (error) {
      if (error instanceof UnreachableError) this.#setOffline(origin, explainProblem(error));
      if (error instanceof UnreachableError && error.code === 'proxy_login') void this.#passProxy(origin);
      throw error;
    }
  }

  async #passProxy(origin: string): Promise<void> {
    if (await this.#dependencies.logInToProxy(origin)) await this.connect();
  }

  #setOffline(origin: string, problem: string | null = null): void {
    if (this.link === 'offline' || this.#dependencies.servers.current !== origin) return;
    this.link = 'offline';
    this.problem = problem;
    this.#dependencies.onChange();
    this.#scheduleRetry();
  }

  #cancelRetry(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#retryDelay = FIRST_RETRY_MS;
  }
  #scheduleRetry(): void {
    if (this.#retryTimer || this.#dependencies.stopping.aborted) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      void this.connect();
    }, this.#retryDelay);
    this.#retryDelay = Math.min(LONGEST_RETRY_MS, this.#retryDelay * 2);
  }

  /** Compares versions with the server. Retries later if the server is unreachable or incompatible. */
  async connect(): Promise<void> {
    if (await this.#compareVersions()) await this.#dependencies.onConnected();
  }

  /** After an interruption the server may have another version. True if it is reachable and has ours. */
  async reconnect(): Promise<boolean> {
    if (this.link === 'online') return this.update === null;
    const isCompatible = await this.#compareVersions();
    if (isCompatible) void this.#dependencies.onConnected();
    return isCompatible;
  }

  async #compareVersions(): Promise<boolean> {
    const { host, servers, stopping, onChange } = this.#dependencies;
    const origin = servers.current;
    if (origin === null) return false;
    let problem: string | null = null;
    const handshake = await shakeHands(host, origin).catch((error: unknown) => {
      problem = explainProblem(error);
      if (error instanceof ConsoleError && error.code === 'proxy_login') void this.#passProxy(origin);
      return null;
    });
    const serverChanged = servers.current !== origin;
    if (serverChanged || stopping.aborted) return false;
    this.link = handshake ? 'online' : 'offline';
    this.problem = problem;
    if (handshake)
      await servers.setLook(origin, handshake.look).catch((error: unknown) => {
        host.log('the look of the site could not be saved', { error: String(error) });
      });
    if (handshake)
      this.update = handshake.needed && { needed: handshake.needed, message: updateMessages[handshake.needed] };
    const isCompatible = handshake?.needed === null;
    if (isCompatible) this.#cancelRetry();
    else this.#scheduleRetry();
    onChange();
    return isCompatible;
  }
}

/** A certificate, a captive portal, or a proxy is worth a sentence. A server that doesn't answer is just offline. */
function explainProblem(error: unknown): string | null {
  const isKnown = error instanceof ConsoleError || error instanceof UnreachableError;
  return isKnown && error.code !== 'offline' ? error.message : null;
}
