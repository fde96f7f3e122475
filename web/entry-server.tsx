import type { QueryClient } from '@tanstack/react-query';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router-dom';
import { publicAds } from '#contract/ads.ts';
import { fontPreloads } from '#ui/kit/styles/fonts.ts';
import { themeScript } from '#ui/kit/styles/theme.ts';
import { App } from '#ui/app/App.tsx';
import type { PageDeps, RouteHandle } from '#ui/app/page.ts';
import { loadNotFound } from '#ui/app/RouteError.tsx';
import { createRoutes } from '#ui/app/routes.tsx';
import { createQueryClient, queryOf } from '#ui/platform/query.ts';
import { isPageTime, storePageTime } from '#ui/platform/use-page-time.ts';
import type { Call } from '#ui/platform/api.ts';
import { assetsFrom, type Assets, type Manifest } from './assets.ts';
import { Document } from './Document.tsx';
import { refuseOnServer } from './server-platform.ts';
import { packReplies } from './packed-rows.ts';
import { findClasses } from './used-rules.ts';
import type { StoredReply } from './stored-reply.ts';
import { signedInScript } from './token-storage.ts';

/** The server's request for a page. The shape matches its Site type, which it checks when it loads this module. */
interface PageRequest {
  url: string;
  method: string;
  publicUrl: string;
  signal: AbortSignal;
  call(endpoint: Parameters<Call>[0], input: object): Promise<{ value: unknown; headers: Record<string, string> }>;
  log: { error(details: object, message: string): void };
}
interface Page {
  route?: string | undefined;
  status: number;
  headers: Record<string, string>;
  html: string;
  inline?: { scripts: string[]; styles: string[] };
  fingerprint?: string;
}

export function createSite(publicDir: string) {
  const manifest = JSON.parse(readFileSync(join(publicDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sheets = new Map<string, string>();
  const read = (file: string): string => {
    let text = sheets.get(file);
    if (text === undefined) sheets.set(file, (text = readFileSync(join(publicDir, file), 'utf8')));
    return text;
  };
  return siteWith(assetsFrom(manifest, read), publicDir);
}

/** The API and the query cache for the loaders of the current page. */
const pageDeps = new AsyncLocalStorage<Pick<PageDeps, 'call' | 'cache'>>();

export function siteWith(assets: Assets, publicDir?: string) {
  const handler = createStaticHandler(
    createRoutes({
      get call() {
        return pageDeps.getStore()!.call;
      },
      get cache() {
        return pageDeps.getStore()!.cache;
      },
      server: true,
    }),
  );
  return { publicDir, render: (request: PageRequest) => render(request, assets, handler) };
}

/** Stops zod from testing whether it can compile code, because the CSP reports the attempt. */
const noEvalScript = 'globalThis.__zod_globalConfig={jitless:true};';
const headScript = noEvalScript + themeScript + signedInScript;

const sourceOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const headScriptSource = sourceOf(headScript);
const MINUTE = 60_000;
/** The rules are chosen by the classes of the rendered document, so they are written into it afterwards. */
const CSS_PLACE = '/*css*/';

async function render(request: PageRequest, assets: Assets, { query, dataRoutes }: StaticHandler): Promise<Page> {
  const cache = createQueryClient();
  const call = Object.assign(
    async (endpoint: Parameters<Call>[0], input: object) => (await request.call(endpoint, input)).value,
    {
      counted: async (endpoint: Parameters<Call>[0], input: object) => {
        const { value, headers } = await request.call(endpoint, input);
        return { items: value, total: Number(headers['X-Total-Count']) };
      },
    },
  ) as Call;
  // Every page's shell shows ads.
  const ads = cache.prefetchQuery(queryOf(publicAds, {}, call));
  const context = await pageDeps.run({ call, cache }, () =>
    query(new Request(request.url, { signal: request.signal })),
  );
  await ads;
  if (context instanceof Response)
    return {
      status: context.status,
      headers: { Location: context.headers.get('Location') ?? '/' },
      html: '',
    };
  for (const error of Object.values(context.errors ?? {})) {
    // A failed call, such as one without a database, keeps its status instead of rendering a page.
    if (isFault(error)) throw error;
  }
  const handles = context.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? []);
  const { styles, css, preloads } = assets.of(
    handles.flatMap(({ source }) => source ?? []),
    [
      ...handles.flatMap(({ deferred }) => deferred?.flatMap((part) => part.source ?? []) ?? []),
      ...(context.errors && loadNotFound.source ? [loadNotFound.source] : []),
    ],
  );
  const head = {
    styles,
    css: css ? CSS_PLACE : '',
    preloads,
    fonts: [...fontPreloads],
    themeScript: headScript,
  };
  const time = Math.floor(Date.now() / MINUTE) * MINUTE;
  storePageTime(cache, time);
  // The browser asks again for what failed here, so both start without it.
  cache.removeQueries({ predicate: ({ state: { status } }) => status === 'error' });
  const markup = await toHtml(
    <Document head={head}>
      <App cache={cache} platform={refuseOnServer} publicUrl={request.publicUrl}>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </App>
    </Document>,
    request,
    assets,
  );
  const inlineCss = css?.(findClasses(markup));
  const html = inlineCss === undefined ? markup : markup.replace(CSS_PLACE, () => inlineCss);
  const state = {
    queries: packReplies(storedReplies(cache)),
    loaderData: context.loaderData,
    errors: plainErrors(context),
    // React doesn't compare inline styles and scripts, so they needn't be sent twice.
    head: { ...head, css: css ? ' ' : '', themeScript: ' ' },
    publicUrl: request.publicUrl,
  };
  const timeless = html.replace('</body>', () => `${dataScript('state', state)}</body>`);
  return {
    route: context.matches.at(-1)?.route.path,
    status: context.statusCode,
    headers: {},
    html: timeless.replace('</body>', () => `${dataScript('page-time', time)}</body>`),
    inline: { scripts: [headScriptSource], styles: inlineCss === undefined ? [] : [sourceOf(inlineCss)] },
    fingerprint: createHash('sha256').update(timeless).digest('base64url'),
  };
}

/** Data that the browser doesn't run, so it needs no permission by the CSP. */
const dataScript = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;

/** The keys and replies of the queries, without their times, so that pages with the same content are equal. */
const storedReplies = (cache: QueryClient): StoredReply[] =>
  cache
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => state.status === 'success' && !isPageTime(queryKey) })
    .map(({ queryKey, state }) => [queryKey, state.data]);

