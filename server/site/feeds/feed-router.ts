import { Router } from 'express';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { Deps } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { findStatements } from '#server/listings/facts.ts';
import { findListing } from '#server/listings/listings.ts';
import { findProfileId } from '#server/listings/slugs.ts';
import { articleFeed } from './article-feed.ts';
import { holidayCalendar } from './holiday-calendar.ts';

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
