import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { newApiKey } from '#server/base/http/callers/api-key.ts';
import { hashToken } from '#server/base/http/callers/token.ts';
import { Random } from '#server/sample/random.ts';
import { lastNames } from '#server/sample/words.ts';
import { signInOn } from '#server/test/app.ts';
import { makeGround, percentile, SECRET_KEY, startServer, thousands, type Ground } from './ground.ts';

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

const PASSWORD = 'a password of a benchmark';

/** Logs in over and over, one person after the other, and returns the milliseconds of each. */
async function logInUntil(url: string, emails: readonly string[], isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const start = performance.now();
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emails[n % emails.length], password: PASSWORD }),
    });
    if (response.status !== 200) throw new Error(`A login got ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    times.push(performance.now() - start);
    await wait(100);
  }
  return times;
}

/** Adds keys that read the directory, each of an account of its own. */
async function addKeys(
  { db }: Pick<Ground, 'db'>,
  count: number,
): Promise<{ key: string; id: number; token: string }[]> {
  const createdAt = new Date();
  const added = [];
  for (let n = 0; n < count; n++) {
    const { userId, token } = await signInOn(db, createdAt);
    const key = newApiKey();
    const row = { userId, name: 'Benchmark', keyHash: hashToken(key), hint: key.slice(-4), scopes: ['directory'], createdAt, expiresAt: new Date(createdAt.getTime() + 86_400_000) }; // prettier-ignore
    const [{ id }] = (await db('apiKeys').insert(row).returning('id')) as [{ id: number }];
    added.push({ key, id, token });
  }
  return added;
}

/**
 * `npm run bench -- keys [SECONDS] [PER_SECOND] [LISTINGS]`: 1,000 keys read from two servers while people log in, a
 * revoked key is tried on the other server, and a key is used three times as often as it may be.
 */
export async function benchKeys(args: readonly string[]): Promise<void> {
  const [seconds = 30, perSecond = 1_000, listings = 26_000] = args.map(Number);
  const limits = { LIMIT_LOGIN: '1000000/60', LIMIT_KEY: '600/60' };
  const ground = await makeGround(listings, limits);
  const other = await startServer({ DATABASE_URL: ground.databaseUrl, DATA_DIR: ground.home, SECRET_KEY, ...limits });
  try {
    const keys = await addKeys(ground, 1_000);
    const password = await hashPassword(PASSWORD);
    const emails = Array.from({ length: 50 }, (_, n) => `person${n}@example.com`);
    await ground.db('users').insert(emails.map((email) => ({ email, name: 'A Person', password })));
    const kinds = await findKinds(ground);
    const [search] = kinds;
    const random = new Random(11);
    const bearer = () => ({ authorization: `Bearer ${random.pick(keys).key}` });
    const beside = async (what: string, headers?: () => Record<string, string>) => {
      let isOver = false;
      const logins = logInUntil(ground.url, emails, () => isOver);
      const half = { perSecond: perSecond / 2, connections: 50, seconds, ...(headers && { headers }) };
      const driven = headers
        ? await Promise.all([ground.url, other.url].map((url) => drive(url, [search!], half)))
        : (await wait(seconds * 1_000), []);
      isOver = true;
      const times = await logins;
      const reads = driven.flatMap((each) => Object.values(each.times).flat());
      const failures = driven.flatMap((each) => each.failures);
      console.log(
        `${what}: ${times.length} logins, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms` +
          (headers
            ? `; ${thousands(reads.length)} reads at ${perSecond}/s, p50 ${percentile(reads, 0.5).toFixed(0)} ms, p99 ${percentile(reads, 0.99).toFixed(0)} ms, ${failures.length} failed (${[...new Set(failures.map(({ reason }) => reason))].join(', ') || 'none'})`
            : ''),
      );
      return times;
    };
    await drive(ground.url, [search!], { perSecond: 50, connections: 10, seconds: 3, headers: bearer });
    await drive(other.url, [search!], { perSecond: 50, connections: 10, seconds: 3, headers: bearer });
    const alone = await beside('logins alone');
    const busy = await beside('beside keys', bearer);
    console.log(`Logins beside ${perSecond} reads a second: ${(percentile(busy, 0.5) / percentile(alone, 0.5)).toFixed(1)} times (p50), ${(percentile(busy, 0.95) / percentile(alone, 0.95)).toFixed(1)} times (p95)`); // prettier-ignore

    const path = search![2](random);
    const call = async (url: string, key: string) => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      return response.status;
    };
    const delays: number[] = [];
    for (const { key, id, token } of keys.slice(0, 20)) {
      await call(other.url, key);
      const revoked = await fetch(`${ground.url}/api/user/api-keys/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
      if (!revoked.ok) throw new Error(`A key could not be revoked: ${await revoked.text()}`);
      const start = performance.now();
      while ((await call(other.url, key)) !== 401) await wait(5);
      delays.push(performance.now() - start);
    }
    console.log(`A revoked key was refused on the other server after at most ${Math.max(...delays).toFixed(0)} ms (20 keys)`); // prettier-ignore

    const [fresh] = await addKeys(ground, 1);
    const statuses = await Promise.all(
      Array.from({ length: 1_800 }, (_, n) => call(n % 2 ? ground.url : other.url, fresh!.key)),
    );
    const allowed = statuses.filter((status) => status === 200).length;
    console.log(`A key that may make 600 calls a minute made 1,800 on two servers: ${allowed} were answered, ${statuses.filter((status) => status === 429).length} refused`); // prettier-ignore
    if (Math.abs(allowed - 600) > 12 || Math.max(...delays) > 1_000) process.exitCode = 1;
  } finally {
    await other.stop();
    await ground.stop();
  }
}
