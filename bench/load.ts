import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Knex } from 'knex';
import { systemClock } from '#server/base/clock.ts';
import { rows } from '#server/base/db/knex.ts';
import { Random } from '#server/sample/random.ts';
import { seedSample } from '#server/sample/seed.ts';
import { lastNames } from '#server/sample/words.ts';
import { signInOn } from '#server/test/app.ts';
import { countStaleReads, findUsed, readMetrics, startReplicated, type Replicated } from '#server/test/replicas.ts';
import { makeGround, percentile, thousands, type Ground } from './ground.ts';
import { fetchText } from './reads.ts';

/** A page or call, its share of all requests, and a random path to it. */
export type RequestKind = [name: string, share: number, make: (random: Random) => string];

export interface Driven {
  /** Milliseconds per request by kind. */
  times: Record<string, number[]>;
  /** Responses other than 200, and broken connections. */
  failures: { path: string; reason: number | string }[];
}

/** A realistic mix of what visitors request. */
export async function findKinds({ db }: Pick<Ground, 'db'>): Promise<RequestKind[]> {
  const cities = (await db('dentists').distinct('city', 'state').limit(500)) as { city: string; state: string }[];
  const ids = (await db('dentists').orderByRaw('id % 977').limit(500).pluck('id')) as number[];
  const place = (random: Random) => {
    const { city, state } = random.pick(cities);
    return encodeURIComponent(`${city}, ${state}`);
  };
  return [
    ['search', 30, (random) => `/api/directory?location=${place(random)}`],
    ['name search', 10, (random) => `/api/directory?name=${random.pick(lastNames)}`],
    ['profile page', 20, (random) => `/profile/${random.pick(ids)}`],
    ['directory page', 15, (random) => `/directory?location=${place(random)}`],
    ['home page', 10, () => '/'],
    ['services', 5, () => '/api/services'],
    ['stats', 5, () => '/api/stats'],
    ['map', 5, () => '/api/geographic/data'],
  ];
}

/** Sends requests at a fixed rate, even if earlier ones are unanswered. Latency is measured from the scheduled time. */
export async function drive(
  url: string,
  kinds: readonly RequestKind[],
  options: { perSecond: number; connections: number; seconds: number; headers?: () => Record<string, string> },
): Promise<Driven> {
  const { perSecond, connections, seconds, headers } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const random = new Random(7);
  const drawn = kinds.flatMap(([name, share, make]) => Array.from({ length: share }, () => [name, make] as const));
  const result: Driven = { times: {}, failures: [] };
  const one = (name: string, path: string, due: number) =>
    new Promise<void>((done) => {
      const failed = ({ message }: Error) => (result.failures.push({ path, reason: message }), done());
      request(url + path, { agent, headers: { accept: '*/*', ...headers?.() } }, (res) => {
        res.resume();
        res.on('error', failed);
        res.on('end', () => {
          if (res.statusCode !== 200) result.failures.push({ path, reason: res.statusCode! });
          (result.times[name] ??= []).push(performance.now() - due);
          done();
        });
      })
        .on('error', failed)
        .end();
    });
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
    const [name, make] = random.pick(drawn);
    sent.push(one(name, make(random), due));
  }
  await Promise.all(sent);
  agent.destroy();
  return result;
}

const csv = (rows: number, from: number) =>
  `name,address,city,state,zipCode,phone,services\n${Array.from({ length: rows }, (_, n) => `Newcomer ${from + n},${n} Main Street,Boston,MA,02108,617555${String(n % 10_000).padStart(4, '0')},Veneers`).join('\n')}\n`;

