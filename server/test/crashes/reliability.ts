import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/base/config.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { sendMessage } from '../people/contact.ts';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

interface Restarts {
  requests: number;
  acknowledged: number;
  /** Responses other than 200 and 503. */
  wrong: string[];
  lost: number;
  /** Jobs of acknowledged writes that had not run 20 seconds after the last restart. */
  undone: number;
  /** Longest time in milliseconds from the database accepting connections to the first 200. */
  slowestRecovery: number;
}

/** Kills Postgres repeatedly under readers and writers, and counts lost writes and wrong responses. */
export async function restartPostgres(times: number, connections: number): Promise<Restarts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'enamel-restarts-'));
  await chmod(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir });
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: embedded.url,
    LOG_LEVEL: 'silent',
    LIMIT_CONTACT: '1000000/60',
    LIMIT_API: '1000000/60',
  });
  const running = await boot(config, { databaseUrl: embedded.url });
  const result: Restarts = { requests: 0, acknowledged: 0, wrong: [], lost: 0, undone: 0, slowestRecovery: 0 };
  const acknowledged: string[] = [];
  let over = false;

  const judge = (what: string, status: number) => {
    result.requests += 1;
    if (status !== 200 && status !== 503) result.wrong.push(`${what} -> ${status}`);
  };
  const client = async (number: number) => {
    for (let turn = 0; !over; turn++) {
      try {
        const check = await fetch(`${running.url}/api/services`);
        judge('read', check.status);
        await check.arrayBuffer();
        if (number % 2 === 0) continue;
        const message = `message ${number}.${turn}`;
        const sent = await sendMessage(running.url, message);
        judge('write', sent.status);
        await sent.arrayBuffer();
        if (sent.status === 200) acknowledged.push(message);
      } catch (error) {
        result.wrong.push(String(error));
      }
      await pause(5);
    }
  };
  const clients = Array.from({ length: connections }, (_, number) => client(number));
  for (let time = 0; time < times; time++) {
    await pause(400);
    const pid = await postmaster(dataDir);
    process.kill(pid, 'SIGQUIT');
    await until(async () => (isAlive(pid) ? null : true), 10_000);
    // A new connection shows that the database is back.
    const accepts = await until(async () => (await canConnect(embedded.url)) || null, 20_000);
    const good = await until(async () => ((await fetch(`${running.url}/api/services`)).ok ? true : null), 20_000);
    if (accepts === null || good === null) throw new Error('The database did not come back');
    result.slowestRecovery = Math.max(result.slowestRecovery, good - accepts);
  }
  await pause(300);
  over = true;
  await Promise.all(clients);
  const stored = new Set((await running.deps.db('contactMessages').pluck('message')) as string[]);
  result.acknowledged = acknowledged.length;
  result.lost = acknowledged.filter((message) => !stored.has(message)).length;
  // Each stored message sends one email, through a job of the same transaction.
  const mails = async () => (await readdir(join(dataDir, 'outbox')).catch(() => [])).length;
  await until(async () => ((await mails()) >= stored.size ? true : null), 20_000);
  result.undone = Math.max(0, stored.size - (await mails()));
  await running.stop();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
  return result;
}

async function until(test: () => Promise<true | null>, limit: number): Promise<number | null> {
  const start = performance.now();
  while (performance.now() - start < limit) {
    if (await test().catch(() => null)) return performance.now();
    await pause(10);
  }
  return null;
}

async function canConnect(url: string): Promise<true | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  await client.connect();
  await client.end();
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function postmaster(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
