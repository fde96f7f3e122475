import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { freshDatabase, type TestPostgres } from '#server/test/programs/database.ts';

export interface BrowserTestPostgres extends TestPostgres {
  /** A migrated database with sample listings, accounts, and articles. */
  sampleTemplate: string;
}

export interface TestServer {
  url: string;
  dataDir: string;
  db: Knex;
  /** The lines that the server has logged so far, at the level of `logLevel`. */
  log: readonly string[];
  stop(): Promise<void>;
}

/** Starts the built product in a child process on a fresh copy of a template database. */
export async function startTestServer({
  sampleData = true,
  logLevel,
  env = {},
}: { sampleData?: boolean; logLevel?: string | undefined; env?: Record<string, string> } = {}): Promise<TestServer> {
  const { sampleTemplate, ...postgres } = JSON.parse(process.env.E2E_POSTGRES!) as BrowserTestPostgres;
  const database = await freshDatabase(sampleData ? { ...postgres, template: sampleTemplate } : postgres);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-e2e-'));
  const dataDir = join(folder, 'data');
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SAMPLE_DATA: '0',
      ...(logLevel === undefined ? {} : { TEST_LOG: logLevel }),
      ...env,
    },
    stdio: ['ignore', logLevel === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
  });
  const log: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => log.push(line));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const address = await Promise.race([
    once(child, 'message').then(([message]) => message as { url: string }),
    exited.then(() => null),
  ]);
  if (!address) {
    await stop();
    throw new Error('The server did not start. Is the site built? Run `npm run build`.');
  }
  return { url: address.url, dataDir, db: database.db, log, stop };
}
