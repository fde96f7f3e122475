// `npm start`: installs and builds what is stale, then runs the server in this process. It is plain JavaScript without
// dependencies, because it runs before they are installed.
import module from 'node:module';
import { isBuilt, removeStamp } from './build-stamp.mjs';
import { installPackages, runNpm, runStep } from './install.mjs';

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `The server needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer version from https://nodejs.org and run npm start again.`,
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

/** Bundles the server, and returns while the website is being built, because a first start fills its database until then. */
async function build() {
  if (isBuilt()) return;
  // Wrong settings are reported before the build, because it takes half a minute.
  const { tsImport } = await import('tsx/esm/api');
  const { readConfig } = await tsImport('./base/config.ts', import.meta.url);
  readConfig(process.env);
  removeStamp();
  await import('./bundle.mjs');
  // The start waits for the database, which takes longer than the website.
  const buildWebsite = () => runNpm(['run', 'build'], { NODE_ENV: 'production' }, { isLowPriority: true });
  const website = runStep('Building the website', buildWebsite, { inBackground: true });
  website.catch(({ message }) => fail(message));
  globalThis.websiteBuild = website;
}

try {
  await installPackages({ development: false });
  // Node 22 and newer keep compiled code between starts, in the system's temporary folder.
  module.enableCompileCache?.();
  process.setSourceMapsEnabled(true);
  await build();
} catch (error) {
  fail(error.message);
}

await import('../web/dist/server/main.js');
