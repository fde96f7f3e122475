import express, { Router } from 'express';
import { join } from 'node:path';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Deps } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { nonceOf } from '#server/http/headers.ts';
import { createContext, callRoute, type Route } from '#server/http/serve.ts';
import { assets } from './assets.ts';
import { sitemap } from './sitemap.ts';
import type { Site } from './site.ts';

/** The address asked for, with a path that can be read: a per cent sign that begins no letter stands for itself. */
function addressOf(asked: string, publicUrl: string): string {
  const [, path, rest] = /^([^?]*)(.*)$/s.exec(asked)!;
  let readable = path!;
  try {
    decodeURI(readable);
  } catch {
    readable = readable.replaceAll('%', '%25');
  }
  return new URL(new URL(publicUrl).origin + readable + rest!).href;
}

/** Pages rendered by the web door, and its files. */
export function pages(deps: Deps, routes: Route[], site: Site): Router {
  const router = Router();
  const byEndpoint = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
  router.use(sitemap(deps));
  if (site.middleware) router.use(site.middleware);
  if (site.publicDir) {
    router.use('/assets', assets(join(site.publicDir, 'assets')));
    router.use(express.static(site.publicDir, { maxAge: '1h', index: false, redirect: false }));
  }
  router.use(async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(notFound());
    const gone = new AbortController();
    res.on('close', () => void (res.writableFinished || gone.abort()));
    try {
      const call = async (endpoint: AnyEndpoint, input: object) => {
        const route = byEndpoint.get(`${endpoint.method} ${endpoint.path}`);
        if (!route) throw new Error(`No route serves ${endpoint.method} ${endpoint.path}`);
        // JSON once over, so that a page rendered here sees exactly what a browser would.
        const answer = await callRoute(route, input, createContext(deps, req, null, gone.signal));
        return { value: JSON.parse(JSON.stringify(answer.value ?? null)) as unknown, headers: answer.headers };
      };
      const page = await site.render({
        url: addressOf(req.originalUrl, deps.config.PUBLIC_URL),
        method: req.method,
        nonce: nonceOf(res),
        publicUrl: deps.config.PUBLIC_URL,
        signal: gone.signal,
        call,
        log: req.log,
      });
      res.status(page.status).set(page.headers);
      if (page.html) res.type('html').send(page.html);
      else res.end();
    } catch (error) {
      next(error);
    }
  });
  return router;
}
