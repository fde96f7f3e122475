import compression from 'compression';
import express, { Router, type ErrorRequestHandler, type Express, type Request } from 'express';
import { constants } from 'node:zlib';
import { mcpRouter } from './assistants/mcp-router.ts';
import { authenticate } from './base/http/callers/authenticate.ts';
import type { Deps } from './base/http/context.ts';
import { docsPage } from './base/http/openapi/docs.ts';
import { errorPage } from './base/http/error-page.ts';
import { asRefusal, notFound, Refusal } from './base/http/errors.ts';
import { admin, signedIn } from './base/http/guards.ts';
import { nonceOf, securityHeaders } from './base/http/headers.ts';
import { useRequestPath } from './base/http/request-path.ts';
import { mountHealth } from './base/http/health.ts';
import { describeApi } from './base/http/openapi/openapi.ts';
import { mountRequestLog } from './base/http/request-log.ts';
import { mountMetrics } from './base/metrics/metrics.ts';
import { mountRoutes, type Route } from './base/http/serve.ts';
import { cutStalledReaders } from './base/http/slots/stalled-readers.ts';
import { createCheckGauges } from './doctor/check-gauges.ts';
import { groundRouter } from './map/ground-router.ts';
import { SANDBOX_PATH, type Sandbox } from './stripe-sandbox/sandbox.ts';
import { allRoutes } from './routes.ts';
import { openingGate } from './opening/gate.ts';
import { publicPages } from './site/page-cache/public-pages.ts';
import { pageRenderer } from './site/page-renderer.ts';
import { pagesRouter } from './site/pages.ts';
import type { Site } from './site/site.ts';
import { mountStatus } from './status/status-router.ts';

export interface AppOptions {
  site?: Site;
  routes?: Route[];
  /** False once shutdown begins, so that a load balancer stops sending requests. */
  ready?: () => boolean;
  /** Serves the payment sandbox's pages and its payment form. Development only. */
  sandbox?: Pick<Sandbox, 'browser'>;
  /** How long a client may stop reading a response. */
  stallMs?: number;
}

export function createApp(deps: Deps, options: AppOptions = {}): Express {
  const routes = options.routes ?? allRoutes;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', 'strong');
  app.set('query parser', 'simple');
  app.set('trust proxy', deps.config.TRUST_PROXY);

  app.use((_req, res, next) => {
    // A streamed response has 12 'close' listeners: seven from pipeline(), and one each from the log, the compression,
    // the route, the server, and the check for stalled readers. Node would warn of a leak.
    res.setMaxListeners(20);
    next();
  });
  app.use(cutStalledReaders(options.stallMs));
  mountMetrics(app, deps, createCheckGauges(deps));
  app.use(securityHeaders(deps.config));
  app.use(useRequestPath);
  mountHealth(app, deps, options.ready ?? (() => true));
  mountRequestLog(app, deps.log);
  app.use(openingGate(deps));
  mountStatus(app, deps);
  const { site } = options;
  const render = site && pageRenderer(deps, routes, site);
  // In development, a page also changes with its source.
  if (render && !site.middleware) {
    const pages = publicPages(deps, render);
    // Before the directory opens, no page is public.
    app.use((req, res, next) => (res.locals.isHidden ? next() : pages(req, res, next)));
  }
  app.use((_req, _res, next) => void deps.settings.refresh().then(() => next(), next));
  app.use(groundRouter(deps.config));
  // Brotli above quality 4 costs more time than it saves in bytes. Static files are compressed at build time.
  app.use(compression({ threshold: 1024, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }));

  const { sandbox } = options;
  if (sandbox) app.use(SANDBOX_PATH, (req, res, next) => void sandbox.browser(req, res, nonceOf(res)).catch(next));
  const api = Router({ caseSensitive: true, strict: true });
  mountRoutes(api, routes, deps);
  api.get(
    '/api/docs.json',
    (_req, res) => void res.json(describeApi(routes, deps.config.PUBLIC_URL, deps.settings.brand)),
  );
  api.get('/api/docs', (_req, res) => void res.type('html').send(docsPage(routes, nonceOf(res), deps.settings.brand)));
  // Unknown paths under these prefixes return 401 or 403 before 404.
  for (const [prefix, guard] of [
    ['/api/admin', admin],
    ['/api/user', signedIn],
  ] as const) {
    api.use(prefix, (req, _res, next) => {
      authenticate(deps, req)
        .then((actor) => next(guard.check(actor)))
        .catch(next);
    });
  }
  api.use('/api', (req, _res, next) => next(wrongMethod(routes, req) ?? notFound('This API call doesn’t exist.')));
  app.use(api);
  app.use(mcpRouter(deps, routes));
  if (render) app.use(pagesRouter(deps, routes, render, site));
  app.use((_req, _res, next) => next(notFound()));
  app.use(errorHandler(deps));
  return app;
}

function wrongMethod(routes: Route[], req: Request): Refusal | null {
  const path = req.baseUrl + req.path;
  const allowed = routes
    .filter(({ endpoint }) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ endpoint }) => endpoint.method);
  if (allowed.length === 0) return null;
  return new Refusal(405, 'method_not_allowed', 'This call doesn’t support that method.', {
    headers: { Allow: allowed.join(', ') },
  });
}

const errorHandler =
  (deps: Deps): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const refusal =
      asRefusal(error) ?? new Refusal(500, 'internal', 'Something went wrong on our end. Please try again.');
    if (refusal.status >= 500 && refusal.status !== 507)
      (req.log ?? deps.log)[refusal.status === 503 ? 'warn' : 'error']({ err: error }, 'request failed');
    if (res.headersSent) return void res.destroy();
    res.removeHeader('Content-Disposition');
    res.set(refusal.headers).set('Cache-Control', 'no-store').status(refusal.status);
    const page = !req.path.startsWith('/api/') && req.accepts(['json', 'html']) === 'html';
    if (page) res.type('html').send(errorPage(refusal, deps.settings.brand, res.locals.nonce as string | undefined));
    else res.json(refusal.body());
  };
