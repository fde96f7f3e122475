import type { DeskState } from '../bridge/shapes.ts';
import { send, shakeHands, Unreachable, updateWords } from './connection.ts';
import type { Host } from './host.ts';
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

/** The way to the server in use: whether it can be reached, and whether it and this console fit together. */
export class Line {
  readonly #of: LineOf;
  link: DeskState['link'] = 'online';
  update: DeskState['update'] = null;

  constructor(of: LineOf) {
    this.#of = of;
  }

  /** Another server: nothing is known against it yet. */
  fresh(): void {
    this.link = 'online';
    this.update = null;
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
        broke: () => this.#away(),
      });
      if (this.link === 'offline') {
        this.link = 'online';
        changed();
        void this.greet();
      }
      if (answer.status === 401 && token !== null && (await session.end(origin, token))) changed();
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) this.#away();
      throw error;
    }
  }

  #away(): void {
    if (this.link === 'offline') return;
    this.link = 'offline';
    this.#of.changed();
  }

  /** The two agree on their versions, then the console fetches and sends what is due. */
  async greet(): Promise<void> {
    const { host, servers, changed, met } = this.#of;
    const origin = servers.current;
    if (origin === null) return;
    try {
      const { needed } = await shakeHands(host, origin);
      this.update = needed && { needed, message: updateWords[needed] };
      this.link = 'online';
    } catch {
      this.link = 'offline';
    }
    changed();
    await met();
  }
}
