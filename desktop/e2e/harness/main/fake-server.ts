import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';

export const json = (res: ServerResponse, body: unknown, status = 200, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
export const claim = (id: number, practice: string) => ({
  id,
  kind: 'claim',
  status: 'pending',
  submittedAt: '2026-01-01T00:00:00Z',
  dueAt: null as string | null,
  reviewedAt: null,
  listing: { name: practice },
  dentist: { name: practice },
  attachments: [] as { id: number; kind: string; name: string; type: string; size: number }[],
  warnings: [] as { code: string; text: string }[],
});

/** A fake server. A test can answer a call itself through `intercept`, or leave it unanswered. */
export class FakeServer {
  readonly calls: string[] = [];
  /** The calls with the tokens that they had. */
  readonly tokens: string[] = [];
  /** Decisions on claims, with their idempotency keys. */
  readonly decisions: string[] = [];
  /** The token that the next login gets. */
  token = 'a-token';
  email = 'staff@example.com';
  version = CONSOLE_API_VERSION;
  oldestConsole: number | undefined = undefined;
  claims = [claim(1, 'Elm')];
  intercept: (path: string, req: IncomingMessage, res: ServerResponse) => boolean = () => false;
  #server: Server | null = null;
  url = '';

  async open(): Promise<string> {
    const server = createServer((req, res) => {
      req.resume();
      const path = req.url!.split('?')[0]!;
      const call = `${req.method} ${path}`;
      this.calls.push(call);
      this.tokens.push(`${call} ${req.headers.authorization ?? '-'}`);
      if (this.intercept(path, req, res)) return;
      if (path === '/readyz')
        json(res, { product: 'enamel', apiVersion: this.version, oldestConsole: this.oldestConsole });
      else if (path === '/api/auth/login') json(res, { token: this.token, user: { email: this.email, role: 'admin' } });
      else if (path === '/api/auth/me') json(res, { email: this.email, name: 'Staff' });
      else if (path === '/api/admin/sync')
        json(res, {
          cursor: '1',
          asOf: '2026-01-01T00:00:00Z',
          whole: true,
          claims: this.claims,
          pending: this.claims.map(({ id }) => id),
        });
      else if (path === '/api/admin/claim-requests')
        json(res, this.claims, 200, { 'x-total-count': String(this.claims.length) });
      else if (path === '/api/admin/claim-requests/counts')
        json(res, { pending: this.claims.length, approved: 0, rejected: 0, overdue: 0 });
      else if (req.method === 'PATCH') {
        this.decisions.push(`${path} ${req.headers['idempotency-key'] as string}`);
        json(res, { id: 1, status: 'approved' });
      } else json(res, { error: 'not_found', message: 'Not here.' }, 404);
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(this.url ? Number(new URL(this.url).port) : 0, '127.0.0.1', done));
    return (this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(null)));
    this.#server = null;
  }
}
