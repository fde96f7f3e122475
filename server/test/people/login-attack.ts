import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { textToHash, type Work } from '#shared/proof-of-work.ts';
import type { Answered, TestApp } from '../app.ts';
import { createPerson, PASSWORD } from './logins.ts';

/** Solves the puzzles of a work as the browser does, with a pause after each for the server in this process. */
export async function proveWork({ salt, puzzles, bits }: Work): Promise<number[]> {
  const nonces: number[] = [];
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    let nonce = -1;
    let hash: Buffer;
    do {
      nonce += 1;
      hash = createHash('sha256')
        .update(textToHash(salt, puzzle, nonce))
        .digest();
    } while (hash.readUInt32BE(0) >>> (32 - bits) !== 0);
    nonces.push(nonce);
    await new Promise((done) => setImmediate(done));
  }
  return nonces;
}

export const logInFrom = (app: TestApp, network: string, body: object): Promise<Answered> =>
  app.post('/api/auth/login', body, { headers: { 'x-forwarded-for': network } });

/** Logs in like our page: it proves the work that the server asks for, and sends the login again. */
export async function logInLikeBrowser(app: TestApp, network: string, body: object): Promise<Answered> {
  const answer = await logInFrom(app, network, body);
  if (answer.body.error !== 'proof_required') return answer;
  const { work } = answer.body as { work: Work };
  return logInFrom(app, network, { ...body, proof: { token: work.challenge, proof: await proveWork(work) } });
}

/** Cycles through 1,000 networks, half of them IPv4. */
const networkOf = (n: number): string => {
  const network = n % 1_000;
  return network % 2
    ? `198.18.${network >> 8}.${network & 255}`
    : `2001:db8:${network.toString(16)}:1::${n.toString(16)}`;
};

interface AttackFigures {
  /** Three seconds, or the time of ten logins where one alone takes longer than 0.3 s. */
  allowedMs: number;
  guesses: number;
  /** How many guesses had each status. */
  statuses: Record<number, number>;
  /** The logins with right passwords: their statuses, and the slowest. */
  known: { statuses: number[]; slowestMs: number };
  unknown: { statuses: number[]; slowestMs: number };
}

/** Sends 50 wrong passwords per second from 1,000 networks, and right ones from known and from new networks. */
export async function attackLogins(app: TestApp, seconds: number): Promise<AttackFigures> {
  const person = await createPerson(app, 'grace@example.com');
  const body = { email: person.email, password: PASSWORD };
  await logInFrom(app, '203.0.113.1', body);
  const aloneAt = performance.now();
  await logInFrom(app, '203.0.113.1', body);
  const allowedMs = Math.max(3_000, Math.round(10 * (performance.now() - aloneAt)));
  const guesses: Promise<Answered>[] = [];
  const guess = () => {
    const n = guesses.length;
    // Each fourth guess is for an account that exists.
    const email = n % 4 === 0 ? person.email : `random${n}@example.com`;
    guesses.push(logInFrom(app, networkOf(n), { email, password: 'guess after guess' }));
  };
  const startedAt = performance.now();
  // Catches up after a pause of the event loop.
  const timer = setInterval(() => {
    while (guesses.length < (performance.now() - startedAt) / 20) guess();
  }, 20);
  const known: AttackFigures['known'] = { statuses: [], slowestMs: 0 };
  const unknown: AttackFigures['unknown'] = { statuses: [], slowestMs: 0 };
  const logIn = async (into: AttackFigures['known'], network: string) => {
    const startedAt = performance.now();
    const { status } = await logInLikeBrowser(app, network, body);
    into.statuses.push(status);
    into.slowestMs = Math.max(into.slowestMs, Math.round(performance.now() - startedAt));
  };
  try {
    await sleep(1_500);
    const end = performance.now() + (seconds - 1.5) * 1_000;
    for (let n = 0; n < 2 || performance.now() < end; n++) {
      await Promise.all([
        logIn(known, '203.0.113.1'),
        logIn(unknown, `2001:db8:ffff:${n.toString(16)}::1`),
        sleep(1_000),
      ]);
    }
  } finally {
    clearInterval(timer);
  }
  const statuses: Record<number, number> = {};
  for (const { status } of await Promise.all(guesses)) statuses[status] = (statuses[status] ?? 0) + 1;
  return { allowedMs, guesses: guesses.length, statuses, known, unknown };
}
