import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface IdentityProvider {
  issuer: string;
  /** The person who logs in next. */
  person: Person;
  /** Logs the person in at this address of the provider, and returns the query that it sends back. */
  logIn(url: string): Promise<string>;
  stop(): Promise<void>;
}

/** A real OpenID provider, whose login page logs the current person in without asking. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: IdentityProvider = { issuer, person: { sub: 'nobody' }, logIn, stop };
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'enamel', client_secret: 'a secret of the client', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    cookies: { keys: ['a key of the provider'] },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...running.person, sub: accountId }),
    }),
    async loadExistingGrant() {
      const grant = new provider.Grant({ accountId: running.person.sub, clientId: 'enamel' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (req, res) => {
    if (!req.url?.startsWith('/interaction')) return answer(req, res);
    void provider.interactionFinished(req, res, { login: { accountId: running.person.sub } });
  });

  async function logIn(url: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let next = url; ;) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
      if (next.startsWith(redirectUri)) return new URL(next).search.slice(1);
    }
  }
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  return running;
}
