import { ConsoleError } from '../../bridge/calls.ts';
import type { ConsoleState } from '../../bridge/shapes.ts';
import type { Host } from '../host.ts';
import { shakeHands, type Handshake } from './server-requests.ts';

interface ProxyCredentials {
  user: string;
  password: string;
}

/** Asks the person to log in to a proxy that requires it. The credentials stay in memory, where Chromium reuses them. */
export class ProxyLogin {
  readonly #host: Pick<Host, 'logInToProxy'>;
  readonly #onChange: () => void;
  #question: ConsoleState['proxy'] = null;
  #answer: ((credentials: ProxyCredentials | null) => void) | null = null;
  #running: Promise<boolean> | null = null;
  #isDeclined = false;

  constructor(host: Pick<Host, 'logInToProxy'>, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  /** The proxy that waits for the person; null if none does. */
  get question(): ConsoleState['proxy'] {
    return this.#question;
  }

  /** Resolves with true once the proxy lets requests through. Asks once, unless the person starts it again. */
  run(url: string, isManual = false): Promise<boolean> {
    if (this.#isDeclined && !isManual) return Promise.resolve(false);
    this.#running ??= this.#logIn(url).finally(() => (this.#running = null));
    return this.#running;
  }

  answer(credentials: ProxyCredentials | null): void {
    this.#isDeclined = credentials === null;
    this.#setQuestion(null);
    this.#answer?.(credentials);
    this.#answer = null;
  }

  async #logIn(url: string): Promise<boolean> {
    let tries = 0;
    const isOpen = await this.#host.logInToProxy(url, (proxy) => {
      this.#setQuestion({ host: proxy.host, port: proxy.port, wasRefused: tries++ > 0 });
      return new Promise((resolve) => (this.#answer = resolve));
    });
    this.#setQuestion(null);
    return isOpen;
  }

  #setQuestion(question: ConsoleState['proxy']): void {
    this.#question = question;
    this.#onChange();
  }
}

/** Shakes hands with a server that the person just chose. A proxy on the way may ask for a login first. */
export function shakeHandsThroughProxy(host: Host, proxyLogin: ProxyLogin, origin: string): Promise<Handshake> {
  return shakeHands(host, origin).catch(async (error: unknown) => {
    const asksForLogin = error instanceof ConsoleError && error.code === 'proxy_login';
    if (!asksForLogin || !(await proxyLogin.run(origin, true))) throw error;
    return shakeHands(host, origin);
  });
}
