import { Router, type Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { listTopics } from '#server/articles/topics.ts';
import { CITY_PAGE_SIZE, cityPagePath } from '#contract/places/places.ts';
import { findState, stateSlug } from '#shared/places/states.ts';
import { sitePages } from '#shared/site-pages.ts';
import { changeOf, listPublishedArticles, newestChange } from '#server/articles/articles.ts';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import type { Deps } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { listPublicBrands } from '#server/groups/brands.ts';
import { withListSlot } from '#server/base/http/slots/list-slots.ts';
import { findSitemapFiles, findSitemapSlice } from '#server/listings/slugs.ts';
import { listCities, listStates } from '#server/places/places.ts';
import { countCitiesWithService } from './queries.ts';
import { escapeXml } from './xml.ts';

/** The sitemap protocol allows no more URLs in one file. */
const MAX_URLS = 50_000;
const SLICE_SIZE = 5_000;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const lastModified = (changed: Date | null | undefined): string =>
  changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
const entry = (url: string, changed?: Date): string =>
  `<url><loc>${escapeXml(url)}</loc>${lastModified(changed)}</url>\n`;

/** Serves the sitemap, whose files are streamed from the database. */
export function sitemapRouter(deps: Deps): Router {
  const router = Router();
  const base = deps.config.PUBLIC_URL;
  router.get('/sitemap.xml', async (_req, res, next) => {
    try {
      const [listingFiles, states, articles, brands] = await Promise.all([
        findSitemapFiles(deps.db),
        listStates(deps.db),
        listPublishedArticles(deps.db, deps.clock.now()),
        listPublicBrands(deps.db),
      ]);
      const files: { name: string; changedAt?: Date | null }[] = [
        { name: 'pages' },
        ...(articles.length > 0 ? [{ name: 'guides', changedAt: newestChange(articles) }] : []),
        ...(brands.length > 0 ? [{ name: 'groups' }] : []),
        ...states.filter(({ dentistCount }) => dentistCount > 0).map(({ slug }) => ({ name: `places-${slug}` })),
        ...listingFiles.map(({ changedAt }, index) => ({ name: `dentists-${index + 1}`, changedAt })),
      ];
      setXmlHeaders(res).send(
        `${head}<sitemapindex ${namespace}>\n${files
          .map(
            ({ name, changedAt }) =>
              `<sitemap><loc>${base}/sitemaps/${name}.xml</loc>${lastModified(changedAt)}</sitemap>\n`,
          )
          .join('')}</sitemapindex>\n`,
      );
    } catch (error) {
      next(error);
    }
  });

  router.get('/sitemaps/:file', async (req, res, next) => {
    try {
      const entries = await entriesOf(deps, req.params.file);
      if (!entries) throw notFound();
      // A crawler reads the small files of all states at once.
      if (req.params.file.startsWith('places-')) return await sendUrlSet(res, entries);
      const disconnect = new AbortController();
      res.on('close', () => disconnect.abort());
      const caller = { ...deps, network: clientNetwork(req.ip ?? ''), signal: disconnect.signal };
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

async function sendUrlSet(res: Response, entries: Entries): Promise<void> {
  async function* file() {
    yield `${head}<urlset ${namespace}>\n`;
    yield* entries;
    yield '</urlset>\n';
  }
  await pipeline(Readable.from(file()), setXmlHeaders(res));
}

type Entries = Iterable<string> | AsyncIterable<string>;

/** The entries of a file of the sitemap, or null if there is no such file. */
async function entriesOf(deps: Deps, file: string): Promise<Entries | null> {
  const base = deps.config.PUBLIC_URL;
  if (file === 'pages.xml')
    return sitePages
      .filter(({ path }) => path !== '/pricing' || deps.config.payments)
      .map(({ path }) => entry(base + path));
  if (file === 'groups.xml') return (await listPublicBrands(deps.db)).map((slug) => entry(`${base}/groups/${slug}`));
  if (file === 'guides.xml') return guideEntries(deps);
  const state = /^places-([a-z-]+)\.xml$/.exec(file)?.[1];
  if (state !== undefined) return placeEntries(deps, state);
  const nth = /^dentists-([1-9]\d{0,3})\.xml$/.exec(file)?.[1];
  return nth === undefined ? null : listingEntries(deps, Number(nth));
}

/** The articles that are public now, and the topics that have some. */
async function guideEntries({ db, config, clock }: Deps): Promise<string[]> {
  const [articles, topics] = await Promise.all([listPublishedArticles(db, clock.now()), listTopics(db)]);
  const base = config.PUBLIC_URL;
  return [
    ...topics
      .filter(({ id }) => articles.some(({ topicId }) => topicId === id))
      .map(({ id }) => entry(`${base}/topics/${id}`)),
    ...articles.map((article) => entry(`${base}/articles/${article.slug}`, changeOf(article))),
  ];
}

/** A state and every page of its cities, in a file of its own, because all states together may exceed the limit. */
async function placeEntries({ db, config }: Deps, slug: string): Promise<string[] | null> {
  const state = findState(slug);
  const cities = state && stateSlug(state) === slug ? await listCities(db, state.code) : [];
  if (cities.length === 0) return null;
  const whitening = await countCitiesWithService(db, 'Teeth Whitening');
  const pagesOf = (path: string, count: number) =>
    Array.from({ length: Math.ceil(count / CITY_PAGE_SIZE) }, (_, index) => cityPagePath(path, index + 1));
  return [
    `/dentists/${slug}`,
    ...cities.flatMap((city) => pagesOf(`/dentists/${slug}/${city.slug}`, city.dentistCount)),
    ...cities.flatMap((city) => pagesOf(`/teeth-whitening/${slug}/${city.slug}`, whitening.get(city.id) ?? 0)),
  ].map((path) => entry(config.PUBLIC_URL + path));
}

async function listingEntries({ db, config }: Deps, nth: number): Promise<AsyncGenerator<string> | null> {
  const start = (await findSitemapFiles(db))[nth - 1];
  if (!start) return null;
  return (async function* () {
    let after: number | null = start.after;
    for (let sent = 0; after !== null && sent < MAX_URLS; sent += SLICE_SIZE) {
      const slice: Awaited<ReturnType<typeof findSitemapSlice>> = await findSitemapSlice(db, after, SLICE_SIZE);
      yield slice.entries.map(({ path, updatedAt }) => entry(config.PUBLIC_URL + path, updatedAt)).join('');
      after = slice.lastId;
    }
  })();
}
