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
  version = CONSOLE_API_VERSION;
  oldestConsole: number | undefined = undefined;
  claims = [claim(1, 'Elm')];
  intercept: (path: string, req: IncomingMessage, res: ServerResponse) => boolean = () => false;
  #server: Server | null = null;
  url = '';

  async open(): Promise<void> {
    const server = createServer((req, res) => {
      req.resume();
      const path = req.url!.split('?')[0]!;
      this.calls.push(`${req.method} ${path}`);
      if (this.intercept(path, req, res)) return;
      if (path === '/readyz')
        json(res, { product: 'enamel', apiVersion: this.version, oldestConsole: this.oldestConsole });
      else if (path === '/api/auth/login')
        json(res, { token: 'a-token', user: { email: 'staff@example.com', role: 'admin' } });
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
      else json(res, { error: 'not_found', message: 'Not here.' }, 404);
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(this.url ? Number(new URL(this.url).port) : 0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(null)));
    this.#server = null;
  }
}
