import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { attacks, logInRightly, PASSWORD, signInAttack, type Attack } from './parts/attacks.ts';
import { makeGround, type Ground } from './parts/ground.ts';
import { createAdmin, openVisitors, p95, type Reads, type Times } from './parts/paced-reads.ts';

/** An ordinary read may take this long under attack, relative to a quiet server. */
const FACTOR = 3;
const ALLOWANCE_MS = 100;
const MAX_GROWTH_MB = 200;
const RIGHT_PASSWORD_MS = 3_000;
const READS_PER_SECOND = 8;
const QUIET_SECONDS = 6;

interface Row {
  name: string;
  /** The seconds before the attack, because the load of a shared machine changes. */
  quiet: Reads;
  reads: Reads;
  growth: number;
  outcome: string;
}

const format = (value: number) => `${Math.round(value)} ms`.padStart(11);

const kinds = ['home', 'directory', 'profile', 'search'];

const all = (times: Times) => Object.values(times).flat();

function printRow({ name, quiet, reads, growth, outcome }: Row): boolean {
  const isQuick = p95(all(reads.times)) <= FACTOR * p95(all(quiet.times)) + ALLOWANCE_MS;
  const isPassed = isQuick && reads.failures.length === 0 && growth < MAX_GROWTH_MB;
  const times = [all(quiet.times), all(reads.times), ...kinds.map((kind) => reads.times[kind] ?? [])];
  console.log(
    `${name.padEnd(32)}${times.map((some) => format(p95(some))).join('')}${`${growth} MB`.padStart(9)}  ${isPassed ? 'ok    ' : 'FAILED'} ${outcome}`,
  );
  for (const failure of reads.failures.slice(0, 3)) console.log(`    ${failure}`);
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
  const visitors = await openVisitors(ground);
  try {
    const admin = await createAdmin(ground);
    const email = 'right@example.com';
    await ground.db('users').insert({ email, name: 'Right Person', password: await hashPassword(PASSWORD) });
    const rightTimes: { ms: number; status: number }[] = [];
    // Compiles the code, fills the caches, and hashes a password, so that their memory doesn't count as growth.
    await visitors.read(5, READS_PER_SECOND);
    await (await fetch(`${ground.url}/api/dentists`)).arrayBuffer();
    await logInRightly(ground, email);
    const before = await ground.memory();
    console.log(`${'p95 of ordinary reads'.padEnd(32)}${['quiet', 'attacked', ...kinds].map((name) => name.padStart(11)).join('')}   growth`); // prettier-ignore
    let isPassed = true;
    const run = async (attack: Attack) => {
      const quiet = await visitors.read(QUIET_SECONDS, READS_PER_SECOND);
      const { result, peak } = await withPeak(ground, async () => {
        const end = attack.start(ground, admin);
        const reads = await visitors.read(seconds, READS_PER_SECOND);
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
    visitors.stop();
    await ground.stop();
  }
}
