import { createHash, timingSafeEqual } from 'node:crypto';
import type { Express, RequestHandler } from 'express';
import type { Knex } from 'knex';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '#server/base/http/context.ts';
import { downloadQueueOf } from '#server/base/http/slots/download-slots.ts';
import { listQueueOf } from '#server/base/http/slots/list-slots.ts';
import type { Replicas } from '../db/replicas.ts';
import { cacheReads, importsEnded, jobFailures } from '../counters.ts';
import { findBacklog } from './queries-metrics.ts';

/** A scrape doesn't wait longer for the database. */
const DATABASE_MS = 2_000;
const PAGE_ROUTE = 'other pages';

/** Mounts /metrics and measures requests, if METRICS_TOKEN is set. Without the token, /metrics is an unknown page. */
export function mountMetrics(app: Express, deps: Deps, gauges: readonly Gauge[] = []): void {
  const token = deps.config.METRICS_TOKEN;
  if (!token) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(cacheReads);
  registry.registerMetric(jobFailures);
  registry.registerMetric(importsEnded);
  for (const gauge of gauges) registry.registerMetric(gauge);
  // A counter without a value is not reported, and an alert on it would not work.
  jobFailures.inc({ job: 'mail' }, 0);
  app.use(measureRequests(registry));
  addPoolMetrics(registry, { pages: deps.db, ...(deps.exportDb ? { downloads: deps.exportDb } : {}) });
  addQueueMetrics(registry, deps);
  if (deps.replicas) addReplicaMetrics(registry, deps.replicas);
  const readBacklog = addBacklogMetrics(registry, deps);
  const expected = hash(`Bearer ${token}`);
  app.get('/metrics', async (req, res, next) => {
    if (!timingSafeEqual(hash(req.get('authorization') ?? ''), expected)) return next();
    try {
      await readBacklog();
      const text = await registry.metrics();
      res.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
    } catch (error) {
      next(error);
    }
  });
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Counts and times requests by the pattern of their route, because there are more paths than a metric can have labels. */
function measureRequests(registry: Registry): RequestHandler {
  const requests = new Counter({
    name: 'enamel_http_requests_total',
    help: 'Requests by method, route, and status. The status is 0 if the client left first',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'enamel_http_request_seconds',
    help: 'Time until the last byte of the response was sent, by method and route',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  return (req, res, next) => {
    const started = performance.now();
    const { path } = req;
    res.once('close', () => {
      const method = methods.has(req.method) ? req.method : 'other';
      const route = (res.locals.route as string | undefined) ?? classifyPath(path);
      requests.inc({ method, route, status: res.writableFinished ? res.statusCode : 0 });
      seconds.observe({ method, route }, (performance.now() - started) / 1_000);
    });
    next();
  };
}

/** The label of a request that reached no route. */
function classifyPath(path: string): string {
  if (path.startsWith('/assets/')) return '/assets/*';
  if (path.startsWith('/api/')) return 'unknown calls';
  return ['/healthz', '/readyz', '/metrics'].includes(path) ? path : PAGE_ROUTE;
}

interface ConnectionPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

function addPoolMetrics(registry: Registry, databases: Record<string, Knex>): void {
  const gauge = new Gauge({
    name: 'enamel_db_pool_connections',
    help: 'Database connections by pool and state. Waiting requests have none yet',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [name, db] of Object.entries(databases)) {
        const pool = (db.client as { pool?: ConnectionPool }).pool;
        this.set({ pool: name, state: 'used' }, pool?.numUsed() ?? 0);
        this.set({ pool: name, state: 'free' }, pool?.numFree() ?? 0);
        this.set({ pool: name, state: 'waiting' }, pool?.numPendingAcquires() ?? 0);
      }
    },
  });
  registry.registerMetric(gauge);
}

function addQueueMetrics(registry: Registry, deps: Deps): void {
  const queues = { lists: listQueueOf(deps.db), downloads: downloadQueueOf(deps.exportDb ?? deps.db) };
  const gauge = new Gauge({
    name: 'enamel_slots',
    help: 'Whole lists and downloads by state',
    labelNames: ['queue', 'state'],
    registers: [],
    collect() {
      for (const [name, queue] of Object.entries(queues)) {
        this.set({ queue: name, state: 'running' }, queue.running);
        this.set({ queue: name, state: 'waiting' }, queue.waiting);
      }
    },
  });
  registry.registerMetric(gauge);
}

function addReplicaMetrics(registry: Registry, replicas: Replicas): void {
  const add = (
    name: string,
    help: string,
    read: (state: ReturnType<typeof replicas.states>[number]) => number | null,
  ) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['replica'],
        registers: [],
        collect() {
          this.reset();
          for (const state of replicas.states()) {
            const value = read(state);
            if (value !== null) this.set({ replica: state.name }, value);
          }
        },
      }),
    );
  add('enamel_replica_used', '1 if public reads use the replica', ({ isUsed }) => (isUsed ? 1 : 0));
  add(
    'enamel_replica_behind_seconds',
    'How far the replica is behind. Missing if it isn’t known',
    (state) => state.secondsBehind,
  );
}

/** Returns a function that reads the figures of the database. They are missing while it is unreachable. */
function addBacklogMetrics(registry: Registry, deps: Deps): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const databaseUp = gauge('enamel_db_up', '1 if the database answered this scrape');
  const gauges = {
    due: gauge('enamel_jobs_due', 'Background jobs that are due or running'),
    oldestSeconds: gauge('enamel_jobs_oldest_seconds', 'How long the oldest due job has waited'),
    failed: gauge('enamel_jobs_failed', 'Background jobs that failed for good and remain in the table jobs'),
    runningImports: gauge('enamel_imports_running', 'Imports that are running, on all servers'),
  };
  return async () => {
    const timeout = new Promise<null>((done) => setTimeout(done, DATABASE_MS, null).unref());
    const query = findBacklog(deps.exportDb ?? deps.db, deps.clock.now()).catch(() => null);
    const backlog = await Promise.race([query, timeout]);
    databaseUp.set(backlog ? 1 : 0);
    for (const name of Object.keys(gauges) as (keyof typeof gauges)[])
      if (backlog) gauges[name].set(backlog[name]);
      else gauges[name].remove();
  };
}
