import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError, readConfig } from './base/config.ts';
import { DatabaseProblem } from './base/db/database-problem.ts';
import { startEmbedded } from './base/db/embedded.ts';
import { asRefusal } from './base/http/errors.ts';
import { stopOnSignals } from './signals.ts';
import type { Site } from './site/site.ts';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const config = (() => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
})();

declare global {
  /** Set by `npm start` while it builds the website. */
  var websiteBuild: Promise<void> | undefined;
}

/** Loads the built website at run time, because the server must not import the UI. */
async function loadSite(): Promise<Site> {
  await globalThis.websiteBuild;
  const dist = fileURLToPath(new URL('../web/dist', import.meta.url));
  const entry = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as {
    createSite(publicDir: string): Site;
  };
  return entry.createSite(join(dist, 'client'));
}

try {
  // The server's hundreds of modules load while Postgres starts, because both take about as long.
  const site = loadSite();
  site.catch(() => {}); // The boot awaits it later and fails then.
  const [embedded, { boot }, { prepare }] = await Promise.all([
    config.DATABASE_URL ? null : startEmbedded({ dataDir: config.DATA_DIR, log: console.log }),
    import('./boot.ts'),
    import('./prepare.ts'),
  ]);
  const databaseUrl = config.DATABASE_URL ?? embedded!.url;
  const accountLines: string[] = [];
  const running = await boot(config, {
    databaseUrl,
    site,
    prepare: async (deps) => void accountLines.push(...(await prepare(deps, databaseUrl))),
  });

  stopOnSignals(running, embedded);
  console.log(`${running.deps.settings.brand} is ready at ${running.url}`);
  for (const line of accountLines) console.log(line);
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  if (code === 'EADDRINUSE') fail(`Port ${config.PORT} is in use. Stop the other program or set PORT to a free port.`);
  if (error instanceof DatabaseProblem) fail(error.message);
  const refusal = asRefusal(error);
  if (refusal) fail(`The server could not start. ${refusal.message} (${message})`);
  console.error(error);
  fail(`The server could not start: ${message}`);
}
