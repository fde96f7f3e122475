import { Router, type Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { stateSlug, usStates } from '#contract/places/states.ts';
import type { Deps } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { withListSlot } from '#server/http/list-slots.ts';
import { findSitemapSlice, findSitemapStarts } from '#server/listings/slugs.ts';
import { listCities } from '#server/places/places.ts';
import { findCitiesWithService } from './queries.ts';

/** The sitemap protocol allows no more URLs in one file. */
const MAX_URLS = 50_000;
const SLICE_SIZE = 5_000;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const publicPages = [
  '/',
  '/directory',
  '/geographic-map',
  '/topics',
  '/about',
  '/pricing',
  '/contact',
  '/terms',
  '/privacy',
];

const escapeXml = (text: string): string => text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
const entry = (url: string, changed?: Date): string =>
  `<url><loc>${escapeXml(url)}</loc>${changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''}</url>\n`;

/** Serves robots.txt and the sitemap, whose files are streamed from the database. */
export function sitemapRouter(deps: Deps): Router {
  const router = Router();
  const base = deps.config.PUBLIC_URL;
  router.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('Cache-Control', 'public, max-age=3600');
    res.send(
      [
        'User-agent: *',
        'Disallow: /api/',
        'Disallow: /location/',
        'Disallow: /admin',
        'Disallow: /dashboard',
        'Disallow: /email-settings',
        'Disallow: /account',
        'Disallow: /auth',
        'Disallow: /request-appointment/',
        'Disallow: /my-appointment',
        'Disallow: /claim/',
        'Disallow: /transfer/',
        'Disallow: /find-practice',
        'Disallow: /compare',
        'Disallow: /shortlist',
        'Disallow: /shared/',
        `Sitemap: ${base}/sitemap.xml`,
        '',
      ].join('\n'),
    );
  });

  router.get('/sitemap.xml', async (_req, res, next) => {
    try {
      const starts = await findSitemapStarts(deps.db);
      const files = ['pages', 'places', ...starts.map((_, index) => `dentists-${index + 1}`)];
      setXmlHeaders(res).send(
        `${head}<sitemapindex ${namespace}>\n${files
          .map((name) => `<sitemap><loc>${base}/sitemaps/${name}.xml</loc></sitemap>\n`)
          .join('')}</sitemapindex>\n`,
      );
    } catch (error) {
      next(error);
    }
  });

  router.get('/sitemaps/:file', async (req, res, next) => {
    try {
      const nth = /^dentists-([1-9]\d{0,3})\.xml$/.exec(req.params.file)?.[1];
      const entries =
        req.params.file === 'pages.xml'
          ? publicPages.map((path) => entry(base + path))
          : req.params.file === 'places.xml'
            ? placeEntries(deps)
            : nth
              ? await listingEntries(deps, Number(nth))
              : null;
      if (!entries) throw notFound();
      const disconnect = new AbortController();
      res.on('close', () => disconnect.abort());
      const caller = { ...deps, ip: req.ip ?? '', signal: disconnect.signal };
      await withListSlot(caller, res, MAX_URLS, () => sendUrlSet(res, entries));
    } catch (error) {
      if (res.headersSent) res.destroy();
      else next(error);
    }
  });
  return router;
}

const setXmlHeaders = (res: Response): Response =>
  res.type('application/xml').set('Cache-Control', 'public, max-age=3600');

async function sendUrlSet(res: Response, entries: Iterable<string> | AsyncIterable<string>): Promise<void> {
  async function* file() {
    yield `${head}<urlset ${namespace}>\n`;
    yield* entries;
    yield '</urlset>\n';
  }
  await pipeline(Readable.from(file()), setXmlHeaders(res));
}

async function* placeEntries({ db, config }: Deps): AsyncGenerator<string> {
  const whitening = await findCitiesWithService(db, 'Teeth Whitening');
  let left = MAX_URLS;
  for (const state of usStates) {
    const cities = await listCities(db, state.code);
    if (cities.length === 0) continue;
    const urls = [
      `/dentists/${stateSlug(state)}`,
      ...cities.map(({ slug }) => `/dentists/${stateSlug(state)}/${slug}`),
      ...cities.filter(({ id }) => whitening.has(id)).map(({ slug }) => `/teeth-whitening/${stateSlug(state)}/${slug}`),
    ].slice(0, left);
    left -= urls.length;
    yield urls.map((path) => entry(config.PUBLIC_URL + path)).join('');
  }
}

async function listingEntries({ db, config }: Deps, nth: number): Promise<AsyncGenerator<string> | null> {
  const start = (await findSitemapStarts(db))[nth - 1];
  if (start === undefined) return null;
  return (async function* () {
    let after: number | null = start;
    for (let sent = 0; after !== null && sent < MAX_URLS; sent += SLICE_SIZE) {
      const slice: Awaited<ReturnType<typeof findSitemapSlice>> = await findSitemapSlice(db, after, SLICE_SIZE);
      yield slice.entries.map(({ path, updatedAt }) => entry(config.PUBLIC_URL + path, updatedAt)).join('');
      after = slice.lastId;
    }
  })();
}
