import type { Socket } from 'node:net';
import { openStalledRequest } from '#server/test/crashes/stalled-client.ts';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { signInOn } from '#server/test/app.ts';
import { makeGround, percentile, type Ground } from './ground.ts';
import { drive, findKinds, type Driven, type RequestKind } from './load.ts';

/** Something that one visitor does to the server until `end` is called. */
interface Attack {
  name: string;
  start(ground: Ground, admin: { token: string }): () => Promise<string>;
}

const ATTACKER = { 'X-Forwarded-For': '198.51.100.66' };
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Repeats an action until the attack ends. */
function repeat(perSecond: number, act: () => void): () => void {
  act();
  const timer = setInterval(act, 1_000 / perSecond);
  return () => clearInterval(timer);
}

const countStatuses = () => {
  const statuses = new Map<string, number>();
  return {
    add: (status: string | number) => void statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1),
    toString: () => [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
  };
};
type Statuses = ReturnType<typeof countStatuses>;

/** Reads 16 kB at a time, ten times a second. */
function readSlowly(socket: Socket, statuses: Statuses): void {
  let isFirst = true;
  socket.on('data', (chunk: Buffer) => {
    if (isFirst) statuses.add(/^HTTP\/1.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 'other');
    isFirst = false;
    socket.pause();
    setTimeout(() => socket.resume(), 100);
  });
  socket.resume();
}

const endAll = async (sockets: Iterable<Socket>) => {
  for (const socket of sockets) socket.destroy();
  await sleep(500);
};

/** A request whose response is only counted. */
async function send(url: string, init: RequestInit, statuses: Statuses): Promise<void> {
  try {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    statuses.add(response.status);
  } catch {
    statuses.add('broken');
  }
}

const buildCsv = (upload: number) =>
  `name,city,state,zipCode\n${Array.from({ length: 1_000 }, (_, n) => `Dr. Upload ${upload} ${n},Boston,MA,02118\n`).join('')}`;

const attacks: Attack[] = [
  {
    name: 'slow whole lists, 2 per second',
    start({ url }) {
      const sockets = new Set<Socket>();
      const statuses = countStatuses();
      const paths = [
        '/api/dentists/search',
        '/api/dentists',
        '/api/dentists/search?sort=name',
        '/api/dentists?page[]=1',
      ];
      let count = 0;
      const stop = repeat(2, () => {
        const socket = openStalledRequest(url, paths[count++ % paths.length]!, { headers: ATTACKER });
        sockets.add(socket);
        readSlowly(socket, statuses);
      });
      return async () => (stop(), await endAll(sockets), statuses.toString());
    },
  },
  {
    name: '40 sockets that never read',
    start({ url }) {
      const sockets = Array.from({ length: 40 }, (_, n) =>
        openStalledRequest(url, n % 2 ? '/api/dentists' : '/api/dentists/search?sort=name', {
          headers: { 'X-Forwarded-For': `198.51.100.${n}` },
        }),
      );
      return async () => (await endAll(sockets), '40 connections');
    },
  },
  {
    name: '12 stalled exports',
    start({ url }, { token }) {
      const sockets = Array.from({ length: 12 }, () =>
        openStalledRequest(url, '/api/admin/export-csv', { headers: { Authorization: `Bearer ${token}` } }),
      );
      return async () => (await endAll(sockets), '12 connections');
    },
  },
  {
    name: '14 uploads at once',
    start({ url }, { token }) {
      const statuses = countStatuses();
      const uploads = Array.from({ length: 14 }, (_, n) => {
        const body = new FormData();
        body.set('csvFile', new Blob([buildCsv(n)]), `upload-${n}.csv`);
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `bench-upload-${n}` };
        return send(`${url}/api/admin/import-csv`, { method: 'POST', body, headers }, statuses);
      });
      return async () => (await Promise.all(uploads), statuses.toString());
    },
  },
  {
    name: '2,000 CSP reports',
    start({ url }) {
      const statuses = countStatuses();
      const report = JSON.stringify({ 'csp-report': { 'blocked-uri': 'x'.repeat(3_000) } });
      const headers = { ...ATTACKER, 'content-type': 'application/csp-report' };
      let left = 2_000;
      const sender = async () => {
        while (left-- > 0) await send(`${url}/api/csp-report`, { method: 'POST', body: report, headers }, statuses);
      };
      const senders = Promise.all(Array.from({ length: 16 }, sender));
      return async () => ((left = 0), await senders, statuses.toString());
    },
  },
];

const PASSWORD = 'a right password for the bench';
const VISITOR = '203.0.113.20';

const logIn = ({ url }: Ground, address: string, body: object) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Logs in with the right password. */
async function logInRightly(ground: Ground, email: string): Promise<{ ms: number; status: number }> {
  const started = performance.now();
  const response = await logIn(ground, VISITOR, { email, password: PASSWORD });
  await response.arrayBuffer();
  return { ms: performance.now() - started, status: response.status };
}

