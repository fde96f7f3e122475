import { Agent, request } from 'node:http';
import { Random } from '#server/sample/random.ts';
import { signInOn } from '#server/test/app.ts';
import { percentile, type Ground } from './ground.ts';

/** Milliseconds per request by kind of page. */
export type Times = Record<string, number[]>;

export interface Reads {
  times: Times;
  /** Responses other than 200. */
  failures: string[];
}

/** Ordinary visitors request these: home, directory page, profile, and search. */
async function visitorPaths({ db }: Ground): Promise<Record<string, (random: Random) => string>> {
  const cities = (await db('dentists').distinct('city', 'state').limit(300)) as { city: string; state: string }[];
  const ids = (await db('dentists').orderByRaw('id % 977').limit(300).pluck('id')) as number[];
  const place = (random: Random) => {
    const { city, state } = random.pick(cities);
    return encodeURIComponent(`${city}, ${state}`);
  };
  return {
    home: () => '/',
    directory: (random) => `/directory?location=${place(random)}`,
    profile: (random) => `/profile/${random.pick(ids)}`,
    search: (random) => `/api/directory?location=${place(random)}`,
  };
}

export interface Visitors {
  /** Requests pages at a steady rate, whether or not earlier ones were answered. */
  read(seconds: number, perSecond: number): Promise<Reads>;
  stop(): void;
}

export async function openVisitors(ground: Ground): Promise<Visitors> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const random = new Random(11);
  const kinds = Object.entries(await visitorPaths(ground));
  const readOne = (name: string, path: string, reads: Reads) =>
    new Promise<void>((done) => {
      const started = performance.now();
      const end = (failure: string | null) => {
        (reads.times[name] ??= []).push(performance.now() - started);
        if (failure) reads.failures.push(`${path}: ${failure}`);
        done();
      };
      request(ground.url + path, { agent, headers: { 'x-forwarded-for': '203.0.113.10' } }, (res) => {
        res.resume();
        res.on('end', () => end(res.statusCode === 200 ? null : String(res.statusCode)));
        res.on('error', (error) => end(error.message));
      })
        .on('error', (error) => end(error.message))
        .end();
    });
  return {
    async read(seconds, perSecond) {
      const reads: Reads = { times: {}, failures: [] };
      const sent: Promise<void>[] = [];
      const began = performance.now();
      for (let n = 0; n < seconds * perSecond; n++) {
        const wait = began + (n * 1_000) / perSecond - performance.now();
        if (wait > 1) await new Promise((done) => setTimeout(done, wait));
        const [name, make] = kinds[n % kinds.length]!;
        sent.push(readOne(name, make(random), reads));
      }
      await Promise.all(sent);
      return reads;
    },
    stop: () => agent.destroy(),
  };
}

export const p95 = (times: readonly number[]): number => percentile(times, 0.95);

export const createAdmin = ({ db }: Ground) => signInOn(db, new Date(), { role: 'admin' });
