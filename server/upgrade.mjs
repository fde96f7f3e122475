// `npm run upgrade -- TAG`: prepares a release next to the running one, switches to it, and goes back if it doesn't start.
// It is plain JavaScript without dependencies, because it replaces them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathTo, root, runStep } from './install.mjs';

/** Built parts, which git doesn't hold. They are moved, because a rename takes no time. */
const BUILT = ['node_modules', join('web', 'dist')];
const next = pathTo('.upgrade', 'next');
const previous = pathTo('.upgrade', 'previous');

/** Runs a program and returns its output. Throws with the output if it fails. */
function run(program, args, { cwd = root, shell = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => (output = (output + part).slice(-20_000)));
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done(output.trim()) : fail(new Error(`${output.trim()}\n"${[program, ...args].join(' ')}" failed.`)),
    );
  });
}
const git = (...args) => run('git', args);
const npm = (args, cwd) => run('npm', args, { cwd, shell: process.platform === 'win32' });

/** Moves the built parts of one folder to another. */
function moveBuilt(from, to) {
  for (const part of BUILT) {
    if (!existsSync(join(from, part))) continue;
    mkdirSync(dirname(join(to, part)), { recursive: true });
    renameSync(join(from, part), join(to, part));
  }
}

const restart = () => run(process.env.UPGRADE_RESTART, [], { shell: true });

/** Waits until the server answers as ready, which it does only with all migrations of its release. */
async function waitUntilReady(seconds) {
  const { HOST = '', PORT = '3000' } = process.env;
  const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`;
  let answer = 'no answer';
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(500)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      if (response.ok) return;
      answer = `${response.status} ${(await response.text()).slice(0, 200)}`;
    } catch (error) {
      answer = error.cause?.code ?? error.message;
    }
  }
  throw new Error(`${url} wasn't ready within ${seconds} seconds: ${answer}`);
}

/** Switches code and built parts. The reverse of itself, with the arguments exchanged. */
async function switchTo(commit, newParts, oldParts) {
  moveBuilt(root, oldParts);
  try {
    await git('checkout', '--quiet', '--detach', commit);
  } catch (error) {
    moveBuilt(oldParts, root);
    throw error;
  }
  moveBuilt(newParts, root);
}

async function removeWorktree() {
  await git('worktree', 'remove', '--force', next).catch(() => undefined);
  rmSync(pathTo('.upgrade'), { recursive: true, force: true });
  await git('worktree', 'prune');
}

/** Everything that changes neither the code nor the database of the running server. */
async function prepare(tag) {
  if (!process.env.UPGRADE_RESTART)
    throw new Error(
      'UPGRADE_RESTART isn’t set. Set it to the command that restarts the server, such as UPGRADE_RESTART="sudo systemctl restart enamel"',
    );
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed) throw new Error(`Commit or undo your changes first:\n${changed}`);
  if (existsSync(pathTo('.upgrade'))) await removeWorktree();
  await git('fetch', '--quiet', 'origin', `refs/tags/${tag}:refs/tags/${tag}`);
  const [current, target] = [await git('rev-parse', 'HEAD'), await git('rev-parse', `refs/tags/${tag}^{commit}`)];
  if (current === target) throw new Error(`This is ${tag} already.`);
  const backup = join(process.env.DATA_DIR, 'backups', `before-${tag.replaceAll('/', '-')}.enamel`);
  mkdirSync(dirname(backup), { recursive: true });
  await runStep(`Writing the backup ${backup}`, () => npm(['run', 'backup', '--', backup]));
  await git('worktree', 'add', '--quiet', '--detach', next, target);
  await runStep('Installing dependencies', () => npm(['ci', '--omit=dev', '--no-audit', '--no-fund'], next));
  await runStep('Building', () => npm(['run', 'build'], next));
  return { current, target, backup };
}

async function goBack(current, target, waitSeconds) {
  try {
    if ((await git('rev-parse', 'HEAD')) === target) await switchTo(current, previous, next);
    await runStep('Restarting the earlier release', restart);
    await runStep('Waiting for the server', () => waitUntilReady(waitSeconds));
    await removeWorktree();
  } catch (error) {
    throw new Error(`${error.message}\n\nThe earlier release is in place, but didn't start. See the server's log.`, {
      cause: error,
    });
  }
}

/** Keeps people's changes out of the database during the work, so that its backup has all of them. */
async function whileReadOnly(work) {
  const change = (state) => npm(['run', 'read-only', '--', state]);
  await runStep('Making the site read-only', () => change('on'));
  try {
    await work();
  } finally {
    await runStep('Taking changes again', () => change('off'));
  }
}

/** A proxy leaves a restarted server out for a few seconds, and the next server must not stop before. */
const PROXY_RETURN_MS = 5_000;

async function upgrade(tag, waitSeconds) {
  const { current, target, backup } = await prepare(tag).catch(async (error) => {
    await removeWorktree().catch(() => undefined);
    throw new Error(`${error.message}\n\nNothing was changed.`);
  });
  try {
    // Migrations only add, so the running server keeps working with them.
    await runStep('Migrating the database', () => npm(['run', 'migrate'], next));
  } catch (error) {
    await removeWorktree();
    throw new Error(`${error.message}\n\nThe earlier release keeps running. Your backup is ${backup}.`, {
      cause: error,
    });
  }
  try {
    await switchTo(target, next, previous);
    await runStep('Restarting', restart);
    await runStep('Waiting for the server', () => waitUntilReady(waitSeconds));
  } catch (error) {
    console.error(`${error.message}\n\nGoing back to the earlier release.`);
    await goBack(current, target, waitSeconds);
    throw new Error(`${tag} didn't start, so the earlier release runs again. Your backup is ${backup}.`, {
      cause: error,
    });
  }
  await removeWorktree();
  await runStep('Waiting for proxies to use the server again', () => pause(PROXY_RETURN_MS));
  console.log(`The server runs ${tag}. Your backup is ${backup}.`);
}

// The steps run in several folders.
process.env.DATA_DIR = resolve(root, process.env.DATA_DIR ?? '.data');
const options = process.argv.slice(2).filter((argument) => argument !== '--read-only');
const isReadOnly = process.argv.includes('--read-only');
const [tag, wait = '--wait=90'] = options;
const [, seconds] = /^--wait=(\d+)$/.exec(wait) ?? [];
if (!tag || !/^\w[\w./-]*$/.test(tag) || !seconds) {
  console.error('Usage: npm run upgrade -- TAG [--wait=SECONDS] [--read-only]');
  process.exit(2);
}
const work = () => upgrade(tag, Number(seconds));
(isReadOnly ? whileReadOnly(work) : work()).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
