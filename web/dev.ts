// `npm run dev`: the app with its own database and hot reload.
import type { RequestHandler } from 'express';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/base/config.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { DatabaseProblem } from '#server/base/db/database-problem.ts';
import { prepare } from '#server/prepare.ts';
import { stopOnSignals } from '#server/signals.ts';
import type { Site } from '#server/site/site.ts';
import type { Assets } from './assets.ts';

const config = readConfig({ ...process.env, NODE_ENV: 'development' });
const socketPort = Number(process.env.HMR_PORT ?? 24_678);
const vite = await createServer({
  configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { port: socketPort } },
});

/** The style sheets of all loaded modules, so that pages are styled from the first paint. */
function stylesOf(server: ViteDevServer): string[] {
  const urls = [...server.environments.ssr.moduleGraph.urlToModuleMap.keys()];
  return urls.filter((url) => url.endsWith('.css')).map((url) => `${url}?direct`);
}

const assets: Assets = {
  entry: '/web/entry-dev.ts',
  of: () => ({ styles: stylesOf(vite), css: null, preloads: [] }),
};

/** Lets the page connect to Vite's hot reload socket and use its style elements. */
const allowSocket: RequestHandler = (_req, res, next) => {
  const policy = String(res.getHeader('Content-Security-Policy') ?? '');
  res.setHeader(
    'Content-Security-Policy',
    policy
      .replace("connect-src 'self'", `connect-src 'self' ws://localhost:${socketPort}`)
      .replace(/style-src 'self' 'nonce-[^']+'/, "style-src 'self' 'unsafe-inline'"),
  );
  next();
};

const site: Site = {
  middleware: (req, res, next) => allowSocket(req, res, () => vite.middlewares(req, res, next)),
  async render(request) {
    try {
      const door = (await vite.ssrLoadModule('/web/entry-server.tsx')) as {
        siteWith(assets: Assets): Pick<Site, 'render'>;
      };
      const known = stylesOf(vite).length;
      const page = await door.siteWith(assets).render(request);
      // Lazy parts loaded during the first render added style sheets.
      return stylesOf(vite).length > known ? await door.siteWith(assets).render(request) : page;
    } catch (error) {
      vite.ssrFixStacktrace(error as Error);
      throw error;
    }
  },
};

const embedded = config.DATABASE_URL ? null : await startEmbedded({ dataDir: config.DATA_DIR });
const databaseUrl = config.DATABASE_URL ?? embedded!.url;
const signIns: string[] = [];
const running = await boot(config, {
  databaseUrl,
  site,
  prepare: async (deps) => void signIns.push(...(await prepare(deps, databaseUrl))),
}).catch((error: unknown) => {
  if (!(error instanceof DatabaseProblem)) throw error;
  console.error(error.message);
  process.exit(1);
});
console.log(`${running.deps.settings.brand} is ready at ${running.url}`);
for (const line of signIns) console.log(line);

stopOnSignals(running, {
  async stop() {
    await vite.close();
    await embedded?.stop();
  },
});
