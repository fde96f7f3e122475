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
  give,
  makeSystemHome,
  reachable,
  type RunAs,
  SYSTEM_HOME,
} from './embedded-binaries.ts';
import { isRunning } from './embedded-process.ts';

/** A database directory ready to be served. */
export interface Cluster {
  /** Holds the cluster, its log and its owner's mark. */
  home: string;
  data: string;
  log: string;
  binaries: Binaries;
  runAs: RunAs | null;
  secrets: Secrets;
}

export interface Secrets {
  /** The superuser's, used to set up and look after the cluster. */
  adminPassword: string;
  /** The application's own role. */
  password: string;
  /** Set when the cluster could not live inside the data directory. */
  home?: string;
}

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Written once, by whoever comes first; `link` makes two starts at once agree on one file. */
async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'database.json');
  for (;;) {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as Secrets;
    } catch (error) {
      if (!missing(error)) throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
    }
    const inside = join(dataDir, 'postgres');
    if (await stat(join(inside, 'data')).catch(() => null)) {
      throw new Error(
        `${inside} holds a database but ${file}, which keeps its password, is gone. Put the file back, or move the folder away.`,
      );
    }
    const who = await findRunAs(inside);
    const secrets: Secrets = {
      adminPassword: randomBytes(24).toString('base64url'),
      password: randomBytes(24).toString('base64url'),
      ...(!reachable(dataDir, who) && { home: join(SYSTEM_HOME, `database-${randomBytes(6).toString('hex')}`) }),
    };
    const draft = `${file}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
}

/** Makes the cluster when there is none, and says with what and as whom it is to be run. */
export async function prepareCluster(dataDir: string, unsafe: boolean, log: (line: string) => void): Promise<Cluster> {
  // Execute-only for others: as root, the account Postgres runs under has to walk through it.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const root = await realpath(dataDir);
  const secrets = await readSecrets(root);
  const home = secrets.home ?? join(root, 'postgres');
  const data = join(home, 'data');
  const runAs = await findRunAs(data);
  if (secrets.home) await makeSystemHome();
  // Its parent: another start may be handing the folder itself over at this moment.
  if (!reachable(dirname(home), runAs)) {
    throw new Error(
      `The account "${runAs?.name}", under which Postgres runs, cannot enter ${dirname(home)}. Make it and its parent folders executable for others (chmod o+x).`,
    );
  }
  await mkdir(home, { recursive: true, mode: 0o700 });
  await give(home, runAs);
  const major = await readFile(join(data, 'PG_VERSION'), 'utf8').then(Number, (error: unknown) => {
    if (missing(error)) return null;
    throw new Error(`${data} cannot be read by this user: ${(error as Error).message}`, { cause: error });
  });
  const cluster: Cluster = {
    home,
    data,
    log: join(home, 'postgres.log'),
    binaries: await findBinaries(runAs, major),
    runAs,
    secrets,
  };
  if (major === null) await create(cluster, unsafe, log);
  return cluster;
}

/** A killed initdb leaves a folder that starts and is incomplete: only a finished one gets the real name. */
async function create(cluster: Cluster, unsafe: boolean, log: (line: string) => void): Promise<void> {
  const { home, data, runAs, binaries } = cluster;
  for (const name of await readdir(home)) {
    const maker = /^data\.tmp(?:-(\d+))?/.exec(name);
    if (maker && !(maker[1] && isRunning(Number(maker[1]))))
      await rm(join(home, name), { recursive: true, force: true });
  }
  log(`Creating the database (Postgres ${binaries.version})`);
  const half = join(home, `data.tmp-${process.pid}-${randomBytes(3).toString('hex')}`);
  const pwfile = `${half}.pw`;
  await writeFile(pwfile, cluster.secrets.adminPassword, { mode: 0o600 });
  await give(pwfile, runAs);
  try {
    await initdb(cluster, half, pwfile, unsafe);
    await writeFile(join(half, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
    await rename(half, data);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Another start was quicker; its cluster is as good.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    if (!(await stat(data).catch(() => null))) throw error;
  } finally {
    await rm(half, { recursive: true, force: true });
    await rm(pwfile, { force: true });
  }
}

/** The same order and case rules on every machine: code points, with Unicode upper and lower case. */
function localeChoices(major: number): string[][] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return [
    ...(major >= 17 ? [[...builtin, '--lc-ctype=C.UTF-8'], [...builtin, '--lc-ctype=en_US.UTF-8'], builtin] : []),
    ['--locale=C', '--lc-ctype=C.UTF-8'],
    ['--locale=C', '--lc-ctype=en_US.UTF-8'],
    ['--locale=C'],
  ];
}

async function initdb({ binaries, runAs }: Cluster, target: string, pwfile: string, unsafe: boolean): Promise<void> {
  let told = '';
  for (const locale of localeChoices(binaries.major)) {
    const args = ['-D', target, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', pwfile, '-E', 'UTF8', ...locale];
    const { code, output } = await run(
      executable(binaries.bin, 'initdb'),
      unsafe ? [...args, '--no-sync'] : args,
      runAs,
    );
    if (code === 0) return;
    told = output;
    await rm(target, { recursive: true, force: true });
    if (!/locale|encoding/i.test(output)) break;
  }
  throw new Error(`initdb failed: ${told.trim()}`);
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

/** Nothing of ours but what a program needs to run: PG* variables would redirect it, secrets have no business there. */
export function postgresEnv(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'LD_LIBRARY_PATH', 'LOCPATH'];
  return Object.fromEntries([
    ...kept.map((name) => [name, process.env[name]]),
    ['LC_ALL', 'C'],
    ['TZ', 'UTC'],
  ]) as NodeJS.ProcessEnv;
}

/** Written at every start: the file is ours. Operators override with ALTER SYSTEM, which wins over it. */
export async function writeSettings(cluster: Cluster, unsafe: boolean): Promise<void> {
  const megabytes = Math.floor(totalmem() / 2 ** 20);
  const roomy = megabytes >= 2_000;
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    shared_buffers: roomy ? '256MB' : '128MB',
    work_mem: '16MB',
    maintenance_work_mem: roomy ? '256MB' : '64MB',
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // One server, no replicas: bulk loads into new tables need not be written twice.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '%m [%p] ',
    // Statements and row values may hold what people typed; the application logs its own errors.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(unsafe && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      shared_buffers: '128MB',
      max_wal_size: '256MB',
      // Goes with the folder, however the test ends.
      dynamic_shared_memory_type: 'mmap',
    }),
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(cluster.data, 'postgresql.conf'), `# Written by Enamel at every start.\n${text.join('')}`);
}
