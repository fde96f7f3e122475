// `npm start`: installs and builds what is stale, then runs the server in this process. It is plain JavaScript without
// dependencies, because it runs before they are installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pathTo = (...parts) => join(root, ...parts);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `Enamel needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer version from https://nodejs.org and run npm start again.`,
  );
}

// Until the server installs its own handlers, a signal must still run the exit handlers, because they stop the database.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}
process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));

// npm sends SIGTERM only to its shell, which exits without forwarding it. Losing the parent process is our only signal.
if (process.env.npm_lifecycle_event && process.platform !== 'win32' && process.ppid > 1) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    if (process.listenerCount('SIGTERM') > 1) process.emit('SIGTERM', 'SIGTERM');
    else process.exit(143);
  }, 250).unref();
}

/** Runs a step with an updating line on a terminal, or a line every few seconds elsewhere. */
async function runStep(label, work, detail = () => '') {
  const since = performance.now();
  const tty = process.stdout.isTTY;
  let turn = 0;
  const line = () => [label, detail(), seconds(since)].filter(Boolean).join(' · ');
  if (!tty) console.log(`${label} ...`);
  const timer = setInterval(
    () => {
      if (!tty) return console.log(`  ${line()}`);
      process.stdout.write(
        `\r\x1b[2K${'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'[turn++ % 10]} ${line().slice(0, (process.stdout.columns || 80) - 3)}`,
      );
    },
    tty ? 100 : 5_000,
  );
  try {
    await work();
  } finally {
    clearInterval(timer);
    if (tty) process.stdout.write('\r\x1b[2K');
  }
  console.log(`${label}: done in ${seconds(since)}`);
}

/** Runs npm and shows its output only when it fails. */
function runNpm(args, env = {}) {
  const npmCli = process.env.npm_execpath;
  const viaNode = npmCli && /npm-cli\.c?js$/.test(npmCli);
  const windows = process.platform === 'win32';
  return new Promise((done, reject) => {
    const child = spawn(viaNode ? process.execPath : windows ? 'npm.cmd' : 'npm', viaNode ? [npmCli, ...args] : args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !viaNode && windows,
    });
    let output = '';
    const capture = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout.on('data', capture);
    child.stderr.on('data', capture);
    const stop = () => child.kill();
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      if (code === 0) done();
      else
        reject(
          new Error(`${output.trim()}\n\n"npm ${args.join(' ')}" failed for the reason above. Nothing was started.`),
        );
    });
  });
}

/** Whether node_modules already matches the lock file, apart from optional packages. */
function isInstalled(lock) {
  const text = read(pathTo('node_modules', '.package-lock.json'));
  if (!text) return false;
  const installedPackages = JSON.parse(text).packages ?? {};
  return Object.entries(JSON.parse(lock).packages).every(([path, locked]) => {
    if (path === '') return true;
    if (installedPackages[path]) return installedPackages[path].version === locked.version;
    return Boolean(
      locked.optional || locked.devOptional || locked.peer || (locked.dev && process.env.NODE_ENV === 'production'),
    );
  });
}

async function install() {
  const lock = read(pathTo('package-lock.json'));
  if (lock === null)
    return existsSync(pathTo('node_modules'))
      ? undefined
      : fail('package-lock.json is missing, so this copy of Enamel is incomplete.');
  const stamp = pathTo('node_modules', '.enamel-lock');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (read(stamp) === hash) return;
  if (!isInstalled(lock)) {
    const isForThisMachine = ({ os, cpu }) =>
      (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
    const paths = Object.entries(JSON.parse(lock).packages).flatMap(([path, locked]) =>
      path && isForThisMachine(locked) ? path : [],
    );
    const count = () =>
      `${paths.filter((path) => existsSync(pathTo(path, 'package.json'))).length} of about ${paths.length} packages`;
    await runStep(
      'Installing dependencies',
      () => runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']),
      count,
    );
  }
  try {
    writeFileSync(stamp, hash);
  } catch (error) {
    // In a container node_modules is read-only, and the check above runs again at the next start.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

function* findSources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'e2e'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* findSources(path);
    else if (entry.isFile()) yield path;
  }
}

async function build() {
  const folders = ['ui', 'web', 'server/contract'].map((name) => pathTo(name));
  // A packaged server has the bundle without its sources.
  if (!folders.every((folder) => existsSync(folder))) return;
  const hash = createHash('sha256');
  for (const file of [
    ...folders.flatMap((folder) => [...findSources(folder)]),
    pathTo('package.json'),
    pathTo('package-lock.json'),
  ]) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(read(file) ?? '')
      .update('\0');
  }
  const sourceHash = hash.digest('hex');
  const stamp = pathTo('web', 'dist', '.enamel-build');
  if (read(stamp) === sourceHash) return;
  rmSync(stamp, { force: true });
  await runStep('Building the website', () => runNpm(['run', 'build'], { NODE_ENV: 'production' }));
  mkdirSync(pathTo('web', 'dist'), { recursive: true });
  writeFileSync(stamp, sourceHash);
}

try {
  await install();
  await build();
} catch (error) {
  fail(error.message);
}

const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
