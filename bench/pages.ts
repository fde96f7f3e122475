import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import type { BareResponse } from './parts/bare-express.ts';
import { makeGround, thousands, type Ground } from './parts/ground.ts';
import type { PageServerReport } from './parts/page-server.ts';
import { hammer, type Measured } from './parts/raw-client.ts';

const CONNECTIONS = 8;
const ENCODING = 'br';

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

const forkPart = (name: string, env: NodeJS.ProcessEnv) =>
  fork(fileURLToPath(new URL(`parts/${name}.ts`, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
  });

async function startServer({ databaseUrl, home }: Ground, env: NodeJS.ProcessEnv = {}) {
  const child = forkPart('page-server', {
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
  const child = forkPart('bare-express', { NODE_ENV: 'production' });
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
const only = ({ statuses }: Measured, status: number): void => {
  if (Object.keys(statuses).join() !== String(status))
    throw new Error(`Expected ${status}: ${JSON.stringify(statuses)}`);
};

interface Measurable {
  url: string;
  report(): Promise<{ cpuMs: number }>;
}

/** Processor milliseconds for each of some requests, sent one after the other. */
async function cpuOf(target: Measurable, path: string, seconds: number): Promise<number> {
  const before = await target.report();
  const { statuses } = await hammer(target.url + path, { connections: 1, seconds });
  const after = await target.report();
  return (after.cpuMs - before.cpuMs) / statuses[200]!;
}

/** Renders each page for each request, without the cache and uncompressed, and compares the processor time with the bare Express. */
async function compareRenders(ground: Ground, bare: Bare, seconds: number, rounds: number): Promise<void> {
  const server = await startServer(ground, { PAGE_CACHE_MB: '0' });
  try {
    console.log('\npage          bytes  bare ms  render ms  times');
    for (const [name, path] of await pagesOf(ground.db)) {
      const page = await fetchRaw(server.url + path, 'identity');
      await bare.send(page);
      const [floor, render]: [number[], number[]] = [[], []];
      for (let round = -1; round < rounds; round++) {
        const results = [await cpuOf(bare, '', seconds / 2), await cpuOf(server, path, seconds)] as const;
        // The first round warms up.
        if (round < 0) continue;
        floor.push(results[0]);
        render.push(results[1]);
      }
      const [bareMs, renderMs] = [median(floor), median(render)];
      console.log(
        `${name.padEnd(10)} ${thousands(Buffer.byteLength(page.body, 'base64')).padStart(8)} ${bareMs.toFixed(3).padStart(8)} ${renderMs.toFixed(3).padStart(10)} ${(renderMs / bareMs).toFixed(1).padStart(6)}`,
      );
    }
  } finally {
    await server.stop();
  }
}

/** `npm run bench -- pages [SECONDS] [ROUNDS]`: warm pages and 304s against a bare Express that sends the same bytes. */
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
        for (const { statuses } of [full, unchanged])
          answered += Object.values(statuses).reduce((sum, count) => sum + count, 0);
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
