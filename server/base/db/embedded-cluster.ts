import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Binaries,
  executable,
  findBinaries,
  findRunAs,
  giveTo,
  makeSystemHome,
  isReachable,
  type RunAs,
  SYSTEM_HOME,
} from './embedded-binaries.ts';
import { isRunning } from './embedded-process.ts';

/** A database directory that Postgres can run on. */
export interface Cluster {
  /** Holds the cluster, its log, and the file that names its owner. */
  home: string;
  data: string;
  log: string;
  binaries: Binaries;
  runAs: RunAs | null;
  secrets: Secrets;
}

interface Secrets {
  /** The password of the superuser, who sets up and maintains the cluster. */
  adminPassword: string;
  /** The password of the application's role. */
  password: string;
  /** Set if the cluster can't be inside the data directory. */
  home?: string;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Reads the secrets, or creates them. Concurrent starts agree on one file, because `link` fails if it exists. */
async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'database.json');
  for (;;) {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as Secrets;
    } catch (error) {
      if (!isMissing(error)) throw new Error(`We couldn't read ${file}: ${(error as Error).message}`, { cause: error });
    }
    const inside = join(dataDir, 'postgres');
    if (await stat(join(inside, 'data')).catch(() => null)) {
      throw new Error(
        `${inside} holds a database, but the file with its password, ${file}, is missing. Restore the file, or move the folder away.`,
      );
    }
    const who = await findRunAs(inside);
    const secrets: Secrets = {
      adminPassword: randomBytes(24).toString('base64url'),
      password: randomBytes(24).toString('base64url'),
      ...(!isReachable(dataDir, who) && { home: join(SYSTEM_HOME, `database-${randomBytes(6).toString('hex')}`) }),
    };
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
}

/** Creates the cluster if there is none, and finds the binaries and the account to run it with. */
export async function prepareCluster(dataDir: string, unsafe: boolean, log: (line: string) => void): Promise<Cluster> {
  // For root, others may enter but not list the folder, because the account that Postgres runs under must pass through it.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const root = await realpath(dataDir);
  const secrets = await readSecrets(root);
  const home = secrets.home ?? join(root, 'postgres');
  const data = join(home, 'data');
  const runAs = await findRunAs(data);
  if (secrets.home) await makeSystemHome();
  // Checks the parent, because a concurrent start may be changing the owner of the folder itself.
  if (!isReachable(dirname(home), runAs)) {
    throw new Error(
      `Postgres runs as the account "${runAs?.name}", which can't enter ${dirname(home)}. Run chmod o+x on this folder and its parents.`,
    );
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  await giveTo(home, runAs);
  const major = await readFile(join(data, 'PG_VERSION'), 'utf8').then(Number, (error: unknown) => {
    if (isMissing(error)) return null;
    throw new Error(`We couldn't read ${data} as this user: ${(error as Error).message}`, { cause: error });
  });
  const cluster: Cluster = {
    home,
    data,
    log: join(home, 'postgres.log'),
    binaries: await findBinaries(runAs, major),
    runAs,
    secrets,
  };
  if (major === null) await createCluster(cluster, unsafe, log);
  return cluster;
}

/** Runs initdb in a draft folder and renames it, because a killed initdb leaves a cluster that starts but is incomplete. */
async function createCluster(cluster: Cluster, unsafe: boolean, log: (line: string) => void): Promise<void> {
  const { home, data, runAs, binaries } = cluster;
  for (const name of await readdir(home)) {
    const creator = /^data\.tmp(?:-(\d+))?/.exec(name);
    if (creator && !(creator[1] && isRunning(Number(creator[1]))))
      await rm(join(home, name), { recursive: true, force: true });
  }
  log(`Creating the database (Postgres ${binaries.version})`);
  const draft = join(home, `data.tmp-${process.pid}-${randomBytes(3).toString('hex')}`);
  const passwordFile = `${draft}.pw`;
  await writeFile(passwordFile, cluster.secrets.adminPassword, { mode: 0o600 });
  await giveTo(passwordFile, runAs);
  try {
    await initdb(cluster, draft, passwordFile, unsafe);
    await writeFile(join(draft, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
    await rename(draft, data);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // A concurrent start was faster; use its cluster.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    if (!(await stat(data).catch(() => null))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

/** Locales with the same sort order and case rules on every machine: by code point, with Unicode upper and lower case. */
function localeChoices(major: number): string[][] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return [
    ...(major >= 17 ? [[...builtin, '--lc-ctype=C.UTF-8'], [...builtin, '--lc-ctype=en_US.UTF-8'], builtin] : []),
    ['--locale=C', '--lc-ctype=C.UTF-8'],
    ['--locale=C', '--lc-ctype=en_US.UTF-8'],
    ['--locale=C'],
  ];
}

async function initdb(
  { binaries, runAs }: Cluster,
  target: string,
  passwordFile: string,
  unsafe: boolean,
): Promise<void> {
  let lastOutput = '';
  for (const locale of localeChoices(binaries.major)) {
    const login = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
    const args = ['-D', target, ...login, '-E', 'UTF8', ...locale];
    const { code, output } = await run(
      executable(binaries.bin, 'initdb'),
      unsafe ? [...args, '--no-sync'] : args,
      runAs,
    );
    if (code === 0) return;
    lastOutput = output;
    await rm(target, { recursive: true, force: true });
    if (!/locale|encoding/i.test(output)) break;
  }
  throw new Error(`initdb failed: ${lastOutput.trim()}`);
}

function run(file: string, args: string[], runAs: RunAs | null): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(file, args, {
      cwd: process.platform === 'win32' ? undefined : '/',
      env: postgresEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => done({ code, output }));
  });
}

/** Only what a program needs to run, because PG* variables would redirect Postgres and it must not see our secrets. */
export function postgresEnv(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'LD_LIBRARY_PATH', 'LOCPATH'];
  return Object.fromEntries([
    ...names.map((name) => [name, process.env[name]]),
    ['LC_ALL', 'C'],
    ['TZ', 'UTC'],
  ]) as NodeJS.ProcessEnv;
}

/** Overwrites postgresql.conf at every start. Operators can override it with ALTER SYSTEM. */
export async function writeSettings(cluster: Cluster, unsafe: boolean): Promise<void> {
  const megabytes = Math.floor(totalmem() / 2 ** 20);
  const hasAmpleMemory = megabytes >= 2_000;
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    shared_buffers: hasAmpleMemory ? '256MB' : '128MB',
    work_mem: '16MB',
    maintenance_work_mem: hasAmpleMemory ? '256MB' : '64MB',
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // There are no replicas, so bulk loads into new tables can skip the write-ahead log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '%m [%p] ',
    // Statements and row values may contain personal data. The application logs its own errors.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(unsafe && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      shared_buffers: '128MB',
      max_wal_size: '256MB',
      // Deleted with the folder, however the test ends.
      dynamic_shared_memory_type: 'mmap',
    }),
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(cluster.data, 'postgresql.conf'), `# Written by the server at every start.\n${text.join('')}`);
}
