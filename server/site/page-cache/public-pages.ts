import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/base/http/context.ts';
import { allowHashes } from '#server/base/http/headers.ts';
import type { RenderPage } from '../page-renderer.ts';
import { CachedPage, type Encoding, type Moment } from './cached-page.ts';
import {
  contentVersionsOf,
  databaseHung,
  findReplicaAt,
  subjectsOf,
  type ContentVersions,
  type Subject,
} from './content-versions.ts';
import { countPages, PageCache } from './page-cache.ts';
import { toCanonicalUrl, toPublicAddress } from './public-address.ts';
import { SharedReplies } from './shared-replies.ts';
import { SharedWork } from './shared-work.ts';

const MEGABYTE = 1_048_576;
const MINUTE = 60_000;

/**
 * Browsers ask each time whether their copy is current. Proxies may keep a page for a minute. CDNs that read their own
 * header may also serve it while they fetch a new one, or while the server is down.
 */
const sharedHeaders = {
  'Cache-Control': 'public, max-age=0, s-maxage=60',
  'CDN-Cache-Control': 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  Vary: 'Accept-Encoding',
};
/** The subjects of a page, for CDNs that purge by tag. Each one reads one of these headers. */
const tagsOf = (subjects: ReadonlySet<Subject>) => ({
  'Cache-Tag': [...subjects].join(','),
  'Surrogate-Key': [...subjects].join(' '),
});
/** Sent with a page that may be out of date, because the database doesn't answer. No cache may keep it. */
const staleHeaders = {
  'Cache-Control': 'no-store',
  'CDN-Cache-Control': 'no-store',
  'Cache-Status': 'enamel; hit; detail=stale',
};
const STORED_STATUSES = new Set([200, 301, 404]);

/** Serves public pages, which hold nothing personal, from a cache that changes of the content invalidate at once. */
export function publicPages(deps: Deps, render: RenderPage): RequestHandler {
  const cache = new PageCache(deps.config.PAGE_CACHE_MB * MEGABYTE);
  const versions = contentVersionsOf(deps);
  const renders = new SharedWork<CachedPage>();
  const replies = new SharedReplies();

  async function renderPage(req: Request, res: Response, address: string, moment: Moment, signal: AbortSignal) {
    countPages('renders');
    const subjects = new Set<Subject>(['settings']);
    let isComplete = true;
    const page = await render(req, {
      address,
      replica: await findReplicaAt(deps, moment.versions),
      signal,
      log: {
        error: (details: object, message: string) => {
          isComplete = false;
          req.log.error(details, message);
        },
      },
      shareReply: (endpoint, input, call) => {
        for (const subject of subjectsOf(endpoint)) subjects.add(subject);
        return replies.get(endpoint, input, moment, call);
      },
    });
    allowHashes(res, page.inline ?? { scripts: [], styles: [] });
    const cached = new CachedPage(
      {
        status: page.status,
        headers: {
          ...page.headers,
          ...(page.html ? { 'Content-Type': 'text/html; charset=utf-8' } : {}),
          ...(isComplete ? { ...sharedHeaders, ...tagsOf(subjects) } : { 'Cache-Control': 'no-store' }),
          'Content-Security-Policy': String(res.getHeader('Content-Security-Policy')),
        },
        etag: `W/"${page.fingerprint ?? createHash('sha256').update(page.html).digest('base64url')}"`,
        route: page.route,
        body: typeof page.html === 'string' ? Buffer.from(page.html) : page.html,
      },
      moment,
      [...subjects],
    );
    if (isComplete && !signal.aborted && STORED_STATUSES.has(page.status)) cache.set(address, cached);
    return cached;
  }

  async function answer(req: Request, res: Response, address: string): Promise<void> {
    // Read for every request, so that no server serves a page older than one that another server has served.
    const current = await versions.readInTime();
    if (current) await deps.settings.reach(current.settings);
    const page = current ? await findPage(req, res, address, current) : cache.getStale(address);
    if (!page) {
      if (res.destroyed) return;
      throw databaseHung();
    }
    if (page.route) res.locals.route = page.route;
    const encoding = page.isEmpty ? 'identity' : encodingOf(req);
    let body = page.body(encoding);
    if (body instanceof Promise) {
      body = await body;
      cache.measure(address, page);
    }
    send(req, res, page, encoding, body, current ? {} : staleHeaders);
  }

  /** The page at the present versions of the content. Undefined if the visitor has left. */
  async function findPage(
    req: Request,
    res: Response,
    address: string,
    current: ContentVersions,
  ): Promise<CachedPage | undefined> {
    const moment = { versions: current, minute: Math.floor(deps.clock.now().getTime() / MINUTE) };
    let page = cache.get(address, moment);
    if (!page) {
      const left = new AbortController();
      res.on('close', () => void (res.writableFinished || left.abort()));
      if (res.destroyed) return undefined;
      const key = `${Object.values(moment.versions).join(' ')} ${moment.minute} ${address}`;
      page = await renders.run(key, left.signal, (signal) => renderPage(req, res, address, moment, signal));
    }
    return page;
  }

  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const canonical = toCanonicalUrl(req.originalUrl);
    if (canonical !== null) return void res.set(sharedHeaders).location(canonical).status(301).end();
    const address = toPublicAddress(req.originalUrl);
    if (address === null) return next();
    answer(req, res, address).catch(next);
  };
}

function send(
  req: Request,
  res: Response,
  page: CachedPage,
  encoding: Encoding,
  body: Buffer,
  extraHeaders: Record<string, string>,
): void {
  if (res.destroyed) return;
  const { etag } = page;
  const headers = { ...page.headers, ...extraHeaders };
  if (page.status === 200 && matches(req.headers['if-none-match'], etag)) {
    countPages('notModified');
    const { 'Content-Type': _type, ...validators } = headers;
    res.writeHead(304, { ...validators, ETag: etag }).end();
    return;
  }
  res.writeHead(page.status, {
    ...headers,
    ETag: etag,
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  });
  if (req.method === 'HEAD') res.end();
  else res.end(body);
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether a list of ETags names this one. */
function matches(list: string | undefined, etag: string): boolean {
  if (list === undefined) return false;
  return list === etag || list.trim() === '*' || list.split(',').some((tag) => opaque(tag) === opaque(etag));
}

const compressed = ['br', 'gzip'] as const;
const encodings = new LRUCache<string, Encoding>({ max: 200 });

/** The smallest encoding that the client accepts. Browsers send few different headers, so each is parsed once. */
function encodingOf(req: Request): Encoding {
  const accepted = req.headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  let encoding = encodings.get(accepted);
  if (encoding === undefined) {
    encoding = compressed.find((one) => req.acceptsEncodings(one)) ?? 'identity';
    encodings.set(accepted, encoding);
  }
  return encoding;
}
