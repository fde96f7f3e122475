import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dayOf } from '#contract/report-zone.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { openKnex } from '#server/db/knex.ts';
import { migrate } from '#server/db/migrate.ts';
import { seedSample } from '#server/db/sample/seed.ts';
import type { Deps } from '#server/http/context.ts';
import * as analytics from '#server/insights/analytics.ts';
import { rowsFor } from '#server/insights/reports.ts';
import { topListings, topWords } from '#server/insights/queries-tops.ts';
import { sealDays, split } from '#server/insights/rollup.ts';
import { createMessageClasses, useMessageClasses } from '#server/http/express-prototypes.ts';
import { geographicData } from '#server/places/places.ts';
import { depsFor } from './parts/deps.ts';
import { ingestion } from './insights/ingestion.ts';
import { seedEvents } from './insights/seed.ts';
import { show } from './insights/times.ts';

/** `npm run bench -- insights [EVENTS] [LISTINGS]`: measures charts over a year of events, the map, and event throughput. */
export async function bench(args: readonly string[]): Promise<void> {
  const events = Number(args[0] ?? 1_000_000);
  const listings = Number(args[1] ?? 26_000);
  const home = await mkdtemp(join(tmpdir(), 'enamel-bench-'));
  const embedded = await startEmbedded({ dataDir: home });
  const db = openKnex(embedded.url);
  const own = createMessageClasses();
  const server = createServer(own);
  try {
    await migrate(db, embedded.url);
    await seedSample(embedded.url, { count: listings, clock: systemClock(), hashPassword: async () => 'none' });
    await seedEvents(db, events);
    const deps = depsFor(db, embedded.url, home);
    const sealing = performance.now();
    const days = await sealDays(deps);
    console.log(`${days} days rolled up in ${((performance.now() - sealing) / 1000).toFixed(1)} s`);
    await db.raw('vacuum analyze');
    await charts(deps);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const port = (server.address() as AddressInfo).port;
    server.on('request', useMessageClasses(createApp(deps), own));
    await ingestion(port, db, [embedded.url, home]);
  } finally {
    server.closeAllConnections();
    server.close();
    await db.destroy();
    await embedded.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function charts(deps: Deps): Promise<void> {
  const to = dayOf(deps.clock.now());
  const year = { from: addDays(to, -364), to };
  const words = async (measure: 'search' | 'empty_search') => {
    return topWords(deps.db, measure, await split(deps.db, year, deps.clock.now()), 25);
  };
  const work: Record<string, () => Promise<unknown>> = {
    'site figures': () => analytics.siteFigures(year, deps),
    'content figures': () => analytics.contentFigures(year, deps),
    'days and funnel': () => analytics.figuresByDay(year, deps),
    'top searches': () => words('search'),
    'the same, counted from the searches': () =>
      deps.db.raw(
        `select lower(btrim(search_query)), count(*) from search_analytics
         where cast("timestamp" at time zone 'America/New_York' as date) between ? and ? group by 1 order by 2 desc, 1 limit 25`,
        [year.from, year.to],
      ),
    'searches without results': () => words('empty_search'),
    'listings viewed most': async () => topListings(deps.db, await split(deps.db, year, deps.clock.now()), 15),
    'these three at once': () => analytics.searchFigures(year, deps),
    revenue: () => analytics.revenue(year, deps),
    queues: () => analytics.queues(deps),
    'user activity report': () => rowsFor('user-activity', year, deps),
    'search analytics report': () => rowsFor('search-analytics', year, deps),
    'map, states': () => geographicData(deps.db, { viewMode: 'states' }),
    'map, cities': () => geographicData(deps.db, { viewMode: 'cities' }),
  };
  console.log('\na year, at the server'.padEnd(37), 'p50 ms  p95 ms');
  for (const [name, run] of Object.entries(work)) {
    await run();
    const times: number[] = [];
    for (let round = 0; round < 15; round++) {
      const started = performance.now();
      await run();
      times.push(performance.now() - started);
    }
    console.log(name.padEnd(36), show(times, 0.5), show(times, 0.95));
  }
}
