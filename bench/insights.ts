import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import { searchDirectory } from '#contract/listings/listings.ts';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { searchListings } from '#server/directory/search.ts';
import { printsOf } from '#server/reviews/prints.ts';
import { countFrom, findSimilarPrints } from '#server/reviews/queries-checks.ts';
import { findReviews } from '#server/reviews/shown-reviews.ts';
import * as analytics from '#server/insights/analytics.ts';
import { findReportRows } from '#server/insights/reports.ts';
import { findTopListings, findTopSearches } from '#server/insights/days/queries-tops.ts';
import { sealDays, splitPeriod } from '#server/insights/days/seal-days.ts';
import { findGeographicData } from '#server/places/places.ts';
import { depsFor, forkProcess, listen, openDirectory, percentile, thousands } from './ground.ts';
import type { Order, Searched, Visited } from './processes.ts';

const show = (times: readonly number[], share: number) => percentile(times, share).toFixed(1).padStart(6);

/** `npm run bench -- insights [EVENTS] [LISTINGS]`: measures charts over a year of events, the map, and event throughput. */
export async function bench(args: readonly string[]): Promise<void> {
  const events = Number(args[0] ?? 1_000_000);
  const listings = Number(args[1] ?? 26_000);
  const { home, url, db, stop } = await openDirectory(listings);
  let server: Awaited<ReturnType<typeof listen>> | null = null;
  try {
    await seedEvents(db, events);
    const deps = depsFor(db, url, home);
    const sealing = performance.now();
    const days = await sealDays(deps);
    console.log(`${days} days rolled up in ${((performance.now() - sealing) / 1000).toFixed(1)} s`);
    await db.raw('vacuum analyze');
    await charts(deps);
    server = await listen(deps);
    await ingestion(server.port, db, [url, home]);
  } finally {
    server?.stop();
    await stop();
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
  await printTimes('a year, at the server', work);
}

async function printTimes(
  title: string,
  work: Record<string, (round: number) => Promise<unknown>>,
  rounds = 15,
): Promise<void> {
  console.log(`\n${title}`.padEnd(46), 'p50 ms  p95 ms');
  for (const [name, run] of Object.entries(work)) {
    await run(0);
    const times: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const started = performance.now();
      await run(round);
      times.push(performance.now() - started);
    }
    console.log(name.padEnd(45), show(times, 0.5), show(times, 0.95));
  }
}

/** A search is measured more often than a report, so that the 95th percentile isn't the slowest one. */
const SEARCH_ROUNDS = 60;

/** `npm run bench -- reviews [REVIEWS] [LISTINGS]`: measures searches, profiles, and checks without reviews, then with them. */
export async function benchReviews(args: readonly string[]): Promise<void> {
  const reviews = Number(args[0] ?? 2_000_000);
  const listings = Number(args[1] ?? 400_000);
  const { home, url, db, stop } = await openDirectory(listings);
  try {
    const deps = depsFor(db, url, home);
    const [city] = await db<{ name: string; state: string }>('cities').join('dentists', { 'dentists.city': 'cities.name', 'dentists.state': 'cities.state' }).select('cities.name', 'cities.state').groupBy('cities.name', 'cities.state').orderByRaw('count(*) desc').limit(1); // prettier-ignore
    const search = (query: Record<string, string>) => () =>
      searchListings(db, { ...searchDirectory.query.parse(query), page: 1, pageSize: 10 }, deps.clock);
    const searches = {
      'search, everywhere': search({}),
      'search, a city': search({ location: `${city!.name}, ${city!.state}` }),
      'search, a city by rating': search({ location: `${city!.name}, ${city!.state}`, sort: 'rating' }),
      'search, a state by rating': search({ location: city!.state, sort: 'rating' }),
      'search, everywhere by rating': search({ sort: 'rating' }),
      'search, a state rated 4.5': search({ location: city!.state, minRating: '4.5' }),
      'search, everywhere rated 4.5 by 5': search({ minRating: '4.5', minReviews: '5' }),
    };
    await printTimes('searches, without reviews', searches, SEARCH_ROUNDS);
    await seedReviews(db, reviews);
    await printTimes(`searches, with ${thousands(reviews)} reviews`, searches, SEARCH_ROUNDS);
    const [busy] = await db('reviews').select('dentistId').groupBy('dentistId').orderByRaw('count(*) desc').limit(1); // prettier-ignore
    const [{ first }] = (await db('dentists').min({ first: 'id' })) as [{ first: number }];
    const read = (id: number, query: Record<string, unknown> = {}) =>
      findReviews(deps as Ctx, id, { page: 1, pageSize: 10, ...query });
    await printTimes('reviews', {
      'of a listing with five': (round) => read(first + round),
      'of the listing with 2,000': () => read(busy.dentistId),
      'the same, page 100': () => read(busy.dentistId, { page: 100 }),
      'the same, with one star': () => read(busy.dentistId, { stars: 1 }),
      'texts like a new one': (round) =>
        findSimilarPrints(
          db,
          printsOf(`They explained each step of visit ${round} before they began, and it was fine.`),
          null,
        ),
      'from the network of a new one': () =>
        countFrom(db, 'network', {
          keys: [Buffer.from('00', 'hex')],
          from: new Date(0),
          to: deps.clock.now(),
          exceptId: null,
        }),
    });
  } finally {
    await stop();
  }
}