const isFault = (error: unknown): boolean =>
  !(error !== null && typeof error === 'object' && 'status' in error && (error as { status: number }).status === 404);

const plainErrors = (context: StaticHandlerContext) =>
  context.errors &&
  Object.fromEntries(
    Object.keys(context.errors).map((id) => [
      id,
      { status: 404, statusText: 'Not Found', internal: false, data: null },
    ]),
  );

/** React writes this in place of a part that waits or that failed. */
const UNFINISHED = '<!--$!-->';
/** The element after those that React puts first in the head. */
const HEAD_REST = '<meta name="color-scheme"';

/**
 * Renders to one string, which takes less time than a stream, because a stream encodes each piece of markup by itself. A page with
 * a part that isn't loaded yet, or that fails, is rendered as a stream, which waits for it and logs the failure.
 */
async function toHtml(tree: React.ReactNode, request: PageRequest, { entry }: Assets): Promise<string> {
  const markup = renderAtOnce(tree) ?? (await renderWaiting(tree, request));
  return markup
    .replace(HEAD_REST, () => `<link rel="modulepreload" fetchPriority="low" href="${entry}"/>${HEAD_REST}`)
    .replace('</body>', () => `<script type="module" src="${entry}" async=""></script></body>`);
}

function renderAtOnce(tree: React.ReactNode): string | null {
  try {
    const markup = renderToString(tree);
    return markup.includes(UNFINISHED) ? null : `<!DOCTYPE html>${markup}`;
  } catch {
    return null;
  }
}

function renderWaiting(tree: React.ReactNode, request: PageRequest): Promise<string> {
  return new Promise((done, fail) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write: (part: Buffer, _encoding, next) => {
        parts.push(part);
        next();
      },
      final: (next) => {
        next();
        done(Buffer.concat(parts).toString('utf8'));
      },
    });
    const { pipe, abort } = renderToPipeableStream(tree, {
      // The page is sent when complete, so React must not split it into chunks that a script reorders.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => pipe(sink),
      onShellError: fail,
      onError: (error) => request.log.error({ err: error }, 'a page did not render'),
    });
    request.signal.addEventListener('abort', () => abort());
  });
}
