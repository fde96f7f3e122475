import express, { Router } from 'express';
import { join } from 'node:path';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Deps } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { nonceOf } from '#server/http/headers.ts';
import { createContext, callRoute, type Route } from '#server/http/serve.ts';
import { assetsRouter } from './assets.ts';
import { sitemapRouter } from './sitemap.ts';
import type { Site } from './site.ts';

/** The requested URL. If its path has an invalid percent escape, every percent sign is taken literally. */
function requestedUrl(pathAndQuery: string, publicUrl: string): string {
  const [, path, rest] = /^([^?]*)(.*)$/s.exec(pathAndQuery)!;
  let validPath = path!;
  try {
    decodeURI(validPath);
  } catch {
    validPath = validPath.replaceAll('%', '%25');
  }
  return new URL(new URL(publicUrl).origin + validPath + rest!).href;
}

/** Serves the rendered pages and the files of the website. */
export function pagesRouter(deps: Deps, routes: Route[], site: Site): Router {
  const router = Router();
  const byEndpoint = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
  router.use(sitemapRouter(deps));
  if (site.middleware) router.use(site.middleware);
  if (site.publicDir) {
    router.use('/assets', assetsRouter(join(site.publicDir, 'assets')));
    router.use(express.static(site.publicDir, { maxAge: '1h', index: false, redirect: false }));
  }
  router.use(async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(notFound());
    const disconnected = new AbortController();
    res.on('close', () => void (res.writableFinished || disconnected.abort()));
    try {
      const call = async (endpoint: AnyEndpoint, input: object) => {
        const route = byEndpoint.get(`${endpoint.method} ${endpoint.path}`);
        if (!route) throw new Error(`No route serves ${endpoint.method} ${endpoint.path}`);
        // Serialized once, so a page rendered here sees exactly what a browser would.
        const answer = await callRoute(route, input, createContext(deps, req, null, disconnected.signal));
        return { value: JSON.parse(JSON.stringify(answer.value ?? null)) as unknown, headers: answer.headers };
      };
      const page = await site.render({
        url: requestedUrl(req.originalUrl, deps.config.PUBLIC_URL),
        method: req.method,
        nonce: nonceOf(res),
        publicUrl: deps.config.PUBLIC_URL,
        signal: disconnected.signal,
        call,
        log: req.log,
      });
      if (page.route) res.locals.route = page.route;
      res.status(page.status).set(page.headers);
      if (page.html) res.type('html').send(page.html);
      else res.end();
    } catch (error) {
      next(error);
    }
  });
  return router;
}
