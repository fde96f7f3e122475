import { Router, type Response } from 'express';
import type { Deps } from '#server/base/http/context.ts';
import { llmsTxt } from './llms-txt.ts';
import { robotsTxt } from './robots.ts';
import type { Config } from '#server/base/config.ts';

const PROFILE = 'https://www.rfc-editor.org/info/rfc9727';
const CATALOG_PATH = '/.well-known/api-catalog';
const CATALOG_TYPE = `application/linkset+json; profile="${PROFILE}"`;

/** The catalog of RFC 9727: each API, with where it is described. */
function apiCatalog({ MCP_SERVER, PUBLIC_URL: base }: Pick<Config, 'MCP_SERVER'> & { PUBLIC_URL: string }) {
  const html = (path: string) => [{ href: base + path, type: 'text/html' }];
  const policies = { 'terms-of-service': html('/terms'), 'privacy-policy': html('/privacy') };
  const api = {
    anchor: `${base}/api`,
    'service-desc': [{ href: `${base}/api/docs.json`, type: 'application/json' }],
    'service-doc': html('/api/docs'),
    status: [{ href: `${base}/readyz`, type: 'application/json' }],
    ...policies,
  };
  const mcp = { anchor: `${base}/mcp`, 'service-doc': html('/mcp'), ...policies };
  const apis = MCP_SERVER ? [api, mcp] : [api];
  return {
    linkset: [{ anchor: base + CATALOG_PATH, item: apis.map(({ anchor }) => ({ href: anchor })) }, ...apis],
  };
}

const shared = (res: Response, type: string): Response =>
  res.set('Cache-Control', 'public, max-age=3600').set('Content-Type', type);

/** Serves the files that programs read about the site: robots.txt, llms.txt, the API catalog, and the key of IndexNow. */
export function crawlerRouter(deps: Deps): Router {
  const router = Router();
  const { config } = deps;
  router.get('/robots.txt', (_req, res) => {
    shared(res, 'text/plain; charset=utf-8').send(robotsTxt(config, config.PUBLIC_URL));
  });
  router.get('/llms.txt', (_req, res, next) => {
    llmsTxt(deps)
      .then((text) => shared(res, 'text/plain; charset=utf-8').send(text))
      .catch(next);
  });
  router.get(CATALOG_PATH, (_req, res) => {
    res.set('Link', `<${config.PUBLIC_URL}${CATALOG_PATH}>; rel="api-catalog"`);
    shared(res, CATALOG_TYPE).send(Buffer.from(JSON.stringify(apiCatalog(config), null, 2)));
  });
  const key = config.INDEXNOW_KEY;
  // Proves to search engines that the site itself sent them its changes.
  if (key) router.get(`/${key}.txt`, (_req, res) => void shared(res, 'text/plain; charset=utf-8').send(key));
  return router;
}
