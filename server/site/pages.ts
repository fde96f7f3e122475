import express, { Router, type Request, type Response } from 'express';
import { join } from 'node:path';
import type { Actor, Deps } from '#server/base/http/context.ts';
import { authenticate } from '#server/base/http/callers/authenticate.ts';
import { notFound } from '#server/base/http/errors.ts';
import { allowHashes } from '#server/base/http/headers.ts';
import { rememberWrite } from '#server/base/http/own-writes.ts';
import type { Route } from '#server/base/http/serve.ts';
import { assetsRouter } from './assets.ts';
import { crawlerRouter } from './crawlers/crawler-router.ts';
import { feedRouter } from './feeds/feed-router.ts';
import { formSubmitter } from './forms/submit-form.ts';
import { contentVersionsOf, databaseHung } from './page-cache/content-versions.ts';
import { brandRouter } from './brand-router.ts';
import type { RenderPage } from './page-renderer.ts';
import { sitemapRouter } from './sitemap.ts';
import type { Site } from './site.ts';
import { socialPictures } from './social/picture-routes.ts';

const DAY = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves /.well-known/security.txt (RFC 9116). It expires half a year after the first of this month, so copies stay equal for weeks. */
function securityTxt({ config, clock, settings }: Pick<Deps, 'config' | 'clock' | 'settings'>): Router {
  const router = Router();
  router.get(['/.well-known/security.txt', '/security.txt'], (_req, res) => {
    const now = clock.now();
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    res.set('Cache-Control', 'public, max-age=86400').type('text/plain; charset=utf-8');
    res.send(
      [
        `Contact: mailto:${settings.current.supportEmail}`,
        `Contact: ${config.PUBLIC_URL}/contact`,
        `Expires: ${new Date(month + VALID_DAYS * DAY).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${config.PUBLIC_URL}/.well-known/security.txt`,
        '',
      ].join('\n'),
    );
  });
  return router;
}

/** Lets other origins show our icons, because emails show the mark in web mail. */
function sharePictures(res: Response, file: string): void {
  if (file.endsWith('.png')) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Serves the files of the website and the pages that are never stored: those of accounts, drafts, and unknown addresses. */
export function pagesRouter(deps: Deps, routes: Route[], render: RenderPage, site: Site): Router {
  const router = Router();
  const versions = contentVersionsOf(deps);
  router.use(crawlerRouter(deps));
  router.use(sitemapRouter(deps));
  router.use(feedRouter(deps));
  router.use(securityTxt(deps));
  router.use(brandRouter(deps));
  router.use(socialPictures(deps));
  if (site.middleware) router.use(site.middleware);
  if (site.publicDir) {
    router.use('/assets', assetsRouter(join(site.publicDir, 'assets')));
    router.use(
      express.static(site.publicDir, { maxAge: '1h', index: false, redirect: false, setHeaders: sharePictures }),
    );
  }
  const submit = formSubmitter(deps, routes);
  router.use(async (req, res, next) => {
    const isPost = req.method === 'POST';
    if (req.method !== 'GET' && req.method !== 'HEAD' && !isPost) return next(notFound());
    const disconnected = new AbortController();
    res.on('close', () => void (res.writableFinished || disconnected.abort()));
    const { signal } = disconnected;
    try {
      const current = await versions.readInTime();
      if (!current) throw databaseHung();
      await deps.settings.reach(current.settings);
      const actor = await authenticateVisitor(deps, req);
      const outcome = isPost ? await submit(req, actor, signal) : null;
      if (outcome) await rememberWrite(deps, res);
      res.set('Cache-Control', 'private, no-store');
      if (outcome?.location !== undefined) return void res.status(303).set('Location', outcome.location).end();
      const posted = outcome ? { posted: outcome.posted } : {};
      const page = await render(req, { address: req.originalUrl, actor, ...posted, signal, log: req.log });
      if (page.route) res.locals.route = page.route;
      allowHashes(res, page.inline ?? { scripts: [], styles: [] });
      res
        .status(page.status === 200 ? (outcome?.status ?? 200) : page.status)
        .set(outcome?.headers ?? {})
        .set(page.headers);
      if (page.html) res.type('html').send(page.html);
      else res.end();
    } catch (error) {
      next(error);
    }
  });
  return router;
}

/** The caller of a page. A session that has ended, or can't be read, makes a visitor, because every page shows something to one. */
const authenticateVisitor = (deps: Deps, req: Request): Promise<Actor | null> =>
  authenticate(deps, req, true).catch(() => null);
