import { Readable } from 'node:stream';
import type { Response } from 'express';
import { downloadFeed, type FeedItem } from '#contract/listings/feed.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { sendStream } from '#server/base/http/send-json-array.ts';
import { withDownloadSlot } from '#server/base/http/slots/download-slots.ts';
import { findDirectoryVersion } from '#server/places/places.ts';
import { findChangesAfter, findSettledTime, type FeedRow, type Position } from './queries-feed.ts';

const PAGE_SIZE = 50;
/** Formatting more as JSON at a time would delay other requests. */
const SLICE_SIZE = 250;

interface FeedQuery {
  cursor?: string | undefined;
  updatedSince?: string | undefined;
}

function startOf({ cursor, updatedSince }: FeedQuery): { position: Position; withRemoved: boolean } {
  if (cursor !== undefined) {
    const [at, id, withRemoved] = cursor.split('.') as [string, string, string];
    return { position: { at, id: Math.min(Number(id), 2 ** 31 - 1) }, withRemoved: withRemoved === '1' };
  }
  const since = updatedSince === undefined ? 0 : Date.parse(updatedSince);
  return { position: { at: `${since}000`, id: 0 }, withRemoved: updatedSince !== undefined };
}

function toItem(row: FeedRow, publicUrl: string): FeedItem {
  const { id, changedAt, isRemoved } = row;
  if (isRemoved) return { id, changedAt, isRemoved, practice: null };
  const { practiceName, practiceType, services, lat, lng, timeZone, claimed, isVerified, lastConfirmed, facts } = row;
  const practice = { practiceName, practiceType, services, lat, lng, timeZone, claimed, isVerified, lastConfirmed };
  return { id, changedAt, isRemoved, practice: { url: publicUrl + listingPath(row), ...practice, facts } };
}

export async function findFeedPage(
  { db, clock, config }: Ctx,
  { pageSize = PAGE_SIZE, ...query }: FeedQuery & { pageSize?: number | undefined },
) {
  const asOf = await findSettledTime(db, clock.now());
  const { position, withRemoved } = startOf(query);
  const page = await findChangesAfter(db, position, withRemoved, pageSize);
  const last = page.at(-1);
  return {
    items: page.map((row) => toItem(row, config.PUBLIC_URL)),
    nextCursor: last && page.length === pageSize ? `${last.at}.${last.id}.${withRemoved ? 1 : 0}` : null,
    asOf,
  };
}

/**
 * Answers a caller that has the current version with 304, before anything is read. The version counts every change of the
 * directory, so it grows more often than the answer changes.
 */
export async function isUnchanged({ db }: Ctx, res: Response): Promise<boolean> {
  const etag = `W/"practices-${await findDirectoryVersion(db)}"`;
  res.set('ETag', etag);
  if (!res.req.get('if-none-match')?.split(/, */).includes(etag)) return false;
  res.status(304).end();
  return true;
}

export const sendFeed = (ctx: Ctx<Actor>, query: FeedQuery, res: Response): Promise<void> =>
  withDownloadSlot(ctx, async (db) => {
    const asOf = await findSettledTime(db, ctx.clock.now());
    const { withRemoved, ...start } = startOf(query);
    async function* lines() {
      let { position } = start;
      for (;;) {
        const slice = await findChangesAfter(db, position, withRemoved, SLICE_SIZE);
        const last = slice.at(-1);
        if (!last) return;
        yield slice
          .map((row) => `${JSON.stringify(downloadFeed.reply.parse(toItem(row, ctx.config.PUBLIC_URL)))}\n`)
          .join('');
        if (slice.length < SLICE_SIZE) return;
        position = last;
      }
    }
    res.set('X-As-Of', asOf.toISOString()).type('application/x-ndjson');
    await sendStream(Readable.from(lines(), { highWaterMark: 1 }), res, ctx.signal);
  });
