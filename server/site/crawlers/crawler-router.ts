import { Router, type Response } from 'express';
import type { Deps } from '#server/base/http/context.ts';
import { apiCatalog, CATALOG_PATH, CATALOG_TYPE } from './api-catalog.ts';
import { llmsTxt } from './llms-txt.ts';
import { robotsTxt } from './robots.ts';

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