/** `npm run bench -- load [SECONDS] [PER_SECOND] [CONNECTIONS] [LISTINGS]`: measures mixed reads during consecutive imports. */
export async function bench(args: readonly string[]): Promise<void> {
  const [seconds = 60, perSecond = 200, connections = 50, listings = 26_000] = args.map(Number);
  const ground = await makeGround(listings);
  try {
    const { token } = await signInOn(ground.db, new Date(), { role: 'admin' });
    const kinds = await findKinds(ground);
    await drive(ground.url, kinds, { perSecond: 50, connections, seconds: 4 });
    const quiet = await drive(ground.url, kinds, { perSecond, connections, seconds: Math.min(20, seconds) });
    let over = false;
    let imports = 0;
    const importing = (async () => {
      while (!over) {
        const form = new FormData();
        form.set('csvFile', new Blob([csv(10_000, imports * 10_000)]), 'newcomers.csv');
        const res = await fetch(`${ground.url}/api/admin/import-csv`, {
          method: 'POST',
          body: form,
          headers: { authorization: `Bearer ${token}` },
        });
        const body = (await res.json()) as { rowsNew: number; message: string };
        if (res.status !== 200) throw new Error(body.message);
        imports += 1;
      }
    })();
    const busy = await drive(ground.url, kinds, { perSecond, connections, seconds });
    over = true;
    await importing;
    const print = (what: string, { times, failures }: Driven) => {
      const all = Object.values(times).flat();
      const errors = failures.filter(({ reason }) => typeof reason === 'string');
      const wrong = failures.filter(({ reason }) => Number(reason) >= 500).length;
      console.log(
        `${what}: ${thousands(all.length)} reads at ${perSecond}/s over ${connections} connections, ${wrong} of 5xx, ${errors.length} broken; ` +
          `p50 ${percentile(all, 0.5).toFixed(0)} ms, p95 ${percentile(all, 0.95).toFixed(0)} ms, p99 ${percentile(all, 0.99).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms`,
      );
      if (wrong + errors.length > 0) process.exitCode = 1;
      for (const { path, reason } of errors.slice(0, 5)) console.log(`${path} ${reason}`);
      return all;
    };
    const before = print('quiet', quiet);
    const after = print(`beside ${imports} imports of 10,000 rows`, busy);
    console.log(`p99 during imports: ${(percentile(after, 0.99) / percentile(before, 0.99)).toFixed(1)} times the quiet one\n`); // prettier-ignore
    for (const [name, times] of Object.entries(busy.times))
      console.log(
        `${name.padEnd(16)} p50 ${percentile(times, 0.5).toFixed(0).padStart(5)} ms   p99 ${percentile(times, 0.99).toFixed(0).padStart(5)} ms   quiet p99 ${percentile(
          quiet.times[name] ?? [],
          0.99,
        )
          .toFixed(0)
          .padStart(5)} ms`,
      );
  } finally {
    await ground.stop();
  }
}

/** CPU time of a Postgres in milliseconds: of its processes, and of those that have ended. */
async function readCpuMs(db: Knex): Promise<number> {
  const fieldsOf = (pid: number | string) => {
    try {
      // The second field is a name in parentheses, which may contain spaces.
      return readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
    } catch {
      return [];
    }
  };
  const [backend] = await rows<{ pid: number }>(db, 'select pg_backend_pid() as pid');
  const postmaster = fieldsOf(backend!.pid)[1]!;
  const ended = fieldsOf(postmaster).slice(11, 15);
  const running = readdirSync('/proc')
    .map(fieldsOf)
    .filter(([, parent]) => parent === postmaster)
    .flatMap((fields) => fields.slice(11, 13));
  // The kernel counts in hundredths of a second.
  return [...ended, ...running].reduce((sum, ticks) => sum + ticks * 10, 0);
}

/** Sends searches, each connection as soon as the last one was answered. Returns how many were answered, and why others weren't. */
async function search(urls: readonly string[], kinds: readonly RequestKind[], goesOn: () => boolean) {
  const agent = new Agent({ keepAlive: true });
  const random = new Random(7);
  const found = { answered: 0, failures: [] as string[] };
  const one = async (connection: number) => {
    while (goesOn()) {
      const [, , make] = random.pick(kinds);
      await fetchText(agent, urls[connection % urls.length]! + make(random)).then(
        () => found.answered++,
        (error: Error) => found.failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, connection) => one(connection)));
  agent.destroy();
  return found;
}

