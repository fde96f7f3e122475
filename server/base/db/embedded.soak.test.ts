import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseUrl, type Embedded, startEmbedded } from './embedded.ts';
import { quickFolder } from '#server/test/programs/database.ts';
import { isRunning, sleep } from './embedded-process.ts';

let dataDir: string;
let open: Embedded[] = [];
let children: ChildProcess[] = [];

beforeEach(async () => {
  const folder = await mkdtemp(join(await quickFolder(), 'enamel-embedded-'));
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data dir');
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of open) await embedded.stop();
  // A failed test may leave Postgres running.
  const pid = Number(
    (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
  if (pid > 1 && pid !== process.pid && isRunning(pid)) {
    process.kill(pid, 'SIGINT');
    await until(() => !isRunning(pid));
  }
  [open, children] = [[], []];
  await rm(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
});

async function start(options: { unsafe?: boolean; log?: (line: string) => void } = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, unsafe: true, ...options });
  open.push(embedded);
  return embedded;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows.map((row) => row.answer);
  } finally {
    await client.end();
  }
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await check()); await sleep(20)) {
    if (Date.now() > end) throw new Error('The condition did not become true within 10 seconds');
  }
}

/** Runs `code` in another process, which starts the same database and prints its address. */
async function startProcess(
  code: string,
): Promise<{ child: ChildProcess; url: string; pid: number; attached: boolean }> {
  const module = JSON.stringify(new URL('./embedded.ts', import.meta.url).href);
  const script = `
    const { startEmbedded, databaseUrl } = await import(${module});
    const dataDir = ${JSON.stringify(dataDir)};
    const report = (e) => console.log(JSON.stringify({ url: e.url, pid: e.pid, attached: e.attached }));
    ${code}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('\n')) break;
  }
  return { child, ...(JSON.parse(output) as { url: string; pid: number; attached: boolean }) };
}

const KEEP_RUNNING = `report(await startEmbedded({ dataDir, unsafe: true })); setInterval(() => {}, 1e6);`;

test('the first start creates a private database, a restart keeps it, and stop leaves no process', async () => {
  const first = await start({ unsafe: false });
  expect(first.attached).toBe(false);
  await ask(first.url, 'create table numbers (n int)');
  await ask(first.url, 'insert into numbers values (7)');
  expect(
    await ask(
      first.url,
      `select name || '=' || setting as answer from pg_settings
       where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'jit', 'max_connections', 'TimeZone') order by name`,
    ),
  ).toEqual([
    'TimeZone=UTC',
    'fsync=on',
    'jit=off',
    'listen_addresses=127.0.0.1',
    'max_connections=100',
    'unix_socket_directories=',
  ]);
  expect((await stat(join(dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  const wrong = new URL(first.url);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);

  await first.stop();
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);

  const second = await start({ unsafe: false });
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.url, 'select n as answer from numbers')).toEqual([7]);
});

test('a killed Postgres restarts at the same address with every acknowledged row', async () => {
  const lines: string[] = [];
  const embedded = await start({ unsafe: false, log: (line) => lines.push(line) });
  await ask(embedded.url, 'create table numbers (n int)');
  for (let n = 1; n <= 20; n++) await ask(embedded.url, `insert into numbers values (${n})`);
  const killedPid = embedded.pid;
  process.kill(killedPid, 'SIGKILL');
  await until(() => embedded.pid !== killedPid);
  expect(await ask(embedded.url, 'select count(*)::int as answer from numbers')).toEqual([20]);
  expect(lines).toContain('Postgres stopped unexpectedly; restarting it');
  await embedded.stop();
  expect(isRunning(embedded.pid)).toBe(false);
});

test('the next start recovers after the server and Postgres were killed', async () => {
  const { child, pid, url } = await startProcess(KEEP_RUNNING.replace('unsafe: true', 'unsafe: false'));
  await ask(url, 'create table numbers as select 1 as n');
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  const embedded = await start({ unsafe: false });
  expect(embedded.attached).toBe(false);
  expect(await ask(embedded.url, 'select n as answer from numbers')).toEqual([1]);
});

test('the next start takes over and stops a Postgres that a killed server left running', async () => {
  const { child, pid, url } = await startProcess(KEEP_RUNNING);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunning(pid)).toBe(true);
  const embedded = await start();
  expect(embedded).toMatchObject({ url, pid, attached: false });
  await embedded.stop();
  expect(isRunning(pid)).toBe(false);
});

test('an attached process never stops Postgres, and restarts it when the owner stops', async () => {
  const owner = await start();
  const guest = await startEmbedded({ dataDir });
  expect(guest).toMatchObject({ url: owner.url, pid: owner.pid, attached: true });
  await guest.stop();
  expect(await ask(owner.url, 'select 1 as answer')).toEqual([1]);

  const stays = await start();
  await owner.stop();
  await until(() => stays.pid !== owner.pid);
  expect(stays).toMatchObject({ url: owner.url, attached: false });
  expect(await ask(stays.url, 'select 1 as answer')).toEqual([1]);
});

test('concurrent starts in one or several processes share one database', async () => {
  const all = await Promise.all([start(), start(), startProcess(KEEP_RUNNING), startProcess(KEEP_RUNNING)]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
  expect(all.filter(({ attached }) => !attached)).toHaveLength(1);
  expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data'))).toEqual(['data']);
});

test('the next start deletes what a killed first start left behind', async () => {
  await mkdir(join(dataDir, 'postgres/data.tmp-999999999-abc/base'), { recursive: true });
  await mkdir(join(dataDir, 'postgres/data.tmp'), { recursive: true });
  await writeFile(join(dataDir, 'postgres/data.tmp/PG_VERSION'), '18\n');
  await chmod(dataDir, 0o711);
  const embedded = await start();
  expect(await ask(embedded.url, 'select current_database() as answer')).toEqual(['enamel']);
  expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data'))).toEqual(['data']);
});

test('Postgres starts although its pid file names another program', async () => {
  await (await start()).stop();
  await writeFile(
    join(dataDir, 'postgres/data/postmaster.pid'),
    `${process.pid}\n${dataDir}\n0\n5432\n\n127.0.0.1\n0\nready\n`,
  );
  const embedded = await start();
  expect(embedded.pid).not.toBe(process.pid);
  expect(await ask(embedded.url, 'select 1 as answer')).toEqual([1]);
});

test('a database without its password file is refused with an explanation', async () => {
  await (await start()).stop();
  await rm(join(dataDir, 'database.json'));
  await expect(start()).rejects.toThrow(/the file with its password, .*database\.json, is missing/);
});

test('a command stops the Postgres it started when it ends or is interrupted', async () => {
  const ended = await startProcess(`report(await startEmbedded({ dataDir, unsafe: true })); process.exit(0);`);
  await until(() => !isRunning(ended.pid));

  const interrupted = await startProcess(
    `const url = await databaseUrl({ DATA_DIR: dataDir }); report(await startEmbedded({ dataDir })); setInterval(() => {}, 1e6);`,
  );
  expect(interrupted.attached).toBe(true);
  interrupted.child.kill('SIGINT');
  await until(() => !isRunning(interrupted.pid));
});

test('DATABASE_URL wins over the embedded database', async () => {
  expect(await databaseUrl({ DATABASE_URL: 'postgres://elsewhere/db', DATA_DIR: dataDir })).toBe(
    'postgres://elsewhere/db',
  );
  expect(existsSync(dataDir)).toBe(false);
});
