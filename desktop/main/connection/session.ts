import { login, logout, logoutEverywhere, twoFactorSignIn } from '#contract/accounts.ts';
import { refusal, type ApiCall } from '../shell/app-protocol.ts';
import { send } from './connection.ts';
import type { Host } from '../host.ts';
import type { Keychain } from '../shell/keychain.ts';
import type { Servers } from './servers.ts';

/** What the page is given instead of the token. */
const KEPT = 'kept by the console';

const signIns = new Set([`POST ${login.path}`, `POST ${twoFactorSignIn.path}`]);
export const isSignIn = (call: ApiCall): boolean => signIns.has(`${call.method} ${call.path}`);
const signOuts = new Set([`POST ${logout.path}`, `POST ${logoutEverywhere.path}`]);
export const isSignOut = (call: ApiCall): boolean => signOuts.has(`${call.method} ${call.path}`);
/** Calls whose answer would bring a token past the keychain. Accounts are made on the site. */
export const isClosed = (call: ApiCall): boolean => /^\/api\/auth\/(register|signup)(\?|$)/.test(call.path);

/** Who is signed in where. The token goes from the server's answer into the keychain, and nowhere else. */
export class Session {
  readonly #host: Host;
  readonly #keychain: Keychain;
  readonly #servers: Servers;
  ended = false;

  constructor(host: Host, keychain: Keychain, servers: Servers) {
    this.#host = host;
    this.#keychain = keychain;
    this.#servers = servers;
  }

  get token(): string | null {
    const { current } = this.#servers;
    return current === null ? null : this.#keychain.get(`token ${current}`);
  }
  get email(): string | null {
    const { current } = this.#servers;
    return current === null ? null : this.#servers.emailAt(current);
  }

  /** Passes a sign-in on; what comes back to the page has no token in it. */
  async signIn(origin: string, call: ApiCall): Promise<Response> {
    const answer = await send(this.#host, origin, call.path, {
      method: call.method,
      headers: call.headers,
      body: await call.request.arrayBuffer(),
      token: null,
    });
    const said = (await answer.json()) as { token?: unknown; user?: { email?: string; role?: string } };
    if (!answer.ok || typeof said.token !== 'string')
      return Response.json(withoutToken(said), { status: answer.status });
    if (said.user?.role !== 'admin' || typeof said.user.email !== 'string') {
      await this.#tellGoodbye(origin, said.token);
      return refusal(403, 'not_staff', 'This console is for the staff of Enamel. Your account works on the web site.');
    }
    await this.#keychain.set(`token ${origin}`, said.token);
    await this.#servers.signedInAs(origin, said.user.email);
    this.ended = false;
    return Response.json({ ...said, token: KEPT });
  }

  /** The server says it is over. What was kept for work stays; only the token goes. */
  async end(origin: string, token: string): Promise<boolean> {
    if (this.#keychain.get(`token ${origin}`) !== token) return false;
    await this.#keychain.drop(`token ${origin}`);
    this.ended = true;
    return true;
  }

  async signOut(origin: string): Promise<void> {
    const token = this.#keychain.get(`token ${origin}`);
    await this.#keychain.drop(`token ${origin}`);
    if (origin === this.#servers.current) this.ended = false;
    if (token) await this.#tellGoodbye(origin, token);
  }

  async #tellGoodbye(origin: string, token: string): Promise<void> {
    const telling = { method: 'POST', headers: {}, token, signal: AbortSignal.timeout(5_000) };
    await send(this.#host, origin, logout.path, telling).then(
      (answer) => answer.body?.cancel(),
      () => {},
    );
  }
}

function withoutToken(said: object): object {
  const { token: _token, ...rest } = said as { token?: unknown };
  return rest;
}
