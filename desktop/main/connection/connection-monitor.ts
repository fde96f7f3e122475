import type { ConsoleState } from '../../bridge/shapes.ts';
import { send, shakeHands, Unreachable, updateWords } from './connection.ts';
import type { Host } from '../host.ts';
import type { Servers } from './servers.ts';
import type { Session } from './session.ts';

interface LineOf {
  host: Host;
  servers: Servers;
  session: Session;
  /** The console ends: nothing is waited for any more. */
  ending: AbortSignal;
  changed(): void;
  /** The two have met and fit together: what is due can be fetched and sent. */
  met(): Promise<void>;
}

export interface Asking {
  headers?: Record<string, string>;
  body?: BodyInit | ReadableStream<Uint8Array> | null;
  signal?: AbortSignal;
}

/** A server that is away is looked for again: soon at first, then every so often, whatever else goes on. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

/** The way to the server in use: whether it can be reached, and whether it and this console fit together. */
export class Line {
  readonly #of: LineOf;
  link: ConsoleState['link'] = 'online';
  update: ConsoleState['update'] = null;
  #pause = FIRST_PAUSE;
  #timer: NodeJS.Timeout | null = null;

  constructor(of: LineOf) {
    this.#of = of;
    of.ending.addEventListener('abort', () => this.#rest());
  }

  /** Another server: nothing is known against it yet. */
  fresh(): void {
    this.link = 'online';
    this.update = null;
    this.#rest();
  }

  /** A call with the token of the sign-in; knows afterwards whether the server can be reached. */
  async request(method: string, path: string, { headers = {}, body = null, signal }: Asking = {}): Promise<Response> {
    const { host, servers, session, ending, changed } = this.#of;
    const origin = servers.current;
    if (origin === null) throw new Unreachable('no_server', 'Please choose a server first.');
    const { token } = session;
    try {
      const answer = await send(host, origin, path, {
        method,
        headers,
        body,
        token,
        signal: signal ? AbortSignal.any([signal, ending]) : ending,
        broke: () => this.#away(origin),
      });
      if (servers.current === origin && this.link === 'offline') {
        this.link = 'online';
        changed();
        void this.greet();
      }
      if (answer.status === 401 && token !== null && (await session.end(origin, token))) changed();
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) this.#away(origin);
      throw error;
    }
  }

  /** What another server left unanswered says nothing about the one in use. */
  #away(origin: string): void {
    if (this.link === 'offline' || this.#of.servers.current !== origin) return;
    this.link = 'offline';
    this.#of.changed();
    this.#later();
  }

  #rest(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pause = FIRST_PAUSE;
  }
  #later(): void {
    if (this.#timer || this.#of.ending.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.greet();
    }, this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  /** The two agree on their versions, then the console fetches and sends what is due. */
  async greet(): Promise<void> {
    const { host, servers, ending, changed, met } = this.#of;
    const origin = servers.current;
    if (origin === null) return;
    const handshake = await shakeHands(host, origin).catch(() => null);
    // Another was chosen meanwhile.
    if (servers.current !== origin || ending.aborted) return;
    this.link = handshake ? 'online' : 'offline';
    if (handshake)
      this.update = handshake.needed && { needed: handshake.needed, message: updateWords[handshake.needed] };
    if (handshake?.needed === null) this.#rest();
    else this.#later();
    changed();
    if (handshake) await met();
  }
}
