import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { newApiKey } from '#server/base/http/callers/api-key.ts';
import { hashToken } from '#server/base/http/callers/token.ts';
import { Random } from '#server/sample/random.ts';
import { signInOn } from '#server/test/app.ts';
import { forkProcess, makeGround, percentile, SECRET_KEY, startServer, thousands, type Ground } from './ground.ts';
import { findKinds } from './load.ts';
import type { ReadOrder, ReadReport } from './processes.ts';

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
 * `npm run bench -- keys [SECONDS] [PER_SECOND] [LISTINGS]`: 1,000 keys read from two servers while people log in, compared
 * with visitors who read the same without a key. A revoked key is tried on the other server, and a key is used three times as
 * often as it may be. The reads are of a small list, so that the time is that of the keys and not of a search.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const [seconds = 30, perSecond = 1_000, listings = 26_000] = args.map(Number);
  const limits = { LIMIT_LOGIN: '1000000/60', LIMIT_KEY: '600/60' };
  const ground = await makeGround(listings, limits);
  const other = await startServer({ DATABASE_URL: ground.databaseUrl, DATA_DIR: ground.home, SECRET_KEY, ...limits });
  try {
    const keys = await addKeys(ground, 1_000);
    const password = await hashPassword(PASSWORD);
    const emails = Array.from({ length: 50 }, (_, n) => `person${n}@example.com`);
    await ground.db('users').insert(emails.map((email) => ({ email, name: 'A Person', password })));
    const read = (await findKinds(ground)).find(([name]) => name === 'services')!;
    const path = read[2](new Random(11));
    const readers = forkProcess('readers');
    const urls = [ground.url, other.url];
    const readFor = async (order: Omit<ReadOrder, 'urls' | 'path'>): Promise<ReadReport> => {
      readers.send({ urls, path, ...order } satisfies ReadOrder);
      return ((await once(readers, 'message')) as [ReadReport])[0];
    };
    const measure = async (what: string, reading: () => Promise<ReadReport | null>) => {
      let isOver = false;
      const logins = logInUntil(ground.url, emails, () => isOver);
      const report = await reading();
      isOver = true;
      const times = await logins;
      console.log(
        `${what}: ${times.length} logins, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms` +
          (report
            ? `; ${thousands(report.times.length)} reads at ${perSecond}/s, p50 ${percentile(report.times, 0.5).toFixed(0)} ms, p99 ${percentile(report.times, 0.99).toFixed(0)} ms, ${report.reasons.length} failed (${[...new Set(report.reasons)].join(', ') || 'none'})`
            : ''),
      );
      return times;
    };
    const load = { perSecond, connections: 50, seconds };
    const secrets = keys.map(({ key }) => key);
    await readFor({ keys: secrets, perSecond: 100, connections: 10, seconds: 3 });
    const alone = await measure('logins alone', () => wait(seconds * 1_000, null));
    const visited = await measure('logins during reads of visitors', () => readFor({ keys: [], ...load }));
    const keyed = await measure('logins during reads with keys', () => readFor({ keys: secrets, ...load }));
    readers.kill();
    const compare = (one: number[], other: number[]) => [0.5, 0.95].map((share) => `${(percentile(one, share) / percentile(other, share)).toFixed(1)} times (p${share * 100})`).join(', '); // prettier-ignore
    console.log(`Login time with ${perSecond} reads a second by keys: ${compare(keyed, visited)} that with reads of visitors, ${compare(keyed, alone)} that without reads`); // prettier-ignore

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
