// `npm start`: makes a fresh clone ready, then becomes the server. Plain JavaScript without dependencies: it runs before they exist.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `Enamel needs Node 20.19 or newer; this is ${process.versions.node}. Get a newer one from https://nodejs.org and run npm start again.`,
  );
}

// Before the server has handlers of its own, a signal still has to run the exit handlers: they stop the database.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}
process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));

// npm hands a SIGTERM to its shell, which dies of it without telling us: being orphaned is the message.
if (process.env.npm_lifecycle_event && process.platform !== 'win32' && process.ppid > 1) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    if (process.listenerCount('SIGTERM') > 1) process.emit('SIGTERM', 'SIGTERM');
    else process.exit(143);
  }, 250).unref();
}

/** One line that moves on a terminal; elsewhere a plain line now and then. */
async function step(label, work, detail = () => '') {
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

/** Runs npm quietly; what it said is shown only when it fails. */
function npm(args, env = {}) {
  const own = process.env.npm_execpath;
  const viaNode = own && /npm-cli\.c?js$/.test(own);
  const windows = process.platform === 'win32';
  return new Promise((done, reject) => {
    const child = spawn(viaNode ? process.execPath : windows ? 'npm.cmd' : 'npm', viaNode ? [own, ...args] : args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !viaNode && windows,
    });
    let said = '';
    const keep = (chunk) => (said = (said + chunk).slice(-20_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const stop = () => child.kill();
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      if (code === 0) done();
      else
        reject(
          new Error(`${said.trim()}\n\n"npm ${args.join(' ')}" failed; the reason is above. Nothing was started.`),
        );
    });
  });
}

/** Whether an install done by hand already matches the lock, in all that is not optional. */
function installed(lock) {
  const text = read(at('node_modules', '.package-lock.json'));
  if (!text) return false;
  const have = JSON.parse(text).packages ?? {};
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (path === '') return true;
    if (have[path]) return have[path].version === wanted.version;
    return Boolean(
      wanted.optional || wanted.devOptional || wanted.peer || (wanted.dev && process.env.NODE_ENV === 'production'),
    );
  });
}

async function install() {
  const lock = read(at('package-lock.json'));
  if (lock === null)
    return existsSync(at('node_modules'))
      ? undefined
      : fail('package-lock.json is missing: this is not a whole copy of Enamel.');
  const stamp = at('node_modules', '.enamel-lock');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (read(stamp) === hash) return;
  if (!installed(lock)) {
    const here = ({ os, cpu }) => (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
    const paths = Object.entries(JSON.parse(lock).packages).flatMap(([path, wanted]) =>
      path && here(wanted) ? path : [],
    );
    const count = () =>
      `${paths.filter((path) => existsSync(at(path, 'package.json'))).length} of about ${paths.length} packages`;
    await step('Installing what Enamel needs', () => npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']), count);
  }
  writeFileSync(stamp, hash);
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'e2e'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.isFile()) yield path;
  }
}

async function build() {
  const folders = ['ui', 'web', 'server/contract'].map((name) => at(name));
  // A packed server carries the bundle without its sources.
  if (!folders.every((folder) => existsSync(folder))) return;
  const hash = createHash('sha256');
  for (const file of [
    ...folders.flatMap((folder) => [...sources(folder)]),
    at('package.json'),
    at('package-lock.json'),
  ]) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(read(file) ?? '')
      .update('\0');
  }
  const wanted = hash.digest('hex');
  const stamp = at('web', 'dist', '.enamel-build');
  if (read(stamp) === wanted) return;
  rmSync(stamp, { force: true });
  await step('Building the site', () => npm(['run', 'build'], { NODE_ENV: 'production' }));
  mkdirSync(at('web', 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
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
