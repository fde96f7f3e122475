import type { Request } from 'express';
import type { Knex } from 'knex';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { PostedForm } from '#shared/posted-form.ts';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import type { Actor, Deps } from '#server/base/http/context.ts';
import { unavailable } from '#server/base/http/errors.ts';
import { FairQueue } from '#server/base/http/slots/fair-queue.ts';
import { callRoute, createContext, type Route } from '#server/base/http/serve.ts';
import type { Page, PageRequest, Site } from './site.ts';

/**
 * How far the clocks of servers may differ. A page that is stored for a minute must not miss an article that another server
 * has published a moment ago by a clock that is ahead.
 */
const CLOCK_DIFFERENCE_MS = 2_000;

export interface Reply {
  value: unknown;
  headers: Record<string, string>;
}

interface RenderOptions {
  /** The path and query to render. */
  address: string;
  /** The caller, for pages that are never shared. */
  actor?: Actor | null;
  posted?: PostedForm;
  /** The replica for a page that is shared. Others follow the changes of their caller. */
  replica?: Knex | undefined;
  signal: AbortSignal;
  log: PageRequest['log'];
  /** Observes each call, and may return a stored reply instead of making it. */
  shareReply?(endpoint: AnyEndpoint, input: object, call: () => Promise<Reply>): Promise<Reply>;
}
export type RenderPage = (req: Request, options: RenderOptions) => Promise<Page>;

/** Visitors take turns, because anyone can ask for pages that are not stored, such as searches for any text. */
const renderQueue = () =>
  new FairQueue({
    slots: 3,
    slotsPerClient: 2,
    places: 400,
    placesPerClient: 100,
    waitMs: 10_000,
    refuse: () => unavailable('Too many pages are being made right now. Please try again in a moment.', 5),
  });

/** Renders pages for a visitor who sends no headers. Without `actor`, the visitor is anonymous, because public pages are shared. */
export function pageRenderer(deps: Deps, routes: Route[], site: Site): RenderPage {
  const byEndpoint = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
  const queue = renderQueue();
  return (req, options) => queue.run(clientNetwork(req.ip ?? ''), () => renderPage(req, options), options.signal);

  function renderPage(
    req: Request,
    { address, actor = null, posted, replica, signal, log, shareReply }: RenderOptions,
  ): Promise<Page> {
    const clock = { now: () => new Date(deps.clock.now().getTime() + CLOCK_DIFFERENCE_MS) };
    const own = createContext(deps, req, actor, signal);
    const ctx = {
      ...own,
      ...(shareReply ? { replica } : {}),
      clock,
      userAgent: '',
      header: () => undefined,
    };
    return site.render({
      url: requestedUrl(address, deps.config.PUBLIC_URL),
      method: req.method,
      publicUrl: deps.config.PUBLIC_URL,
      settings: deps.settings.current,
      signal,
      async call(endpoint, input) {
        const route = byEndpoint.get(`${endpoint.method} ${endpoint.path}`);
        if (!route) throw new Error(`No route serves ${endpoint.method} ${endpoint.path}`);
        const makeCall = async () => {
          const answer = await callRoute(route, input, ctx);
          // Serialized once, so a page rendered here sees exactly what a browser would.
          return { value: JSON.parse(JSON.stringify(answer.value ?? null)) as unknown, headers: answer.headers };
        };
        return shareReply ? shareReply(route.endpoint, input, makeCall) : makeCall();
      },
      log,
      ...(posted ? { posted } : {}),
    });
  }
}

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
