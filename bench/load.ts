import { Agent, request } from 'node:http';
import { Random } from '#server/sample/random.ts';
import { lastNames } from '#server/sample/words.ts';
import { signInOn } from '#server/test/app.ts';
import { makeGround, percentile, thousands, type Ground } from './ground.ts';

/** A page or call, its share of all requests, and a random path to it. */
export type RequestKind = [name: string, share: number, make: (random: Random) => string];

export interface Driven {
  /** Milliseconds per request by kind. */
  times: Record<string, number[]>;
  /** Responses other than 200, and broken connections. */
  failures: { path: string; reason: number | string }[];
}

/** A realistic mix of what visitors request. */
export async function findKinds({ db }: Ground): Promise<RequestKind[]> {
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
  options: { perSecond: number; connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Driven> {
  const { perSecond, connections, seconds, headers } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const random = new Random(7);
  const drawn = kinds.flatMap(([name, share, make]) => Array.from({ length: share }, () => [name, make] as const));
  const result: Driven = { times: {}, failures: [] };
  const one = (name: string, path: string, due: number) =>
    new Promise<void>((done) => {
      const failed = ({ message }: Error) => (result.failures.push({ path, reason: message }), done());
      request(url + path, { agent, headers: { accept: '*/*', ...headers } }, (res) => {
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
