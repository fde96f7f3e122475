import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config.ts';
import { prepare } from '#server/prepare.ts';
import { stopOnSignals } from '#server/signals.ts';

/** The server as main.ts starts it, without pages, in a process of its own: for tests that stop and starve it. */
const config = readConfig(process.env);
const databaseUrl = config.DATABASE_URL!;
const running = await boot(config, {
  databaseUrl,
  prepare: async (deps) => void (await prepare(deps, databaseUrl)),
});
stopOnSignals(running, null);
process.stdout.write(`${running.url}\n`);
