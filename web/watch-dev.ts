// `npm run dev`: runs web/dev.ts and restarts it when a file of the server changes. Vite reloads the pages by itself.
// The database keeps running across restarts because this process starts it and the server joins it.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '#server/base/config.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** An editor may write several files for one save. */
const SETTLE_MS = 150;

function readConfigOrExit() {
  try {
    return readConfig({ ...process.env, NODE_ENV: 'development' });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const config = readConfigOrExit();
const embedded = config.DATABASE_URL ? null : await startEmbedded({ dataDir: config.DATA_DIR, log: console.log });

/** `npm run dev -- --inspect` debugs the server, not this process. */
const inspectFlags = process.argv.slice(2).filter((flag) => flag.startsWith('--inspect'));
let server: ChildProcess;
let stopping = false;

function startServer(): void {
  server = fork(fileURLToPath(new URL('dev.ts', import.meta.url)), { execArgv: ['--import', 'tsx', ...inspectFlags] });
  server.once('exit', (code) => {
    if (!stopping && !restarting && code !== 0) console.log('The server stopped. Waiting for a file to change.');
  });
}

async function stopServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // SIGINT skips the notice that a stop by SIGTERM gives to load balancers.
  server.kill('SIGINT');
  await exited;
}

let restarting: Promise<void> | null = null;
let timer: NodeJS.Timeout | undefined;
let changedFile = '';

function restartSoon(file: string): void {
  changedFile = file;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting ??= (async () => {
      console.log(`${changedFile} changed. Restarting the server.`);
      await stopServer();
      restarting = null;
      if (!stopping) startServer();
    })();
  }, SETTLE_MS);
}

const isServerFile = (file: string) =>
  /\.(ts|mjs|json|sql)$/.test(file) && !/\.(test|spec)\.ts$/.test(file) && !/^(test|e2e|dist)\//.test(file);

for (const [folder, pattern] of [
  ['server', /^/],
  ['web', /^(dev|assets|vite\.config)\.ts$/],
] as const) {
  watch(`${root}/${folder}`, { recursive: true }, (_event, name) => {
    const file = name?.replaceAll('\\', '/');
    if (file && pattern.test(file) && isServerFile(file)) restartSoon(`${folder}/${file}`);
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void (async () => {
      clearTimeout(timer);
      await restarting;
      await stopServer();
      await embedded?.stop();
      process.exit(0);
    })();
  });
}
startServer();
