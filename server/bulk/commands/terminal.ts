import { systemClock } from '#server/base/clock.ts';
import { ConfigError, readConfig } from '#server/base/config.ts';
import { DatabaseProblem } from '#server/base/db/database-problem.ts';
import { databaseUrl } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal } from '#server/base/http/errors.ts';
import { LiveSettings } from '#server/base/live-settings.ts';
import { createLog } from '#server/base/log.ts';
import { loadSecret } from '#server/base/secrets.ts';

/** Runs a command on the database of this installation. The server may be running or not. */
export async function runCommand(
  usage: string,
  argumentCount: number,
  work: (deps: Deps, args: string[], flags: Set<string>, values: Map<string, string>) => Promise<number | void>,
  valueFlags: readonly string[] = [],
  /** Checks the arguments before a database is opened for them. */
  check?: (args: string[]) => Promise<void>,
): Promise<never> {
  const { args, flags, values } = parseArguments(process.argv.slice(2), valueFlags);
  if (args.length !== argumentCount) {
    console.error(`Usage: ${usage}`);
    process.exit(2);
  }
  // A connection that breaks while nothing waits for it.
  process.on('uncaughtException', fail);
  try {
    await check?.(args);
    const config = readConfig({ ...process.env, SAMPLE_DATA: '0' });
    const url = await databaseUrl(process.env);
    const db = openKnex(url, { max: 4 });
    await migrate(db, url);
    const log = createLog('warn');
    const deps: Deps = {
      db,
      clock: systemClock(config.NOW_OFFSET_MS),
      config: { ...config, PUBLIC_URL: config.PUBLIC_URL ?? '' },
      log,
      settings: new LiveSettings({ db, log, config }),
      secret: loadSecret(config),
    };
    const code = (await work(deps, args, flags, values)) ?? 0;
    await db.destroy();
    process.exit(code);
  } catch (error) {
    return fail(error);
  }
}

/** Prints why a command can't go on, as a sentence unless it is a bug of ours. */
function fail(error: unknown): never {
  const { code, path, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'ENOENT' && path !== undefined
      ? `File not found: ${path}`
      : error instanceof ConfigError || error instanceof DatabaseProblem
        ? message
        : (asRefusal(error)?.message ?? error),
  );
  process.exit(1);
}

/** Splits arguments into plain ones, flags, and flags with a value: `--name value` or `--name=value`. A repeated flag has one value a line. */
export function parseArguments(allArgs: readonly string[], valueFlags: readonly string[]) {
  const args: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let at = 0; at < allArgs.length; at++) {
    const [name = '', inlineValue] = allArgs[at]!.split(/=(.*)/s);
    if (!name.startsWith('--')) args.push(allArgs[at]!);
    else if (!valueFlags.includes(name)) flags.add(allArgs[at]!);
    else {
      const value = inlineValue ?? allArgs[++at] ?? '';
      const earlier = values.get(name);
      values.set(name, earlier === undefined ? value : `${earlier}\n${value}`);
    }
  }
  return { args, flags, values };
}
