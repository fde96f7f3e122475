import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeGround, percentile, startServer, thousands, type Ground } from './parts/ground.ts';
import { hammer } from './parts/raw-client.ts';
import { statementsOf } from './parts/reads.ts';
import type { CallFloor } from './parts/sql-express.ts';

const CONNECTIONS = 8;
const SEQUENTIAL = 150;
/** V8 compiles what a call runs in this time. */
const WARM_SECONDS = 3;
/** CPU time in /proc is counted in these. */
const TICK_MS = 10;

interface Target {
  url: string;
  pid: number;
}

/** A bare Express that sends the SQL of a call through pg and then its answer. */
async function startFloor({ databaseUrl }: Ground) {
  const child = fork(fileURLToPath(new URL('parts/sql-express.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async answerWith(floor: CallFloor): Promise<void> {
      child.send(floor);
      await once(child, 'message');
    },
    stop: () => void child.kill(),
  };
}

async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const fetchText = (agent: Agent, url: string): Promise<string> =>
  new Promise((done, fail) => {
    get(url, { agent }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.on('end', () => (res.statusCode === 200 ? done(text) : fail(new Error(`${res.statusCode} ${url}`))));
    }).on('error', fail);
  });

async function callsOf({ db }: Ground): Promise<[string, string][]> {
  const { id, city, state } = (await db('dentists').whereNull('deletedAt').orderBy('id').first('id', 'city', 'state')) as {
    id: number;
    city: string;
    state: string;
  }; // prettier-ignore
  return [
    ['city search with total', `/api/directory?location=${encodeURIComponent(`${city}, ${state}`)}&page=1&pageSize=10`],
    ['a name', '/api/directory?name=smith&page=1&pageSize=10'],
    ['page 2,001', '/api/directory?page=2001&pageSize=10'],
    ['one record', `/api/dentists/${id}`],
    ['service in a state', `/api/dentists/search?location=${state}&service=Veneers&page=1&pageSize=10`],
  ];
}

interface Figures {
  perSecond: number[];
  times: number[];
  cpu: number[];
}

async function measure({ url, pid }: Target, path: string, seconds: number, figures: Figures): Promise<void> {
  const before = await cpuMs(pid);
  const { perSecond, statuses } = await hammer(url + path, { connections: CONNECTIONS, seconds });
  if (Object.keys(statuses).join() !== '200') throw new Error(`${path}: ${JSON.stringify(statuses)}`);
  figures.perSecond.push(perSecond);
  figures.cpu.push(((await cpuMs(pid)) - before) / statuses[200]!);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = -10; round < SEQUENTIAL; round++) {
    const start = performance.now();
    await fetchText(agent, url + path);
    if (round >= 0) figures.times.push(performance.now() - start);
  }
  agent.destroy();
}

/**
 * `npm run bench -- calls [OTHER_CHECKOUT] [SECONDS] [ROUNDS]`: API calls next to their SQL behind a bare Express. With the path of
 * another built checkout that has the same migrations, also next to its server on the same database.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const other = args[0] && !/^\d/.test(args[0]) ? resolve(args[0]) : null;
  const [seconds = 1, rounds = 5] = args.slice(other ? 1 : 0).map(Number);
  const ground = await makeGround(26_000);
  const floor = await startFloor(ground);
  const env = {
    DATABASE_URL: ground.databaseUrl,
    DATA_DIR: ground.home,
    SECRET_KEY: 'only for this benchmark, and long enough',
    LIMIT_API: '1000000/60',
  };
  const earlier = other ? await startServer(env, other) : null;
  try {
    console.log(
      `26,000 listings, ${CONNECTIONS} connections, medians of ${rounds} rounds of ${seconds} s; p50 over one connection\n\n` +
        `${''.padEnd(24)} ${'floor/s'.padStart(9)} ${'here/s'.padStart(9)} ${'times'.padStart(6)}   p50 ms  floor  times   cpu ms  floor  times${earlier ? '   earlier/s  gain' : ''}`,
    );
    for (const [what, path] of await callsOf(ground)) {
      await statementsOf(ground, path);
      const agent = new Agent();
      await floor.answerWith({
        statements: await statementsOf(ground, path),
        body: await fetchText(agent, ground.url + path),
      });
      agent.destroy();
      const targets: [Target, Figures][] = [floor, ground, ...(earlier ? [earlier] : [])].map((target) => [
        target,
        { perSecond: [], times: [], cpu: [] },
      ]);
      for (const [{ url }] of targets) await hammer(url + path, { connections: CONNECTIONS, seconds: WARM_SECONDS });
      // The rounds alternate, so that other load of the machine affects each alike.
      for (let round = 0; round < rounds; round++)
        for (const [target, figures] of targets) await measure(target, path, seconds, figures);
      const [least, here, before] = targets.map(([, figures]) => ({
        rate: percentile(figures.perSecond, 0.5),
        p50: percentile(figures.times, 0.5),
        cpu: percentile(figures.cpu, 0.5),
      }));
      const figure = (value: number, digits: number, width: number) => value.toFixed(digits).padStart(width);
      console.log(
        `${what.padEnd(24)} ${thousands(least!.rate).padStart(9)} ${thousands(here!.rate).padStart(9)} ${figure(least!.rate / here!.rate, 2, 6)} ` +
          `${figure(here!.p50, 2, 8)} ${figure(least!.p50, 2, 6)} ${figure(here!.p50 / least!.p50, 2, 6)} ` +
          `${figure(here!.cpu, 3, 8)} ${figure(least!.cpu, 3, 6)} ${figure(here!.cpu / least!.cpu, 2, 6)}` +
          (before ? `${thousands(before.rate).padStart(12)} ${figure(here!.rate / before.rate, 2, 5)}` : ''),
      );
    }
  } finally {
    await earlier?.stop();
    floor.stop();
    await ground.stop();
  }
}
