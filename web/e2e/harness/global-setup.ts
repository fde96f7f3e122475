import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BrowserTestPostgres } from './test-server.ts';

/** Starts one Postgres for all workers; each of them copies its databases from the templates there. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const child = fork(fileURLToPath(new URL('postgres-child.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const postgres = await Promise.race([
    once(child, 'message').then(([message]) => message as BrowserTestPostgres),
    exited.then(() => null),
  ]);
  if (!postgres) throw new Error('The database for the browser tests did not start.');
  // Workers inherit the environment.
  process.env.E2E_POSTGRES = JSON.stringify(postgres);
  return async () => {
    if (child.connected) child.disconnect();
    await exited;
  };
}
