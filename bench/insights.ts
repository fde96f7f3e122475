import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { seedSample } from '#server/sample/seed.ts';
import type { Deps } from '#server/base/http/context.ts';
import * as analytics from '#server/insights/analytics.ts';
import { findReportRows } from '#server/insights/reports.ts';
import { findTopListings, findTopSearches } from '#server/insights/days/queries-tops.ts';
import { closeDays, splitPeriod } from '#server/insights/days/close-days.ts';
import { createMessageClasses, useMessageClasses } from '#server/base/http/express-prototypes.ts';
import { findGeographicData } from '#server/places/places.ts';
import { depsFor } from './parts/deps.ts';
import { ingestion } from './insights/ingestion.ts';
import { seedEvents } from './insights/seed.ts';
import { show } from './insights/times.ts';
import { makeTemporaryHome } from './parts/temporary-home.ts';

/** `npm run bench -- insights [EVENTS] [LISTINGS]`: measures charts over a year of events, the map, and event throughput. */
export async function bench(args: readonly string[]): Promise<void> {
  const events = Number(args[0] ?? 1_000_000);
  const listings = Number(args[1] ?? 26_000);
  const home = await makeTemporaryHome('enamel-bench-');
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
    const days = await closeDays(deps);
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
    return findTopSearches(deps.db, measure, await splitPeriod(deps.db, year), 25);
  };
  const work: Record<string, () => Promise<unknown>> = {
    'site figures': () => analytics.findSiteFigures(year, deps),
    'content figures': () => analytics.findContentFigures(year, deps),
    'days and funnel': () => analytics.findFiguresByDay(year, deps),
    'top searches': () => words('search'),
    'the same, counted from the searches': () =>
      deps.db.raw(
        `select lower(btrim(search_query)), count(*) from search_analytics
         where cast("timestamp" at time zone 'America/New_York' as date) between ? and ? group by 1 order by 2 desc, 1 limit 25`,
        [year.from, year.to],
      ),
    'searches without results': () => words('empty_search'),
    'listings viewed most': async () => findTopListings(deps.db, await splitPeriod(deps.db, year), 15),
    'these three at once': () => analytics.findSearchFigures(year, deps),
    revenue: () => analytics.findRevenue(year, deps),
    queues: () => analytics.findQueues(deps),
    'user activity report': () => findReportRows('user-activity', year, deps),
    'search analytics report': () => findReportRows('search-analytics', year, deps),
    'map, states': () => findGeographicData(deps.db, { viewMode: 'states' }),
    'map, cities': () => findGeographicData(deps.db, { viewMode: 'cities' }),
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
