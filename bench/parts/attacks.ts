import type { Socket } from 'node:net';
import { openStalledRequest } from '#server/test/crashes/stalled-client.ts';
import type { Ground } from './ground.ts';

/** Something that one visitor does to the server until `end` is called. */
export interface Attack {
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

export const attacks: Attack[] = [
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

export const PASSWORD = 'a right password for the bench';
const VISITOR = '203.0.113.20';

const logIn = ({ url }: Ground, address: string, body: object) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Logs in with the right password. */
export async function logInRightly(ground: Ground, email: string): Promise<{ ms: number; status: number }> {
  const started = performance.now();
  const response = await logIn(ground, VISITOR, { email, password: PASSWORD });
  await response.arrayBuffer();
  return { ms: performance.now() - started, status: response.status };
}

/** Guesses passwords from one address, while a person with the right password logs in from another. */
export const signInAttack = (rightTimes: { ms: number; status: number }[], email: string): Attack => ({
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
