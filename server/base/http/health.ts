import type { Express } from 'express';
import { answerInTime, CLOSE_MS } from '#server/base/db/hung-database.ts';
import { prepared } from '#server/base/db/knex.ts';
import { listMigrationFiles } from '#server/base/db/migration-source.ts';
import type { Deps } from './context.ts';
import { answerProbe } from './probe.ts';

/** The version of the calls that the desktop console uses. Increased when a newer console needs one that this server has. */
const API_VERSION = 1;
/** The oldest console that still works with this server. */
const OLDEST_CONSOLE = 1;

/** /healthz: the process is alive, and how a probe reached it. /readyz: the database is reachable and all migrations of this release have run. */
export function mountHealth(app: Express, deps: Deps, ready: () => boolean): void {
  const expected = listMigrationFiles().length;
  app.get('/healthz', (req, res) => {
    const probe = answerProbe(deps, req);
    res.set('Cache-Control', 'no-store').json({ ok: true, ...(probe && { probe }) });
  });
  app.get('/readyz', async (_req, res) => {
    res.set('Cache-Control', 'no-store');
    if (!ready()) return void res.status(503).json({ ready: false, reason: 'shutting down' });
    try {
      const counted = await answerInTime(
        prepared<{ n: number }>(
          deps.statusDb ?? deps.db,
          'select count(*)::int as n from schema_migrations',
          [],
          CLOSE_MS,
        ),
      );
      if (!counted) return void res.status(503).json({ ready: false, reason: 'the database does not answer' });
      const [row] = counted;
      if (row!.n < expected) return void res.status(503).json({ ready: false, reason: 'migrations are pending' });
      await deps.settings.refresh();
      // The console shows the site's own look before anyone logs in.
      const { brand, logo, accent } = deps.settings.current;
      const versions = { apiVersion: API_VERSION, oldestConsole: OLDEST_CONSOLE };
      res.json({ ready: true, product: 'enamel', ...versions, brand, logo, accent });
    } catch {
      res.status(503).json({ ready: false, reason: 'the database is unreachable' });
    }
  });
}
