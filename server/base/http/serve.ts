import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import type { AnyEndpoint, Endpoint } from '#contract/endpoint.ts';
import { authenticate, isBackground } from './callers/authenticate.ts';
import { chooseDatabase, onDatabase } from './choose-database.ts';
import { clientNetwork } from './limits/client-network.ts';
import type { Actor, Ctx, Deps } from './context.ts';
import { openLink } from './downloads/download-links.ts';
import { badRequest, Refusal } from './errors.ts';
import { runOnce } from './idempotency.ts';
import { admin, guardForCall, isOpen, type Guard } from './guards.ts';
import { enforceLimits } from './limits/limits.ts';
import { positionOf, rememberWrite } from './own-writes.ts';
import { readInTime } from './read-deadline.ts';

type Parsed<E extends AnyEndpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
};
type ReplyIn<E extends AnyEndpoint> = z.input<E['reply']>;
export type Stream = { req: Request; res: Response };

/** A reply with its own headers or status. */
export class Answer<T> {
  readonly value: T;
  readonly headers: Record<string, string>;
  readonly status: number;
  constructor(value: T, headers: Record<string, string> = {}, status = 200) {
    this.value = value;
    this.headers = headers;
    this.status = status;
  }
}

export interface Route {
  endpoint: AnyEndpoint;
  guard: Guard<Actor | null>;
  handle(input: unknown, ctx: Ctx, stream: Stream): unknown;
}

/**
 * Binds an endpoint to its guard and handler. The handler takes plain values and a context; only streaming endpoints
 * (`streams` or `rawBody` in the contract) use the third argument.
 */
export function serve<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Actor | null,
>(
  endpoint: Endpoint<P, Q, B, R>,
  guard: Guard<A>,
  handle: (
    input: Parsed<Endpoint<P, Q, B, R>>,
    ctx: Ctx<A>,
    stream: Stream,
  ) =>
    | Promise<ReplyIn<Endpoint<P, Q, B, R>> | Answer<ReplyIn<Endpoint<P, Q, B, R>>> | void>
    | ReplyIn<Endpoint<P, Q, B, R>>
    | Answer<ReplyIn<Endpoint<P, Q, B, R>>>,
): Route {
  const isForStaff = endpoint.path.startsWith('/api/admin');
  if (isForStaff && (guard as unknown) !== admin) throw new Error(`${endpoint.path} must be guarded by admin`);
  if (endpoint.path.startsWith('/api/user') && isOpen(guard)) throw new Error(`${endpoint.path} must be guarded`);
  if (guard.shares && endpoint.method !== 'GET') throw new Error(`Only reads may be shared, not ${endpoint.path}`);
  const routeGuard = isForStaff ? guardForCall(`${endpoint.method} ${endpoint.path}`) : guard;
  return { endpoint, guard: routeGuard, handle };
}

export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'request'] ??= issue.message;
  throw badRequest(Object.values(fields)[0]!, fields);
}

const isRead = (method: string) => method === 'GET';

/** Calls a route with the same guard, parsing, and reply as over HTTP, for pages and forms that the server renders. */
export async function callRoute(
  route: Route,
  input: { params?: unknown; query?: unknown; body?: unknown },
  ctx: Ctx,
  stream?: Stream,
): Promise<Answer<unknown>> {
  route.guard.check(ctx.actor);
  const { endpoint } = route;
  const queryStrings = Object.fromEntries(
    new URLSearchParams(Object.entries(input.query ?? {}).flatMap(([k, v]) => (v == null ? [] : [[k, String(v)]]))),
  );
  const params = Object.fromEntries(Object.entries(input.params ?? {}).map(([name, value]) => [name, String(value)]));
  const parsed = {
    params: parse(endpoint.params, params),
    query: parse(endpoint.query, queryStrings),
    body: parse(endpoint.body, input.body),
  };
  const result = await readInTime(
    route,
    onDatabase(ctx, route, (own) => route.handle(parsed, own, stream as Stream)),
  );
  const answer = result instanceof Answer ? result : new Answer(result);
  return new Answer(endpoint.reply.parse(answer.value), answer.headers, answer.status);
}

export function createContext(deps: Deps, req: Request, actor: Actor | null, signal: AbortSignal): Ctx {
  const seen = deps.replicas ? positionOf(deps, req) : null;
  return {
    ...deps,
    actor,
    replica: seen === null ? undefined : deps.replicas?.choose(seen),
    ip: req.ip ?? '',
    network: clientNetwork(req.ip ?? ''),
    userAgent: req.get('user-agent') ?? '',
    header: (name) => req.get(name),
    signal,
  };
}

/** The beginning of a route's path that has no parameters, at most two parts: `api/dentists` of `/api/dentists/:id`. */
function groupOf(path: string): string {
  const [first = '', second] = path.slice(1).split('/');
  return second === undefined || second.startsWith(':') ? first : `${first}/${second}`;
}

/**
 * Mounts the routes in groups by the beginning of their paths, because a router compares a request with each of its routes until
 * one matches, and there are hundreds.
 */
