import type { QueryClient } from '@tanstack/react-query';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToReadableStream, renderToString } from 'react-dom/server.edge';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router-dom';
import { publicAds } from '#contract/ads.ts';
import type { PostedForm } from '#shared/posted-form.ts';
import { accentRule } from '#shared/brand-colors.ts';
import { findChosenSettings, type SiteSettings } from '#shared/site-settings.ts';
import { fontPreloads } from '#ui/kit/styles/fonts.ts';
import { themeScript } from '#ui/kit/styles/theme.ts';
import { App } from '#ui/base/page/App.tsx';
import type { PageDeps, RouteHandle } from '#ui/base/page/page.ts';
import { POSTED_FORM_KEY } from '#ui/base/forms/posted-form-key.ts';
import { loadNotFound } from '#ui/app/RouteError.tsx';
import { createRoutes } from '#ui/app/routes.tsx';
import { createQueryClient, queryOf } from '#ui/base/platform/query.ts';
import { isPageTime, storePageTime } from '#ui/base/platform/use-page-time.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { assetsFrom, hashSource, type Assets, type Manifest } from './assets.ts';
import { Document } from './Document.tsx';
import { findClasses } from './used-rules.ts';
import type { StoredReply } from './stored-reply.ts';
import { privacyScript, signedInScript } from './token-storage.ts';
import type { Platform } from '#ui/base/platform/platform.ts';

const refuse = (): never => {
  throw new Error('This happens only in a browser');
};

/** Nothing on a server-rendered page can call the platform. */
const refuseOnServer: Platform = {
  kind: 'web',
  saveFile: refuse,
  saveText: refuse,
  openExternal: refuse,
  print: refuse,
};

/** The server's request for a page. The shape matches its Site type, which it checks when it loads this module. */
interface PageRequest {
  url: string;
  method: string;
  publicUrl: string;
  settings: SiteSettings;
  signal: AbortSignal;
  call(endpoint: Parameters<Call>[0], input: object): Promise<{ value: unknown; headers: Record<string, string> }>;
  log: { error(details: object, message: string): void };
  posted?: PostedForm;
}
interface Page {
  route?: string | undefined;
  status: number;
  headers: Record<string, string>;
  html: string | Buffer;
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

export function siteWith(assets: Assets, publicDir?: string) {
  const handler = createStaticHandler(createRoutes({ server: true }));
  return { publicDir, render: (request: PageRequest) => render(request, assets, handler) };
}

/** Stops zod from testing whether it can compile code, because the CSP reports the attempt. */
const noEvalScript = 'globalThis.__zod_globalConfig={jitless:true};';
const headScript = noEvalScript + themeScript + signedInScript + privacyScript;

const headScriptSource = hashSource(headScript);
const MINUTE = 60_000;
/** The rules are chosen by the classes of the rendered document, so they are written into it afterwards. */
const CSS_PLACE = '/*css*/';

async function render(request: PageRequest, assets: Assets, { query }: StaticHandler): Promise<Page> {
  const cache = createQueryClient();
  if (request.posted) cache.setQueryData(POSTED_FORM_KEY, request.posted);
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
  const requestContext: PageDeps = { call, cache, server: true };
  const context = await query(new Request(request.url, { signal: request.signal }), { requestContext });
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
    ...(request.settings.accent && { accent: accentRule(request.settings.accent) }),
  };
  const time = Math.floor(Date.now() / MINUTE) * MINUTE;
  storePageTime(cache, time);
  // The browser asks again for what failed here, so both start without it.
  cache.removeQueries({ predicate: ({ state: { status } }) => status === 'error' });
  const site = { ...request.settings, publicUrl: request.publicUrl };
  const markup = await toMarkup(
    <Document head={head}>
      <App cache={cache} platform={refuseOnServer} site={site}>
        {/* The context has the matching routes, and no link on the server looks for others. */}
        <StaticRouterProvider router={createStaticRouter([], context)} context={context} hydrate={false} />
      </App>
    </Document>,
    request,
  );
  const rules = css?.(findClasses(markup));
  const state = {
    queries: storedReplies(cache),
    loaderData: context.loaderData,
    ...(context.errors && { errors: plainErrors(context) }),
    // React doesn't compare inline styles, scripts, and preloads, so they needn't be sent twice.
    head: {
      ...head,
      css: css ? ' ' : '',
      themeScript: ' ',
      ...(head.accent && { accent: ' ' }),
      fonts: undefined,
      preloads: undefined,
    },
    site: { ...findChosenSettings(request.settings), publicUrl: request.publicUrl },
  };
  const [beforeRest, afterRest] = splitBefore(markup, HEAD_REST);
  const [content, end] = splitBefore(afterRest, '</body>');
  // Encoded once, because a long text with letters such as “–” takes long to encode.
  const timeless = [
    Buffer.from(
      `${DOCTYPE}${beforeRest}<link rel="modulepreload" fetchPriority="low" href="${assets.entry}"/>${
        rules ? content.replace(CSS_PLACE, () => rules.css) : content
      }<script type="module" src="${assets.entry}" async=""></script>${dataScript('state', state)}`,
    ),
    Buffer.from(end),
  ] as const;
  const fingerprint = createHash('sha256');
  for (const part of timeless) fingerprint.update(part);
  return {
    route: context.matches.at(-1)?.route.path,
    status: context.statusCode,
    headers: {},
    html: Buffer.concat([timeless[0], Buffer.from(dataScript('page-time', time)), timeless[1]]),
    inline: {
      scripts: [headScriptSource],
      styles: [...(rules ? [rules.source] : []), ...(head.accent ? [hashSource(head.accent)] : [])],
    },
    fingerprint: fingerprint.digest('base64url'),
  };
}

/** Splits a text where a mark begins, which it has. */
function splitBefore(text: string, mark: string): [before: string, rest: string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at)];
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

const DOCTYPE = '<!DOCTYPE html>';
/** React writes this in place of a part that waits or that failed. */
const UNFINISHED = '<!--$!-->';
/** The element after those that React puts first in the head. */
const HEAD_REST = '<meta name="color-scheme"';

/**
 * Renders to one string, which takes less time than a stream, because a stream encodes each piece of markup by itself. A page with
 * a part that isn't loaded yet, or that fails, is rendered as a stream, which waits for it and logs the failure. A stream begins
 * with the doctype, which the caller adds.
 */
const toMarkup = async (tree: React.ReactNode, request: PageRequest): Promise<string> =>
  renderAtOnce(tree) ?? (await renderWaiting(tree, request)).slice(DOCTYPE.length);

function renderAtOnce(tree: React.ReactNode): string | null {
  try {
    const markup = renderToString(tree);
    return markup.includes(UNFINISHED) ? null : markup;
  } catch {
    return null;
  }
}

async function renderWaiting(tree: React.ReactNode, request: PageRequest): Promise<string> {
  const stream = await renderToReadableStream(tree, {
    signal: request.signal,
    // The page is sent when complete, so React must not split it into chunks that a script reorders.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => request.log.error({ err: error }, 'a page did not render'),
  });
  await stream.allReady;
  return new Response(stream).text();
}