/** Guesses passwords from one address, while a person with the right password logs in from another. */
const signInAttack = (rightTimes: { ms: number; status: number }[], email: string): Attack => ({
  name: 'sign-in attempts, 5 per second',
  start(ground) {
    const statuses = countStatuses();
    let count = 0;
    const guess = async () => {
      const body = { email: `guess-${count++}@example.com`, password: 'not the password at all' };
      const response = await logIn(ground, '198.51.100.66', body);
      await response.arrayBuffer();
      statuses.add(response.status);
    };
    const requests: Promise<unknown>[] = [];
    const stopGuesses = repeat(5, () => void requests.push(guess()));
    const stopVisits = repeat(0.5, () => {
      requests.push(logInRightly(ground, email).then((time) => rightTimes.push(time)));
    });
    return async () => (stopGuesses(), stopVisits(), await Promise.all(requests), statuses.toString());
  },
});

/** An ordinary read may take this long under attack, relative to a quiet server. */
const FACTOR = 3;
const ALLOWANCE_MS = 100;
const MAX_GROWTH_MB = 200;
const RIGHT_PASSWORD_MS = 3_000;
const READS_PER_SECOND = 8;
const QUIET_SECONDS = 6;

interface Row {
  name: string;
  /** The response times just before the attack: a baseline, because the load of a shared machine changes. */
  quiet: Driven;
  reads: Driven;
  growth: number;
  outcome: string;
}

const format = (value: number) => `${Math.round(value)} ms`.padStart(11);

/** The pages that ordinary visitors request, with their names among the kinds of `load`. */
const kinds = { home: 'home page', directory: 'directory page', profile: 'profile page', search: 'search' };

const p95 = (times: readonly number[]): number => percentile(times, 0.95);
const all = (times: Driven['times']) => Object.values(times).flat();

function printRow({ name, quiet, reads, growth, outcome }: Row): boolean {
  const isQuick = p95(all(reads.times)) <= FACTOR * p95(all(quiet.times)) + ALLOWANCE_MS;
  const isPassed = isQuick && reads.failures.length === 0 && growth < MAX_GROWTH_MB;
  const times = [all(quiet.times), all(reads.times), ...Object.values(kinds).map((kind) => reads.times[kind] ?? [])];
  console.log(
    `${name.padEnd(32)}${times.map((some) => format(p95(some))).join('')}${`${growth} MB`.padStart(9)}  ${isPassed ? 'ok    ' : 'FAILED'} ${outcome}`,
  );
  for (const { path, reason } of reads.failures.slice(0, 3)) console.log(`    ${path}: ${reason}`);
  return isPassed;
}

/** Keeps the most memory that the server used. */
async function withPeak<T>(ground: Ground, work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = await ground.memory();
  const timer = setInterval(() => void ground.memory().then((now) => (peak = Math.max(peak, now))), 200);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}

/** `npm run bench -- abuse [SECONDS] [LISTINGS]`: measures ordinary reads while one visitor tries to slow the others. */
export async function bench(args: readonly string[]): Promise<void> {
  const [seconds = 10, listings = 26_000] = args.map(Number);
  const ground = await makeGround(listings, { TRUST_PROXY: '1' });
  const visited = (await findKinds(ground)).flatMap(([name, , make]): RequestKind[] =>
    Object.values(kinds).includes(name) ? [[name, 1, make]] : [],
  );
  const headers = { 'x-forwarded-for': '203.0.113.10' };
  const read = (duration: number) =>
    drive(ground.url, visited, {
      perSecond: READS_PER_SECOND,
      connections: 20,
      seconds: duration,
      headers: () => headers,
    });
  try {
    const admin = await signInOn(ground.db, new Date(), { role: 'admin' });
    const email = 'right@example.com';
    await ground.db('users').insert({ email, name: 'Right Person', password: await hashPassword(PASSWORD) });
    const rightTimes: { ms: number; status: number }[] = [];
    // Compiles the code, fills the caches, and hashes a password, so that their memory doesn't count as growth.
    await read(5);
    await (await fetch(`${ground.url}/api/dentists`)).arrayBuffer();
    await logInRightly(ground, email);
    const before = await ground.memory();
    console.log(`${'p95 of ordinary reads'.padEnd(32)}${['quiet', 'attacked', ...Object.keys(kinds)].map((name) => name.padStart(11)).join('')}   growth`); // prettier-ignore
    let isPassed = true;
    const run = async (attack: Attack) => {
      const quiet = await read(QUIET_SECONDS);
      const { result, peak } = await withPeak(ground, async () => {
        const end = attack.start(ground, admin);
        const reads = await read(seconds);
        return { reads, outcome: await end() };
      });
      return printRow({ name: attack.name, quiet, growth: peak - before, ...result });
    };
    for (const attack of [...attacks, signInAttack(rightTimes, email)]) isPassed = (await run(attack)) && isPassed;
    const slowest = Math.max(...rightTimes.map(({ ms }) => ms));
    const isQuick = slowest <= RIGHT_PASSWORD_MS && rightTimes.every(({ status }) => status === 200);
    console.log(
      `\na right password from another address: ${rightTimes.map(({ ms, status }) => `${status} after ${Math.round(ms)} ms`).join(', ')}  ${isQuick ? 'ok' : 'FAILED'}`,
    );
    if (!isPassed || !isQuick) process.exitCode = 1;
  } finally {
    await ground.stop();
  }
}
