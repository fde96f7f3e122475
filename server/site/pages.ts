import express, { Router, type Response } from 'express';
import { join } from 'node:path';
import type { Deps } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { allowHashes } from '#server/http/headers.ts';
import { assetsRouter } from './assets.ts';
import { securityTxt } from './security-txt.ts';
import { contentVersionsOf, databaseHung } from './page-cache/content-versions.ts';
import type { RenderPage } from './page-renderer.ts';
import { sitemapRouter } from './sitemap.ts';
import type { Site } from './site.ts';
import { socialPictures } from './social/picture-routes.ts';

/** Lets other origins show our icons, because emails show the mark in web mail. */
function sharePictures(res: Response, file: string): void {
  if (file.endsWith('.png')) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Serves the files of the website and the pages that are never stored: those of accounts, drafts, and unknown addresses. */
export function pagesRouter(deps: Deps, render: RenderPage, site: Site): Router {
  const router = Router();
  const versions = contentVersionsOf(deps);
  router.use(sitemapRouter(deps));
  router.use(securityTxt(deps));
  router.use(socialPictures(deps));
  if (site.middleware) router.use(site.middleware);
  if (site.publicDir) {
    router.use('/assets', assetsRouter(join(site.publicDir, 'assets')));
    router.use(
      express.static(site.publicDir, { maxAge: '1h', index: false, redirect: false, setHeaders: sharePictures }),
    );
  }
  router.use(async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(notFound());
    const disconnected = new AbortController();
    res.on('close', () => void (res.writableFinished || disconnected.abort()));
    try {
      if (!(await versions.readInTime())) throw databaseHung();
      const page = await render(req, { address: req.originalUrl, signal: disconnected.signal, log: req.log });
      if (page.route) res.locals.route = page.route;
      allowHashes(res, page.inline ?? { scripts: [], styles: [] });
      res.status(page.status).set('Cache-Control', 'private, no-store').set(page.headers);
      if (page.html) res.type('html').send(page.html);
      else res.end();
    } catch (error) {
      next(error);
    }
  });
  return router;
}