/** Five reviews a listing, and 2,000 for one, as after a restore: written in bulk, then summed once. */
async function seedReviews(db: Knex, reviews: number): Promise<void> {
  const started = performance.now();
  await db.transaction(async (trx) => {
    await trx.raw(
      `set local enamel.bulk = 'on'; set local statement_timeout = 0; set local work_mem = '64MB'; alter table reviews disable trigger user`,
    );
    await trx('reviews').delete();
    await trx.raw(
      `insert into reviews (dentist_id, verified_by, status, stars, explained, on_time, price_as_told, would_return, visit_month, body,
         author_name, language, prints, network_key, written_at, sent_at, changed_at, published_at)
       select case when n <= 2000 then d.first else d.first + (n % d.count) end, (array['visit', 'practice', 'email'])[1 + n % 3], 'published',
         1 + floor(power(random(), 0.3) * 5)::int, n % 9 <> 0, n % 5 <> 0, n % 7 <> 0, n % 4 <> 0, date '2026-01-01', 'They explained each step of visit ' || n || ' before they began, and the price was the one on their page.',
         'Ann B.', case when n % 8 = 0 then 'es' else 'en' end, array[floor(random() * 2000000000)::int, floor(random() * 2000000000)::int, floor(random() * 2000000000)::int],
         decode(lpad(to_hex(n), 8, '0'), 'hex'), at, at, at, at
       from generate_series(1, ?::int) n cross join (select min(id) as first, count(*)::int as count from dentists) d
       cross join lateral (select now() - n % 900 * interval '1 day' - random() * interval '1 day' as at) t`,
      [reviews],
    );
    await trx.raw(
      'alter table reviews enable trigger user; analyze reviews; alter table dentists disable trigger user',
    );
    await trx.raw(
      `update dentists d set own_rating = s.rating, own_review_count = s.n, fresh_rating = s.fresh_rating, fresh_review_count = s.fresh_n,
         review_line = s.line from dentists o cross join lateral review_sums(o.id, now()) s where d.id = o.id`,
    );
    await trx.raw('alter table dentists enable trigger user');
    await trx.raw('select rebuild_search()');
  });
  // A restore writes each row once, so it leaves no empty pages for searches to read.
  await db.raw('vacuum full dentists, listing_index');
  await db.raw('vacuum analyze');
  console.log(
    `\n${thousands(reviews)} reviews written and summed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

/** A year of visits. Each ten events are four page views, three searches, two profile views, and one contact. */
async function seedEvents(db: Knex, events: number): Promise<void> {
  const visits = Math.ceil(events / 8);
  const at = `now() - random() * interval '364 days'`;
  await db.raw(
    `insert into user_sessions (session_id, start_time, duration, device_type, browser_name, is_active)
     select gen_random_uuid(), ${at}, floor(random() * 600), (array['desktop', 'mobile', 'tablet'])[1 + floor(random() * 3)], 'Chrome', false
     from generate_series(1, ?::int)`,
    [visits],
  );
  await db.raw(
    `create temporary table v as select row_number() over () as n, session_id, start_time from user_sessions`,
  );
  await db.raw('alter table v add primary key (n)');
  await db.raw('create temporary table c as select row_number() over () as n, name, state from cities');
  await db.raw('alter table c add primary key (n)');
  const some = `from (select 1 + floor(random() * ?)::int as n, random() as r from generate_series(1, ?::int)) x join v using (n)`;
  await db.raw(
    `insert into page_views (session_id, page_path, page_title, "timestamp", time_on_page)
     select session_id, (array['/', '/directory', '/articles/floss', '/about'])[1 + floor(r * 4)], 'Page', start_time + r * interval '9 minutes', 20 ${some}`,
    [visits, Math.round(events * 0.4)],
  );
  // A few popular places and a long tail.
  await db.raw(
    `insert into search_analytics (session_id, search_query, results_count, "timestamp")
     select session_id, c.name || ', ' || c.state, floor(r * 20), start_time
     from (select 1 + floor(random() * ?)::int as n, random() as r, 1 + floor(power(random(), 6) * (select count(*) - 1 from c))::int as place
           from generate_series(1, ?::int)) x join v using (n) join c on c.n = x.place`,
    [visits, Math.round(events * 0.3)],
  );
  const ids = `(select min(id) from dentists) + floor(random() * (select count(*) from dentists))::int`;
  for (const [type, share] of [
    ['search', 0.3],
    ['profile_view', 0.2],
    ['contact', 0.1],
  ] as const)
    await db.raw(
      `insert into user_events (session_id, event_type, dentist_id, "timestamp", metadata)
       select session_id, '${type}', ${type === 'search' ? 'null' : ids}, start_time + r * interval '9 minutes',
         ${type === 'contact' ? `'{"contactType": "phone"}'` : 'null'}::jsonb ${some}`,
      [visits, Math.round(events * share)],
    );
  await db.raw('drop table v');
  await db.raw('drop table c');
}

/** Events per second for one process. */
const RATE = 3_000;
const WINDOW = 4;
const ROUNDS = 4;

async function tell<T>(child: ChildProcess, order: Order): Promise<T> {
  const answered = new AbortController();
  const ended = once(child, 'exit', { signal: answered.signal }).then(([code]) => {
    throw new Error(`The visitors' process ended with ${String(code)}.`);
  });
  child.send(order);
  const [result] = (await Promise.race([once(child, 'message', { signal: answered.signal }), ended])) as [T];
  ended.catch(() => undefined);
  answered.abort();
  return result;
}

