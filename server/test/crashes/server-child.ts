import { boot } from '#server/boot.ts';
import { readConfig } from '#server/base/config.ts';
import { prepare } from '#server/prepare.ts';
import { stopOnSignals } from '#server/signals.ts';

/** Starts the server like main.ts, but without pages, for tests that stop it or fill its disk. */
const config = readConfig(process.env);
const databaseUrl = config.DATABASE_URL!;
const running = await boot(config, {
  databaseUrl,
  prepare: async (deps) => void (await prepare(deps, databaseUrl)),
});
stopOnSignals(running, null);
process.stdout.write(`${running.url}\n`);
