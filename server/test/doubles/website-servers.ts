import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PracticeSite } from '../files/practice-websites.ts';

export interface ServedSite {
  url: string;
  /** The requests so far, with their times. */
  requests: { path: string; at: number; agent: string }[];
}

/** Serves each site on a port of its own, because rules about robots and pauses are by host. */
export async function serveSites(sites: readonly PracticeSite[]): Promise<{ served: ServedSite[]; stop: () => void }> {
  const servers: Server[] = [];
  const served = await Promise.all(
    sites.map(async ({ replies }): Promise<ServedSite> => {
      const requests: ServedSite['requests'] = [];
      const server = createServer((req, res) => {
        requests.push({ path: req.url!, at: performance.now(), agent: req.headers['user-agent'] ?? '' });
        const {
          status = 200,
          type = 'text/html',
          location,
          body = '',
          fault,
        } = replies.get(req.url!) ?? { status: 404 };
        if (fault === 'hangs') return;
        res.writeHead(status, { 'Content-Type': type, ...(location ? { Location: location } : {}) });
        if (fault !== 'endless') return void res.end(body);
        const chunk = Buffer.alloc(2 ** 16, 'a ');
        const send = () => void (res.destroyed || res.write(chunk, send));
        send();
      });
      servers.push(server);
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
    }),
  );
  return {
    served,
    stop() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
