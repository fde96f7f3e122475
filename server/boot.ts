import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { createApp } from './app.ts';
import { startPayments } from './billing/start.ts';
import { systemClock } from './base/clock.ts';
import type { Config } from './base/config.ts';
import { migrate } from './base/db/migrate.ts';
import { openStatusKnex } from './base/db/hung-database.ts';
import { openKnex } from './base/db/knex.ts';
import { Replicas } from './base/db/replicas.ts';
import { interruptBackupRuns } from './bulk/backup/carry-out-run.ts';
import { stopQueue } from './bulk/queue/run-queue.ts';
import { endImports } from './bulk/importer/import-lock.ts';
import { startFolderWatch, stopFolderWatch } from './bulk/watch/read-folder.ts';
import { eventWriterOf } from './insights/tracking/event-writer.ts';
import { startWorker } from './schedule.ts';
import { LiveSettings } from './base/live-settings.ts';
import { createLog } from './base/log.ts';
import { loadSecret } from './base/secrets.ts';
import type { Deps } from './base/http/context.ts';
import { isRepeatedElsewhere } from './base/http/repeated-elsewhere.ts';
import { holdWhileStarting } from './base/http/starting.ts';
import { EXPORT_CONNECTIONS } from './base/http/slots/download-slots.ts';
import { createMessageClasses, useMessageClasses } from './base/http/express-prototypes.ts';
import type { Site } from './site/site.ts';

export interface Running {
  url: string;
  deps: Deps;
  app: Express;
  /** Fails readiness, takes no new work, waits for running work, then closes everything. Takes at most 10 s. */
  stop(how?: { noticeMs?: number }): Promise<void>;
}

interface BootOptions {
  databaseUrl: string;
  /** A first start builds it while the database is prepared. */
  site?: Site | Promise<Site>;
  /** Runs after migrations and before the first request: sample data, the first admin. */
  prepare?(deps: Deps): Promise<void>;
}

/** How long a shutdown waits for imports (before it rolls them back), jobs, requests, and each connection that closes. */
const IMPORT_MS = 4_000;
const JOBS_MS = 7_000;
const REQUESTS_MS = 7_000;
const CLOSE_MS = 1_000;

const pause = (ms: number) => new Promise<void>((done) => (ms > 0 ? setTimeout(done, ms) : done()));
const atMost = (ms: number, work: Promise<void>) => Promise.race([work, pause(ms)]);

export async function boot(config: Config, { databaseUrl, site: loadingSite, prepare }: BootOptions): Promise<Running> {
  const log = createLog(config.LOG_LEVEL);
  const db = openKnex(databaseUrl);
  const exportDb = openKnex(databaseUrl, { max: EXPORT_CONNECTIONS });
  const statusDb = openStatusKnex(databaseUrl);
  const readOnlyDb = openKnex(databaseUrl, { isReadOnly: true });
  const pools = [db, exportDb, statusDb, readOnlyDb];
  const replicaUrls = config.DATABASE_REPLICA_URL;
  const replicas = replicaUrls.length > 0 ? new Replicas(replicaUrls, statusDb, log) : null;
  const closeDatabase = async () =>
    void (await Promise.all([replicas?.stop(), ...pools.map((pool) => pool.destroy())]));
  let ready = true;
  try {
    await migrate(db, databaseUrl, { log: console.log });
    // Listen first: with PORT=0 only then is PUBLIC_URL known, and the app needs it.
    const messageClasses = createMessageClasses();
    const starting = holdWhileStarting();
    const server = createServer(messageClasses, starting.listener);
    const port = await listen(server, config.PORT, config.HOST);
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
    const settings = new LiveSettings({ db, statusDb, log, config });
    await settings.load();
    const deps: Deps = {
      db,
      exportDb,
      statusDb,
      readOnlyDb,
      ...(replicas ? { replicas } : {}),
      log,
      settings,
      clock: systemClock(config.NOW_OFFSET_MS),
      config: { ...config, PUBLIC_URL: publicUrl },
      secret: loadSecret(config),
    };
    await prepare?.(deps);
    const payments = await startPayments(deps);
    if (payments.payments) deps.payments = payments.payments;
    const site = await loadingSite;
    const app = useMessageClasses(
      createApp(deps, {
        ready: () => ready,
        ...(site ? { site } : {}),
        ...(payments.sandbox ? { sandbox: payments.sandbox } : {}),
      }),
      messageClasses,
    );
    const worker = startWorker(deps);
    startFolderWatch(deps);
    const openResponses = new Set<ServerResponse>();
    const closeAfter = (res: ServerResponse) => void (res.headersSent || res.setHeader('Connection', 'close'));
    const handle: RequestListener = (req, res) => {
      if (!ready && isRepeatedElsewhere(req)) return void req.socket.destroy();
      openResponses.add(res);
      res.once('close', () => openResponses.delete(res));
      // Asks the client not to reuse a connection that is about to close.
      if (!ready) closeAfter(res);
      app(req, res);
    };
    server.off('request', starting.listener).on('request', handle);
    starting.release(handle);
    server.keepAliveTimeout = 65_000;
    payments.sandbox?.deliverTo(`${loopbackUrl(config.HOST, port)}/api/stripe/webhook`);
    return {
      url: publicUrl,
      deps,
      app,
      async stop({ noticeMs = 0 } = {}) {
        ready = false;
        for (const res of openResponses) closeAfter(res);
        const workerStopped = worker.stop();
        await pause(noticeMs);
        await acceptWaiting();
        await Promise.all([
          drain(server, REQUESTS_MS),
          endImports(deps, IMPORT_MS),
          atMost(JOBS_MS, stopQueue(deps)),
          atMost(CLOSE_MS, stopFolderWatch(deps)),
          interruptBackupRuns(deps),
          // When the lease of an unfinished job expires, another server runs it, or this one after its next start.
          atMost(JOBS_MS, workerStopped),
        ]);
        await payments.sandbox?.stop();
        // Requests whose client disconnected may still have events to write.
        await atMost(CLOSE_MS, eventWriterOf(deps).settle());
        // Closing the connections rolls back unfinished transactions.
        await atMost(CLOSE_MS, closeDatabase());
      },
    };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** The URL at which this server can call itself. */
const loopbackUrl = (host: string, port: number): string =>
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

/**
 * Waits for a pass of the event loop that had little to do. Connections that the kernel has accepted and we haven't are
 * reset when the server closes, and a proxy can't repeat a POST that it had sent over one. This makes them few.
 */
async function acceptWaiting(): Promise<void> {
  for (let pass = 0, took = Infinity; took > 1 && pass < 200; pass++) {
    const since = performance.now();
    await new Promise((done) => setImmediate(done));
    took = performance.now() - since;
  }
}

/** Stops accepting connections, waits for open responses, and closes the rest after `graceMs`. */
function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((done) => {
    const forceClose = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(forceClose);
      done();
    });
    server.closeIdleConnections();
    // A connection becomes idle when its response ends.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    server.once('close', () => clearInterval(sweep));
  });
}
