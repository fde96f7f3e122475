// Installs the packages in package-lock.json. `node server/install.mjs` adds the development packages. It is plain
// JavaScript without dependencies, because it runs before they are installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const pathTo = (...parts) => join(root, ...parts);
export const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Erases the progress of the current step. */
const clearLine = () => process.stdout.isTTY && process.stdout.write('\r\x1b[2K');

/**
 * Runs a step with an updating line on a terminal, or a line every few seconds elsewhere or `inBackground`, because other
 * steps then use the terminal.
 */
export async function runStep(label, work, { detail = () => '', inBackground = false } = {}) {
  const since = performance.now();
  const tty = process.stdout.isTTY && !inBackground;
  let turn = 0;
  const line = () => [label, detail(), seconds(since)].filter(Boolean).join(' · ');
  if (!tty) console.log(`${label} ...`);
  const timer = setInterval(
    () => {
      if (!tty) {
        clearLine();
        return console.log(`  ${line()}`);
      }
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
    clearLine();
  }
  console.log(`${label}: done in ${seconds(since)}`);
}

/** Runs npm and shows its output only when it fails. At a low priority, other work gets the cores first. */
export function runNpm(args, env = {}, { isLowPriority = false } = {}) {
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
    if (isLowPriority && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
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
function isInstalled(packages, installedPackages, development) {
  return Object.entries(packages).every(([path, locked]) => {
    if (path === '') return true;
    if (installedPackages[path]) return installedPackages[path].version === locked.version;
    return Boolean(locked.optional || locked.devOptional || locked.peer || (locked.dev && !development));
  });
}

/**
 * Installs what package-lock.json names and node_modules lacks. Without `development` the test tools and Electron are
 * left out, which are most of the download, unless an earlier installation already has them.
 */
export async function installPackages({ development }) {
  const lock = read(pathTo('package-lock.json'));
  if (lock === null) {
    if (existsSync(pathTo('node_modules'))) return;
    throw new Error('package-lock.json is missing, so this copy is incomplete.');
  }
  const stamp = pathTo('node_modules', '.enamel-lock');
  const hash = `${createHash('sha256').update(lock).digest('hex')}${development ? ' with development packages' : ''}`;
  if (read(stamp)?.startsWith(hash)) return;
  const { packages } = JSON.parse(lock);
  const installedPackages = JSON.parse(read(pathTo('node_modules', '.package-lock.json')) ?? '{}').packages ?? {};
  if (!isInstalled(packages, installedPackages, development)) {
    const hasDevelopmentPackages = Object.entries(packages).some(
      ([path, { dev, optional }]) => dev && !optional && path in installedPackages,
    );
    const everything = development || hasDevelopmentPackages;
    const isNeededHere = ({ os, cpu, dev }) =>
      (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && (!dev || everything);
    const paths = Object.entries(packages).flatMap(([path, locked]) => (path && isNeededHere(locked) ? path : []));
    const count = () =>
      `${paths.filter((path) => existsSync(pathTo(path, 'package.json'))).length} of about ${paths.length} packages`;
    const options = ['--no-audit', '--no-fund', '--loglevel=error', ...(everything ? [] : ['--omit=dev'])];
    await runStep('Installing dependencies', () => runNpm(['ci', ...options]), { detail: count });
  }
  try {
    writeFileSync(stamp, hash);
  } catch (error) {
    // In a container node_modules is read-only, and the check above runs again at the next start.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  installPackages({ development: true }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
