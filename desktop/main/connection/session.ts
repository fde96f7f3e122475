import { login, logout, logoutEverywhere, twoFactorSignIn } from '#contract/accounts/accounts.ts';
import { staffRoles } from '#shared/roles.ts';
import type { Host } from '../host.ts';
import { errorResponse, type ApiCall } from '../shell/app-protocol.ts';
import type { Keychain } from '../shell/keychain.ts';
import { sendRequest } from './server-requests.ts';
import type { Servers } from './servers.ts';

/** The page receives this text in place of the token. */
const TOKEN_PLACEHOLDER = 'kept by the console';

const signInCalls = new Set([`POST ${login.path}`, `POST ${twoFactorSignIn.path}`]);
export const isSignIn = (call: ApiCall): boolean => signInCalls.has(`${call.method} ${call.path}`);
const signOutCalls = new Set([`POST ${logout.path}`, `POST ${logoutEverywhere.path}`]);
export const isSignOut = (call: ApiCall): boolean => signOutCalls.has(`${call.method} ${call.path}`);
/** Sign-up calls are blocked, because their response would hand the page a token. */
export const isBlocked = (call: ApiCall): boolean => /^\/api\/auth\/(register|signup)(\?|$)/.test(call.path);

/** The session at each server. A token goes from the server's response to the keychain and nowhere else. */
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

  /** The person who is logged in, and the server. Plans and watched folders belong to both. */
  get owner(): { server: string; user: string } | null {
    const [server, user] = [this.#servers.current, this.email];
    return server === null || user === null || this.token === null ? null : { server, user };
  }

  /** Forwards a sign-in, stores its token, and returns the response without the token. */
  async signIn(origin: string, call: ApiCall): Promise<Response> {
    const response = await sendRequest(this.#host, origin, call.path, {
      method: call.method,
      headers: call.headers,
      body: await call.request.arrayBuffer(),
      token: null,
    });
    const reply = (await response.json()) as { token?: unknown; user?: { email?: string; role?: string } };
    if (!response.ok || typeof reply.token !== 'string')
      return Response.json(withoutToken(reply), { status: response.status });
    if (!staffRoles.some((role) => role === reply.user?.role) || typeof reply.user?.email !== 'string') {
      await this.#revoke(origin, reply.token);
      return errorResponse(403, 'not_staff', 'This console is for staff. Your account works on the website.');
    }
    await this.#keychain.set(`token ${origin}`, reply.token);
    await this.#servers.setEmail(origin, reply.user.email);
    this.ended = false;
    return Response.json({ ...reply, token: TOKEN_PLACEHOLDER });
  }

  /** Drops a token that the server rejected. Offline data stays, so that the person can sign in again and continue. */
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
    if (token) await this.#revoke(origin, token);
  }

  async #revoke(origin: string, token: string): Promise<void> {
    const request = { method: 'POST', headers: {}, token, signal: AbortSignal.timeout(5_000) };
    await sendRequest(this.#host, origin, logout.path, request).then(
      (response) => response.body?.cancel(),
      () => {},
    );
  }
}

function withoutToken(reply: object): object {
  const { token: _token, ...rest } = reply as { token?: unknown };
  return rest;
}