export function mountRoutes(router: Router, routes: Route[], deps: Deps): void {
  const groups = new Map<string, Router>();
  for (const route of routes) {
    const name = groupOf(route.endpoint.path);
    if (name === '' || name.startsWith(':')) throw new Error(`${route.endpoint.path} must begin with a fixed part`);
    let group = groups.get(name);
    if (!group) groups.set(name, (group = express.Router({ caseSensitive: true, strict: true })));
    mountRoute(group, route, deps);
  }
  router.use((req, res, next) => {
    const [, first = '', second = ''] = req.path.split('/', 3);
    const group = groups.get(`${first}/${second}`) ?? groups.get(first);
    if (group) group(req, res, next);
    else next();
  });
}

/** Checks the guard, then the limits, then the body, so that no body is read before the caller is known. */
function mountRoute(router: Router, route: Route, deps: Deps): void {
  const { endpoint } = route;
  const call = `${endpoint.method} ${endpoint.path}`;
  const readJson = express.json({ limit: endpoint.limit, strict: false, type: () => true });
  const answer = async (req: Request, res: Response, authenticated: Promise<Actor | null>) => {
    const actor = await readInTime(route, authenticated);
    route.guard.check(actor);
    setCachePolicy(res, route, actor);
    if (!isRead(endpoint.method) && !endpoint.rawBody) {
      const limit = { key: clientNetwork(req.ip ?? ''), hits: deps.config.LIMIT_API.hits };
      await enforceLimits(deps, 'LIMIT_API', [limit], { background: isBackground(req) });
      await readBody(req, res, readJson);
    }
    const disconnect = new AbortController();
    res.on('close', () => {
      if (!res.writableFinished) disconnect.abort();
    });
    rejectOddNames(endpoint.query, req.query);
    const input = {
      params: parse(endpoint.params, req.params),
      query: parse(endpoint.query, req.query),
      body: endpoint.rawBody || isRead(endpoint.method) ? undefined : parse(endpoint.body, req.body),
    };
    const work = async (ctx: Ctx) => {
      const handle = (own: Ctx) => route.handle(input, own, { req, res });
      const result = await onDatabase(ctx, route, handle, () => res.headersSent);
      const answer = result instanceof Answer ? result : new Answer(result);
      return res.headersSent || endpoint.streams ? null : { ...answer, value: endpoint.reply.parse(answer.value) };
    };
    const { shares } = route.guard;
    // A key that reads the directory sees what everyone sees, even of its owner's listings.
    const isPublic = shares === 'every reply' || (shares && actor?.carrier === 'key');
    const ctx = createContext(deps, req, isPublic ? null : actor, disconnect.signal);
    const key = endpoint.once && actor ? req.get('idempotency-key') : undefined;
    const reply =
      key === undefined
        ? await readInTime(route, work(ctx), () => res.headersSent)
        : await runOnce(
            chooseDatabase(ctx, endpoint) as Ctx<Actor>,
            key,
            call,
            input,
            async (trxCtx) => (await work(trxCtx))!,
          );
    if (!isRead(endpoint.method)) await rememberWrite(deps, res);
    if (reply)
      res
        .set(reply.headers)
        .status(reply.status)
        .json(reply.value ?? null);
  };
  router[endpoint.method.toLowerCase() as 'get'](
    endpoint.path,
    async (req: Request, res: Response, next: NextFunction) => {
      res.locals.route = endpoint.path;
      try {
        const link = endpoint.download ? await openLink(deps, req) : null;
        if (!link) return await answer(req, res, authenticate(deps, req, isOpen(route.guard), call));
        try {
          await answer(req, res, link.authenticate());
          await link.complete(res);
        } catch (error) {
          await link.fail(error);
          throw error;
        }
      } catch (error) {
        next(error);
      }
    },
  );
}

/** Event streams are flushed line by line, and archives are compressed already. */
const SENT_AS_THEY_ARE = new Set(['text/event-stream', 'application/gzip']);

/** Keeps personal replies out of caches, including those of proxies that store replies without a header for a while. */
function setCachePolicy(res: Response, { endpoint, guard }: Route, actor: Actor | null): void {
  if (guard.shares === 'every reply') return;
  res.vary('Cookie, Authorization');
  if (guard.shares === 'anonymous replies' && !actor) return;
  const isFinal = SENT_AS_THEY_ARE.has(endpoint.streams ?? '');
  res.set('Cache-Control', isFinal ? 'private, no-store, no-transform' : 'private, no-store');
}

/** Refuses `page[]` or `Page` where the call takes `page`, because ignoring the name would return the whole list. */
function rejectOddNames(schema: z.ZodType, query: Record<string, unknown>): void {
  const names = Object.keys((schema as { shape?: object }).shape ?? {});
  for (const given of Object.keys(query)) {
    const plain = /^\s*(\w+)\s*(?:[[.].*)?$/.exec(given)?.[1]?.toLowerCase();
    const name = names.find((known) => known.toLowerCase() === plain);
    if (name !== undefined && given !== name)
      throw badRequest(`“${given.slice(0, 50)}” is not a parameter. Please use “${name}”.`, { [name]: 'Not valid.' });
  }
}

async function readBody(req: Request, res: Response, readJson: ReturnType<typeof express.json>): Promise<void> {
  const length = req.get('content-length');
  const hasBody = req.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
  if (!hasBody) return;
  if (!/^application\/json\b/i.test(req.get('content-type') ?? ''))
    throw new Refusal(415, 'unsupported_media_type', 'Please send JSON.');
  await new Promise<void>((done, fail) => readJson(req, res, (error?: unknown) => (error ? fail(error) : done())));
}
