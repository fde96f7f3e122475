import { systemClock } from '#server/clock.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { databaseUrl } from '#server/db/embedded.ts';
import { openKnex } from '#server/db/knex.ts';
import { migrate, OldDatabaseError } from '#server/db/migrate.ts';
import type { Deps } from '#server/http/context.ts';
import { asRefusal } from '#server/http/errors.ts';
import { createLog } from '#server/log.ts';
import { loadSecret } from '#server/secrets.ts';

/** Runs one command on the database of this installation, whether the server is up or not. */
export async function command(
  usage: string,
  wanted: number,
  work: (deps: Deps, args: string[], flags: Set<string>) => Promise<number | void>,
): Promise<never> {
  const given = process.argv.slice(2);
  const args = given.filter((arg) => !arg.startsWith('--'));
  const flags = new Set(given.filter((arg) => arg.startsWith('--')));
  if (args.length !== wanted) {
    console.error(`Usage: ${usage}`);
    process.exit(2);
  }
  try {
    const config = readConfig({ ...process.env, SAMPLE_DATA: '0' });
    const url = await databaseUrl(process.env);
    const db = openKnex(url, { max: 4 });
    await migrate(db, url);
    const deps: Deps = {
      db,
      clock: systemClock(config.NOW_OFFSET_MS),
      config: { ...config, PUBLIC_URL: config.PUBLIC_URL ?? '' },
      log: createLog('warn'),
      secret: loadSecret(config),
    };
    const code = (await work(deps, args, flags)) ?? 0;
    await db.destroy();
    process.exit(code);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    console.error(
      code === 'ENOENT'
        ? `There is no file ${path ?? ''}.`
        : error instanceof ConfigError || error instanceof OldDatabaseError
          ? message
          : (asRefusal(error)?.message ?? error),
    );
    process.exit(1);
  }
}
