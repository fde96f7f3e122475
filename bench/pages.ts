import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Knex } from 'knex';
import type { BareResponse, PageServerReport } from './processes.ts';
import { forkProcess, makeGround, thousands, type Ground } from './ground.ts';
import { hammer, type Measured, fetchText } from './reads.ts';

const CONNECTIONS = 8;
const ENCODING = 'br';
/** Different addresses of each kind of page without the cache. */
const COLD_PAGES = 100;
/** Requests until V8 has compiled what a page runs. */
const WARM_UP = 300;

interface Reply extends BareResponse {
  etag: string;
}

/** Fetches a page without decoding it. */
const fetchRaw = (url: string, encoding = ENCODING): Promise<Reply> =>
  new Promise((done, fail) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => void parts.push(part));
      res.on('end', () =>
        res.statusCode === 200
          ? done({
              etag: res.headers.etag!,
              encoding: res.headers['content-encoding'] ?? null,
              body: Buffer.concat(parts).toString('base64'),
            })
          : fail(new Error(`${url}: ${res.statusCode}`)),
      );
    })
      .on('error', fail)
      .end();
  });

async function startServer({ databaseUrl, home }: Ground, env: NodeJS.ProcessEnv = {}) {
  const child = forkProcess('pages', [], {
    ...env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: home,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SAMPLE_DATA: '0',
    SECRET_KEY: 'only for this benchmark, and long enough',
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    async report(): Promise<PageServerReport> {
      child.send('report');
      const [report] = (await once(child, 'message')) as [PageServerReport];
      return report;
    },
    async stop(): Promise<void> {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function startBare() {
  const child = forkProcess('bareExpress', [], { NODE_ENV: 'production' });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    async send(response: BareResponse): Promise<void> {
      child.send(response);
      await once(child, 'message');
    },
    async report(): Promise<{ cpuMs: number }> {
      child.send('report');
      const [report] = (await once(child, 'message')) as [{ cpuMs: number }];
      return report;
    },
    stop: () => void child.kill(),
  };
}

type Bare = Awaited<ReturnType<typeof startBare>>;

async function pagesOf(db: Knex): Promise<[string, string][]> {
  const { id } = (await db('dentists').whereNull('deletedAt').orderBy('id').first('id')) as { id: number };
  const { slug, topicId } = (await db('articles').where({ isPublished: true }).first('slug', 'topicId')) as {
    slug: string;
    topicId: string;
  };
  return [
    ['home', '/'],
    ['directory', '/directory'],
    ['profile', `/profile/${id}`],
    ['pricing', '/pricing'],
    ['topic', `/topics/${topicId}`],
    ['article', `/articles/${slug}`],
  ];
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const countOf = ({ statuses }: Measured): number => Object.values(statuses).reduce((sum, count) => sum + count, 0);
const only = ({ statuses }: Measured, status: number): void => {
  if (Object.keys(statuses).join() !== String(status))
    throw new Error(`Expected ${status}: ${JSON.stringify(statuses)}`);
};

interface Measurable {
  url: string;
  report(): Promise<{ cpuMs: number }>;
}

/** Sends requests one after the other over one connection. Returns the median time until the last byte, and the CPU time of each. */
async function timeOf(target: Measurable, paths: readonly string[], seconds: number): Promise<Timing> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = await target.report();
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const began = performance.now();
    await fetchText(agent, target.url + paths[times.length % paths.length]!);
    times.push(performance.now() - began);
  }
  const after = await target.report();
  agent.destroy();
  return { ms: median(times), cpuMs: (after.cpuMs - before.cpuMs) / times.length };
}
interface Timing {
  ms: number;
  cpuMs: number;
}

/** Public pages that aren't cached yet: many places, practices, and articles in turn. */
async function coldPagesOf(db: Knex): Promise<[string, string[]][]> {
  const spread = (rows: readonly string[]) =>
    rows.filter((_, index) => index % Math.max(1, Math.floor(rows.length / COLD_PAGES)) === 0).slice(0, COLD_PAGES);
  const cities = (await db('dentists').whereNull('deletedAt').distinct('city', 'state').orderBy(['state', 'city'])) as {
    city: string;
    state: string;
  }[];
  const ids = (await db('dentists').whereNull('deletedAt').orderBy('id').pluck('id')) as number[];
  const slugs = (await db('articles').where({ isPublished: true }).orderBy('id').pluck('slug')) as string[];
  const topics = (await db('articles').where({ isPublished: true }).distinct('topicId')) as { topicId: string }[];
  return [
    ['home', ['/']],
    ['directory', ['/directory']],
    ['city', spread(cities.map(({ city, state }) => `/directory?location=${encodeURIComponent(`${city}, ${state}`)}`))],
    ['profile', spread(ids.map((id) => `/profile/${id}`))],
    ['pricing', ['/pricing']],
    ['topic', spread(topics.map(({ topicId }) => `/topics/${topicId}`))],
    ['article', spread(slugs.map((slug) => `/articles/${slug}`))],
  ];
}

/** Renders each page for each request, without the cache and uncompressed, and compares it with the bare Express. */
async function compareRenders(ground: Ground, bare: Bare, seconds: number, rounds: number): Promise<void> {
  const server = await startServer(ground, { PAGE_CACHE_MB: '0' });
  try {
    console.log(
      '\nWithout the cache, one request at a time: time until the last byte, and CPU time\n' +
        'page       pages    bytes  bare ms  cold ms  times  bare cpu  cold cpu  times',
    );
    for (const [name, paths] of await coldPagesOf(ground.db)) {
      const page = await fetchRaw(server.url + paths[0]!, 'identity');
      await bare.send(page);
      const results: Record<'bare' | 'cold', Timing[]> = { bare: [], cold: [] };
      await hammer(`${bare.url}/text`, { connections: 1, seconds: 0.5 });
      const address = server.url + paths[0]!;
      for (let count = 0; count < WARM_UP;) count += countOf(await hammer(address, { connections: 1, seconds: 0.5 }));
      for (let round = 0; round < rounds; round++) {
        results.bare.push(await timeOf(bare, ['/text'], seconds / 2));
        results.cold.push(await timeOf(server, paths, seconds));
      }
      const compare = (read: (timing: Timing) => number): string => {
        const [floor, cold] = [median(results.bare.map(read)), median(results.cold.map(read))];
        return `${floor.toFixed(2).padStart(8)} ${cold.toFixed(2).padStart(8)} ${(cold / floor).toFixed(1).padStart(6)}`;
      };
      const bytes = thousands(Buffer.byteLength(page.body, 'base64'));
      console.log(
        `${name.padEnd(10)} ${String(paths.length).padStart(5)} ${bytes.padStart(8)} ${compare(({ ms }) => ms)}  ${compare(({ cpuMs }) => cpuMs)}`,
      );
    }
  } finally {
    await server.stop();
  }
}

/** `npm run bench -- pages [SECONDS] [ROUNDS]`: pages against a bare Express that sends the same bytes: warm, 304s, and rendered. */
export async function bench(args: readonly string[]): Promise<void> {
  const [seconds = 1, rounds = 3] = args.map(Number);
  const ground = await makeGround(26_000);
  const server = await startServer(ground);
  const bare = await startBare();
  try {
    const before = await server.report();
    console.log(
      `${CONNECTIONS} connections, ${ENCODING}, medians of ${rounds} rounds of ${seconds} s\n\n` +
        'page          bytes   bare/s   page/s  share    304/s  share',
    );
    let answered = 0;
    for (const [name, path] of await pagesOf(ground.db)) {
      const url = server.url + path;
      const page = await fetchRaw(url);
      await bare.send(page);
      const results: Record<'bare' | 'page' | 'unchanged', number[]> = { bare: [], page: [], unchanged: [] };
      const headers = { 'Accept-Encoding': ENCODING };
      for (const target of [url, bare.url]) await hammer(target, { headers, connections: CONNECTIONS, seconds: 0.5 });
      // The rounds alternate, so that other load of the machine affects each alike.
      for (let round = 0; round < rounds; round++) {
        const options = { headers, connections: CONNECTIONS, seconds };
        results.bare.push((await hammer(bare.url, options)).perSecond);
        const full = await hammer(url, options);
        only(full, 200);
        results.page.push(full.perSecond);
        // Pricing shows a countdown, so its ETag changes each minute.
        const { etag } = await fetchRaw(url);
        const unchanged = await hammer(url, { ...options, headers: { ...headers, 'If-None-Match': etag } });
        if (name !== 'pricing') only(unchanged, 304);
        results.unchanged.push(unchanged.perSecond);
        answered += countOf(full) + countOf(unchanged);
      }
      const [bareRate, pageRate, unchangedRate] = [results.bare, results.page, results.unchanged].map(median) as [
        number,
        number,
        number,
      ];
      const share = (rate: number) => `${((100 * rate) / bareRate).toFixed(0)} %`.padStart(6);
      if (pageRate < bareRate / 2) process.exitCode = 1;
      const bytes = Buffer.byteLength(page.body, 'base64');
      console.log(
        `${name.padEnd(10)} ${thousands(bytes).padStart(8)} ${thousands(bareRate).padStart(8)} ${thousands(pageRate).padStart(8)} ${share(pageRate)} ${thousands(unchangedRate).padStart(8)} ${share(unchangedRate)}`,
      );
    }
    const { memoryMb, cache } = await server.report();
    console.log(
      `\n${thousands(answered)} measured answers; ${((100 * cache.hits) / (cache.hits + cache.misses)).toFixed(2)} % hits, ` +
        `${thousands(cache.renders)} renders; ${cache.entries} pages in ${(cache.bytes / 1_048_576).toFixed(1)} MB; ` +
        `resident memory ${before.memoryMb} MB before, ${memoryMb} MB after`,
    );
    await compareRenders(ground, bare, seconds, rounds);
  } finally {
    bare.stop();
    await server.stop();
    await ground.stop();
  }
}
