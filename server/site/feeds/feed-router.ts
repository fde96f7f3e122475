import { Router } from 'express';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { Deps } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { findStatements } from '#server/listings/facts.ts';
import { findListing } from '#server/listings/listings.ts';
import { findProfileId } from '#server/listings/slugs.ts';
import { holidayCalendar } from './holiday-calendar.ts';
import { listPublishedArticles, newestChange, type PublishedArticle } from '#server/articles/articles.ts';
import { escapeXml } from '../xml.ts';

const MOST_ITEMS = 50;

const element = (name: string, text: string | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>\n` : '';

function itemOf({ title, slug, excerpt, author, category, publishedAt }: PublishedArticle, base: string): string {
  const url = escapeXml(`${base}/articles/${slug}`);
  return `<item>
${element('title', title)}<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
${element('description', excerpt)}${element('dc:creator', author)}${element('category', category)}${element('pubDate', publishedAt?.toUTCString())}</item>
`;
}

/** The newest published articles as RSS 2.0. */
async function articleFeed({ db, clock, config, settings }: Deps): Promise<string> {
  const articles = (await listPublishedArticles(db, clock.now())).slice(0, MOST_ITEMS);
  const base = config.PUBLIC_URL;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${element('title', `${settings.brand}: dental health articles`)}<link>${escapeXml(base)}/topics</link>
<description>Articles about teeth whitening and dental health.</description>
<language>en-us</language>
<atom:link href="${escapeXml(base)}/feed.xml" rel="self" type="application/rss+xml"/>
${element('lastBuildDate', newestChange(articles)?.toUTCString())}${articles.map((article) => itemOf(article, base)).join('')}</channel>
</rss>
`;
}

const CALENDAR = '/holidays.ics';

/** Serves new articles as RSS, and the holiday hours of each listing as a calendar below its page. */
export function feedRouter(deps: Deps): Router {
  const router = Router();
  const { db, config } = deps;
  router.get('/feed.xml', (_req, res, next) => {
    articleFeed(deps)
      .then((feed) => res.set('Cache-Control', 'public, max-age=900').type('application/rss+xml').send(feed))
      .catch(next);
  });

  router.get([`/profile/:id${CALENDAR}`, `/:state/:city/:practiceType/:name${CALENDAR}`], async (req, res, next) => {
    try {
      const id = await findProfileId(db, req.path.slice(0, -CALENDAR.length));
      const listing = id === undefined ? undefined : await findListing(db, id);
      if (!listing) throw notFound('We couldn’t find this listing.');
      res.set('Cache-Control', 'public, max-age=900').set('X-Robots-Tag', 'noindex');
      const path = listingPath(listing) + CALENDAR;
      if (path !== req.path) return void res.location(path).status(301).end();
      const [found] = await findStatements(db, [listing.id], ['holidayHours']);
      res.type('text/calendar; charset=utf-8');
      res.send(holidayCalendar(listing, found?.statements.holidayHours, config.PUBLIC_URL));
    } catch (error) {
      next(error);
    }
  });
  return router;
}
