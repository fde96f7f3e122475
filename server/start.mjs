// `npm start`: installs and builds what is stale, then runs the server in this process. It is plain JavaScript without
// dependencies, because it runs before they are installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join, relative } from 'node:path';
import { installPackages, pathTo, read, root, runNpm, runStep } from './install.mjs';

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

function* findSources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'e2e'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* findSources(path);
    else if (entry.isFile()) yield path;
  }
}

async function build() {
  const folders = ['ui', 'web', 'server/contract', 'server/shared'].map((name) => pathTo(name));
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
  await installPackages({ development: false });
  await build();
} catch (error) {
  fail(error.message);
}

// Node 22 and newer keep compiled code between starts, in the system's temporary folder.
module.enableCompileCache?.();
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