/** Milliseconds until a server uses this many replicas. */
async function timeUntilUsed(url: string, replicas: number): Promise<number> {
  const start = performance.now();
  while ((await findUsed(url)) !== replicas) {
    if (performance.now() - start > 60_000) throw new Error(`The server doesn't use ${replicas} replicas.`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return performance.now() - start;
}

const REPLICAS = 2;
const ROUNDS = 3;
const longest = (ms: readonly number[]): string => `${(Math.max(...ms) / 1_000).toFixed(1)} s`;

/** `npm run bench -- replicas [LISTINGS] [EDITS] [SECONDS]`: searches with streaming replicas that lag and are killed, and reads after own changes. */
export async function benchReplicas(args: readonly string[]): Promise<void> {
  const [listings = 26_000, edits = 2_500, seconds = 5] = args.map(Number);
  const replicated = await startReplicated(REPLICAS);
  if (!replicated) return;
  try {
    const { db, primaryUrl } = replicated;
    await seedSample(primaryUrl, { count: listings, clock: systemClock(), hashPassword: async () => 'none' });
    await db.raw('vacuum analyze');
    await printRates(replicated, seconds * 1_000);
    await printFaults(replicated);
    const found = await countStaleReads(replicated, edits, async () => undefined);
    console.log(`${thousands(edits * 4)} reads after own changes: ${found.own} stale. ${thousands(edits)} reads of strangers at once: ${found.ofStrangers} stale`); // prettier-ignore
    if (found.own > 0) process.exitCode = 1;
  } finally {
    await replicated.stop();
  }
}

/** CPU time of a server in milliseconds, by its metrics. */
async function readServerCpuMs(url: string): Promise<number> {
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(await readMetrics(url))![1]) * 1_000;
}

/** Measures one server with no, one, and two replicas, and two and four servers, in turn, because the machine's other load changes. */
async function printRates(replicated: Replicated, ms: number): Promise<void> {
  const kinds = (await findKinds(replicated)).filter(([name]) => name.includes('search'));
  const plain: string[] = [];
  for (let n = 0; n < 4; n++) plain.push(await replicated.startServer(0));
  const first = plain.slice(0, 1);
  const one = await replicated.startServer(1);
  const cases = [
    { name: '1 server', urls: first },
    { name: '1 server, 1 replica', urls: [one] },
    { name: '1 server, 2 replicas', urls: [replicated.url] },
    { name: '2 servers', urls: plain.slice(0, 2) },
    { name: '4 servers', urls: plain },
  ].map((each) => ({ ...each, rate: [] as number[], primary: [] as number[], servers: [] as number[] }));
  await timeUntilUsed(one, 1);
  await timeUntilUsed(replicated.url, REPLICAS);
  for (let round = -1; round < ROUNDS; round++)
    for (const { urls, rate, primary, servers } of cases) {
      const readServers = async () => (await Promise.all(urls.map(readServerCpuMs))).reduce((sum, cpu) => sum + cpu, 0);
      const before = [await readCpuMs(replicated.db), await readServers()] as const;
      const start = performance.now();
      const { answered, failures } = await search(urls, kinds, () => performance.now() - start < ms);
      if (failures.length > 0) throw new Error(failures[0]);
      // The first round warms up.
      if (round < 0) continue;
      rate.push(answered / ms);
      primary.push(((await readCpuMs(replicated.db)) - before[0]) / answered);
      servers.push(((await readServers()) - before[1]) / answered);
    }
  const median = (times: readonly number[]) => percentile(times, 0.5);
  const base = cases[0]!;
  for (const { name, rate, primary, servers } of cases) {
    const compared = [median(rate) / median(base.rate), median(primary) / median(base.primary), median(servers) / median(base.servers)]; // prettier-ignore
    const [searches, ofPrimary, ofServers] = compared.map((ratio) => ratio.toFixed(2));
    console.log(`${name}: ${searches} times the searches per second of the first row; CPU time per search: primary ${ofPrimary} times, servers ${ofServers} times`); // prettier-ignore
  }
  console.log(`the server's CPU time per search is ${(median(base.servers) / median(base.primary)).toFixed(2)} times the primary's`); // prettier-ignore
}

/** Pauses and kills a replica during searches. Prints the longest time until it is left out and used again, and what failed. */
async function printFaults(replicated: Replicated): Promise<void> {
  const { url, db, standbys, replicas } = replicated;
  const kinds = (await findKinds(replicated)).filter(([name]) => name.includes('search'));
  const times = { lag: [] as number[], caughtUp: [] as number[], killed: [] as number[], restarted: [] as number[] };
  let isOver = false;
  const searching = search([url], kinds, () => !isOver);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await timeUntilUsed(url, REPLICAS);
      await rows(standbys[0]!, 'select pg_wal_replay_pause()');
      await db('dentists').insert({ name: 'New', city: 'Austin', state: 'TX' });
      times.lag.push(await timeUntilUsed(url, REPLICAS - 1));
      await rows(standbys[0]!, 'select pg_wal_replay_resume()');
      times.caughtUp.push(await timeUntilUsed(url, REPLICAS));
      await replicas[1]!.kill();
      times.killed.push(await timeUntilUsed(url, REPLICAS - 1));
      await replicas[1]!.start();
      times.restarted.push(await timeUntilUsed(url, REPLICAS));
    }
  } finally {
    isOver = true;
  }
  const { answered, failures } = await searching;
  console.log(`a lagging replica is skipped after at most ${longest(times.lag)}, and used again ${longest(times.caughtUp)} after it resumes`); // prettier-ignore
  console.log(`a killed one is left out after ${longest(times.killed)} at most, and used again ${longest(times.restarted)} after its start`); // prettier-ignore
  console.log(`${thousands(answered)} searches during ${ROUNDS * 2} faults: ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
}
