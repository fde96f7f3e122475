import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#server/base/clock.ts';
import { inspectConfig } from '#server/base/config.ts';
import { connect, rejectTransactionPooler } from '#server/base/db/connect.ts';
import { DatabaseProblem } from '#server/base/db/database-problem.ts';
import { databaseUrl } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { createSecrets, loadSecret } from '#server/base/secrets.ts';
import { checkKeys, examine, type CheckResult } from './examine.ts';
import { systemDns, thisMachine } from './surroundings.ts';

const asJson = process.argv.includes('--json');
const keys = process.argv.slice(2).filter((argument) => argument !== '--json');
if (keys.some((key) => !checkKeys.includes(key))) {
  console.error(`Usage: npm run doctor -- [--json] [CHECK...]\nChecks: ${checkKeys.join(', ')}`);
  process.exit(2);
}

const { config, problems } = inspectConfig(process.env);

/** The server's secret, for the probe of PUBLIC_URL. Without one, a random secret says that another server answers there. */
function findSecret() {
  try {
    if (config.SECRET_KEY || existsSync(join(config.DATA_DIR, 'secret.key'))) return loadSecret(config);
  } catch {
    // A check reports a folder that can't be read.
  }
  return createSecrets(randomUUID());
}

/** Opens the database without changing it. An embedded one that doesn't exist yet isn't created. */
async function openDatabase() {
  if (config.embedded && !existsSync(join(config.DATA_DIR, 'postgres')))
    throw new DatabaseProblem(
      'DATABASE_URL isn’t set, and the embedded database doesn’t exist yet. Run npm start, which creates it.',
    );
  const url = await databaseUrl({ DATABASE_URL: config.DATABASE_URL, DATA_DIR: config.DATA_DIR });
  const client = await connect(url, { patienceMs: 2_000, log: () => undefined });
  try {
    await rejectTransactionPooler(client, url);
  } finally {
    await client.end();
  }
  return openKnex(url, { max: 4 });
}

function print({ state, label, seen, fix }: CheckResult): void {
  const indent = ' '.repeat(29);
  console.log(`${state.padEnd(9)}${label.padEnd(20)}${seen}`);
  for (const line of fix?.split('\n') ?? []) console.log(`${indent}Fix: ${line}`);
}

// Connections that break after their check has ended.
process.on('uncaughtException', () => undefined);
const surroundings = {
  config,
  settingProblems: problems,
  secret: findSecret(),
  clock: systemClock(config.NOW_OFFSET_MS),
  openDatabase,
  machine: thisMachine,
  dns: systemDns(),
};
const checks = await examine(surroundings, keys.length > 0 ? { keys } : {});
const countState = (state: CheckResult['state']) => checks.filter((check) => check.state === state).length;
const [errors, warnings] = [countState('error'), countState('warning')];
if (asJson) console.log(JSON.stringify({ errors, warnings, checks }, null, 2));
else {
  for (const check of checks) print(check);
  console.log(
    `\n${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  );
}
process.exit(errors > 0 ? 1 : 0);