async function stored(db: Knex): Promise<number> {
  const [row] = (await db('userEvents').count({ n: '*' })) as { n: number }[];
  const [more] = (await db('conversionEvents').count({ n: '*' })) as { n: number }[];
  return row!.n + more!.n;
}

/**
 * Alternates searches alone with searches during event tracking in one run, then measures the maximum event rate. Every
 * acknowledged event must be stored. As a control, a second server stores the same events: any slowdown that remains is
 * due to the shared cores and not to one process doing both.
 */
async function ingestion(port: number, db: Knex, directory: readonly [string, string]): Promise<void> {
  const [visitors, searcher] = [forkProcess('visitors'), forkProcess('visitors')];
  const other = forkProcess('app', directory);
  try {
    const [{ port: otherPort }] = (await once(other, 'message')) as [{ port: number }];
    const [known] = (await db('dentists').min({ first: 'id' }).count({ count: '*' })) as {
      first: number;
      count: number;
    }[];
    const dentists: [number, number] = [known!.first, known!.count];
    const visit = (rate: number | null, seconds: number, clients: number, at = port) =>
      tell<Visited>(visitors, { do: 'visit', port: at, seconds, rate, clients, dentists });
    const search = () => tell<Searched>(searcher, { do: 'search', port, seconds: WINDOW });
    const before = await stored(db);
    const sum: Visited = { accepted: 0, refused: 0, late: 0 };
    const add = (one: Visited) => {
      for (const name of ['accepted', 'refused', 'late'] as const) sum[name] += one[name];
      return one.accepted;
    };
    await search();
    add(await visit(RATE, 2, 200));
    const alone: number[] = [];
    const during: number[] = [];
    const shared: number[] = [];
    add(await visit(RATE, 2, 200, otherPort));
    let paced = 0;
    const delays = monitorEventLoopDelay({ resolution: 2 });
    let spent = process.cpuUsage();
    let busy = 0;
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await search()));
      spent = process.cpuUsage();
      delays.enable();
      const [paceResult, times] = await Promise.all([visit(RATE, WINDOW, 200), search()]);
      const used = process.cpuUsage(spent);
      delays.disable();
      busy += used.user + used.system;
      paced += add(paceResult);
      during.push(...times);
      const [otherResult, otherTimes] = await Promise.all([visit(RATE, WINDOW, 200, otherPort), search()]);
      add(otherResult);
      shared.push(...otherTimes);
    }
    const most = add(await visit(null, 6, 300));
    console.log(`\nevents, in one process`);
    console.log(`target ${RATE} per second: ${Math.round(paced / WINDOW / ROUNDS)} per second stored, ${sum.refused} refused, ${sum.late} batches late, the server's processor ${Math.round(busy / WINDOW / ROUNDS / 10_000)} % busy; its event loop late by p50/p95 ${(delays.percentile(50) / 1e6).toFixed(1)} / ${(delays.percentile(95) / 1e6).toFixed(1)} ms`); // prettier-ignore
    console.log(`maximum: ${Math.round(most / 6)} per second stored`);
    console.log(`acknowledged ${sum.accepted}, in the database ${(await stored(db)) - before}`);
    const times = (ones: readonly number[]) => (percentile(ones, 0.95) / percentile(alone, 0.95)).toFixed(2);
    console.log(`a search, p50/p95 ms: alone ${show(alone, 0.5)} ${show(alone, 0.95)}, during ${RATE} events per second ${show(during, 0.5)} ${show(during, 0.95)}: p95 ${times(during)} times`); // prettier-ignore
    console.log(`while another process on the same cores stores the ${RATE}: ${show(shared, 0.5)} ${show(shared, 0.95)}: p95 ${times(shared)} times. So much is only that the processors are shared`); // prettier-ignore
  } finally {
    other.kill();
    visitors.kill();
    searcher.kill();
  }
}
