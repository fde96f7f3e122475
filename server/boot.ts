import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { createApp } from './app.ts';
import { startPayments } from './billing/start.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openKnex } from './db/knex.ts';
import { endImports } from './bulk/runs/import-lock.ts';
import { eventWriterOf } from './insights/event-writer.ts';
import { startWorker } from './jobs.ts';
import { createLog } from './log.ts';
import { loadSecret } from './secrets.ts';
import type { Deps } from './http/context.ts';
import { born, messages } from './http/messages.ts';
import type { Site } from './site/site.ts';

export interface Running {
  url: string;
  deps: Deps;
  app: Express;
  /** Readiness fails first, then no new work, then what is under way ends, then everything closes. Takes 10 s at most. */
  stop(how?: { noticeMs?: number }): Promise<void>;
}

export interface BootOptions {
  databaseUrl: string;
  site?: Site;
  /** Runs after migrations and before the first request: sample data, the first admin. */
  prepare?(deps: Deps): Promise<void>;
}

/** How long a stop waits for imports before it takes them back, for jobs, for requests, and for each thing that closes. */
const IMPORT_MS = 4_000;
const JOBS_MS = 7_000;
const REQUESTS_MS = 7_000;
const CLOSE_MS = 1_000;

const pause = (ms: number) => new Promise<void>((done) => (ms > 0 ? setTimeout(done, ms) : done()));
const atMost = (ms: number, work: Promise<void>) => Promise.race([work, pause(ms)]);

export async function boot(config: Config, { databaseUrl, site, prepare }: BootOptions): Promise<Running> {
  const log = createLog(config.LOG_LEVEL);
  const db = openKnex(databaseUrl);
  let ready = true;
  try {
    await migrate(db, databaseUrl);
    // Listening decides the port, and the port decides PUBLIC_URL; the app needs both.
    const own = messages();
    const server = createServer(own, starting);
    const port = await listen(server, config.PORT, config.HOST);
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
    const deps: Deps = {
      db,
      log,
      clock: systemClock(config.NOW_OFFSET_MS),
      config: { ...config, PUBLIC_URL: publicUrl },
      secret: loadSecret(config),
    };
    await prepare?.(deps);
    const payments = await startPayments(deps);
    deps.payments = payments.payments;
    const app = born(
      createApp(deps, {
        ready: () => ready,
        ...(site ? { site } : {}),
        ...(payments.sandbox ? { sandbox: payments.sandbox } : {}),
      }),
      own,
    );
    const worker = startWorker(deps);
    const answering = new Set<ServerResponse>();
    const last = (res: ServerResponse) => void (res.headersSent || res.setHeader('Connection', 'close'));
    server.off('request', starting).on('request', (req, res) => {
      answering.add(res);
      // A streamed answer has eleven listeners for its end: seven of pipeline(), and one each of the log, the compression,
      // the call and the line below. Node warns of a leak from the eleventh on.
      res.setMaxListeners(20);
      res.once('close', () => answering.delete(res));
      // A caller that is about to lose its connection hears so, instead of sending one more request into it.
      if (!ready) last(res);
      app(req, res);
    });
    server.keepAliveTimeout = 65_000;
    payments.sandbox?.deliverTo(`${loopback(config.HOST, port)}/api/stripe/webhook`);
    return {
      url: publicUrl,
      deps,
      app,
      async stop({ noticeMs = 0 } = {}) {
        ready = false;
        for (const res of answering) last(res);
        const working = worker.stop();
        await pause(noticeMs);
        await Promise.all([
          drain(server, REQUESTS_MS),
          endImports(deps, IMPORT_MS),
          // A job that is left behind is taken up by another server, or at the next start, when its hold runs out.
          atMost(JOBS_MS, working),
        ]);
        await payments.sandbox?.stop();
        // Requests whose caller went away may still have events to write.
        await atMost(CLOSE_MS, eventWriterOf(deps).settle());
        // Transactions of work that was left behind end with their connections.
        await atMost(CLOSE_MS, db.destroy());
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Answers while sample data or the first admin are still being made. */
const starting = (req: IncomingMessage, res: ServerResponse): void => {
  const alive = req.url === '/healthz';
  res.writeHead(alive ? 200 : 503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
  res.end(
    JSON.stringify(
      alive ? { ok: true } : { error: 'unavailable', message: 'Enamel is starting. Please try again in a moment.' },
    ),
  );
};

/** How this server reaches itself. */
const loopback = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`;

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done((server.address() as AddressInfo).port);
    });
  });
}

/** Stops accepting, lets answers under way finish, and cuts what is left after the grace time. */
function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((done) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      done();
    });
    server.closeIdleConnections();
    // Connections turn idle one by one as their answers end.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    server.once('close', () => clearInterval(sweep));
  });
}
