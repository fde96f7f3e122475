import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  conversionValues,
  SESSION_HEADER,
  type startSession,
  type track,
  type TrackedConversion,
  type TrackedEvent,
  type TrackedLeave,
} from '#contract/insights.ts';
import { plans } from '#contract/plans.ts';
import type { Ctx } from '#server/http/context.ts';
import { badRequest, Refusal } from '#server/http/errors.ts';
import { enforceLimits } from '#server/http/limits.ts';
import { collectorOf, nothing } from './event-writer.ts';
import { findSession, type Done, type EventRow, type KnownSession, type EventBatch } from './queries-track.ts';
import { asksForPrivacy, deviceOf, isBot, referrerOf, regionOf, truncateIp } from './visitor.ts';

const DAY = 86_400_000;
/** A batch is sent within seconds; a page that was asleep for longer does not rewrite the past. */
const MOST_AGO = 5 * 60_000;
/** Many people may share an address. */
const ADDRESS_TIMES = 10;

const leftAlone = (ctx: Ctx): boolean => asksForPrivacy(ctx) || isBot(ctx.userAgent);

export async function beginSession(
  body: z.output<(typeof startSession)['body']>,
  ctx: Ctx,
): Promise<{ sessionId: string | null }> {
  if (leftAlone(ctx)) return { sessionId: null };
  await enforceLimits(ctx, 'LIMIT_TRACK', [addressLimit(ctx)], { background: true });
  const session = {
    sessionId: randomUUID(),
    userId: ctx.actor?.userId ?? null,
    ipAddress: truncateIp(ctx.ip),
    userAgent: ctx.userAgent.slice(0, 500) || null,
    startTime: ctx.clock.now(),
    referrer: referrerOf(body?.referrer, ctx.config.PUBLIC_URL),
    utmSource: body?.utmSource || null,
    utmMedium: body?.utmMedium || null,
    utmCampaign: body?.utmCampaign || null,
    ...deviceOf(ctx.userAgent),
    ...regionOf(ctx),
  };
  await collectorOf(ctx).add({ ...nothing(), sessions: [session] });
  remember(session.sessionId, session, ctx);
  return { sessionId: session.sessionId };
}

const addressLimit = ({ ip, config: { LIMIT_TRACK } }: Ctx) => ({
  key: `address:${ip}`,
  hits: LIMIT_TRACK.hits * ADDRESS_TIMES,
});

const unknownSession = () => new Refusal(404, 'unknown_session', 'This visit is not known. Please begin a new one.');

/** Visits seen of late, so that not every event asks for its visit. */
const seenIn = new WeakMap<Knex, Map<string, KnownSession>>();
const MOST_SEEN = 50_000;

function remember(sessionId: string, { userId, startTime }: KnownSession, { db }: Ctx): void {
  let seen = seenIn.get(db);
  if (!seen) seenIn.set(db, (seen = new Map()));
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.set(sessionId, { userId, startTime });
}

async function sessionOf(id: string | undefined | null, ctx: Ctx): Promise<KnownSession & { sessionId: string }> {
  const sessionId = id?.toLowerCase() ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId)) throw unknownSession();
  let known = seenIn.get(ctx.db)?.get(sessionId);
  if (!known) {
    known = await findSession(ctx.db, sessionId);
    if (!known) throw unknownSession();
    remember(sessionId, known, ctx);
  }
  if (ctx.clock.now().getTime() - known.startTime.getTime() > DAY) throw unknownSession();
  return { ...known, sessionId };
}

export interface Given {
  events: TrackedEvent[];
  conversions: TrackedConversion[];
  leaves: TrackedLeave[];
}

/** One event is a batch of one. */
export function givenBy(body: z.output<(typeof track)['body']>): Given {
  const { sessionId: _session, events, conversions = [], leaves = [], ...single } = body;
  if (events || conversions.length > 0 || leaves.length > 0) return { events: events ?? [], conversions, leaves };
  if (single.eventType === undefined)
    throw badRequest('Please name the type of event.', { eventType: 'Please name the type of event.' });
  return { events: [{ ...single, eventType: single.eventType }], conversions, leaves };
}

export async function receive(
  given: Given,
  sessionId: string | null | undefined,
  ctx: Ctx,
): Promise<{ ok: true; accepted: number }> {
  if (leftAlone(ctx)) return { ok: true, accepted: 0 };
  const session = await sessionOf(ctx.header(SESSION_HEADER) ?? sessionId, ctx);
  const count = given.events.length + given.conversions.length + given.leaves.length;
  // A page that is left is told of with the events of the next one, so it is free.
  const cost = Math.max(1, given.events.length + given.conversions.length);
  const ofVisit = { key: `session:${session.sessionId}`, hits: ctx.config.LIMIT_TRACK.hits };
  await enforceLimits(ctx, 'LIMIT_TRACK', [addressLimit(ctx), ofVisit], { cost, background: true });
  await collectorOf(ctx).add(batchOf(given, session, ctx));
  return { ok: true, accepted: count };
}

function batchOf(given: Given, session: KnownSession & { sessionId: string }, ctx: Ctx): EventBatch {
  const now = ctx.clock.now().getTime();
  const done = (ago: number | null | undefined) => ({
    sessionId: session.sessionId,
    userId: ctx.actor?.userId ?? session.userId,
    at: new Date(Math.max(session.startTime.getTime(), now - Math.min(ago ?? 0, MOST_AGO))),
  });
  const batch = nothing();
  for (const event of given.events) {
    const what = done(event.ago);
    const pagePath = pathOf(event.pagePath);
    batch.events.push(eventRow(event, what, pagePath));
    if (event.eventType === 'page_view' && pagePath)
      batch.views.push({ ...what, pagePath, pageTitle: event.pageTitle || null, viewId: event.viewId ?? null });
    if (event.eventType === 'search' && event.eventName !== 'search_initiated')
      batch.searches.push({
        ...what,
        searchQuery: event.searchQuery || null,
        searchType: event.searchType || 'general',
        resultsCount: event.searchResults ?? null,
      });
    if (event.eventType === 'click' && event.dentistId && (event.source ?? SEARCH) === SEARCH)
      batch.clicks.push({ ...what, dentistId: event.dentistId, clickPosition: event.clickPosition ?? null });
  }
  for (const { eventType, dentistId, ago } of given.conversions)
    batch.conversions.push({ ...done(ago), eventType, dentistId, value: conversionValues[eventType] });
  for (const { viewId, seconds, ago } of given.leaves) batch.leaves.push({ ...done(ago), viewId, seconds });
  return batch;
}

const SEARCH = 'search_results';

/** Only the path: what follows it may hold a secret or a name. */
const pathOf = (path: string | null | undefined): string | null => path?.replace(/[?#].*$/s, '') || null;

/** One after the other: to spread the parts of an event into it costs as much as all the rest that is done for it. */
function eventRow(event: TrackedEvent, { sessionId, userId, at }: Done, pagePath: string | null): EventRow {
  return {
    sessionId,
    userId,
    at,
    eventType: event.eventType,
    eventName: event.eventName || null,
    pagePath,
    elementId: event.elementId || null,
    elementText: event.elementText || null,
    searchQuery: event.searchQuery || null,
    searchResults: event.searchResults ?? null,
    dentistId: event.dentistId ?? null,
    metadata: extraOf(event),
  };
}

function extraOf(event: TrackedEvent): Record<string, unknown> | null {
  const extra = {
    pageTitle: event.pageTitle || undefined,
    searchType: event.searchType || undefined,
    variant: event.variant || undefined,
    clickPosition: event.clickPosition ?? undefined,
    source: event.source || (event.eventType === 'click' ? SEARCH : undefined),
    contactType: event.contactType ?? undefined,
    planType: event.planType ?? undefined,
    value: event.eventType === 'subscription' ? priceOf(event) : undefined,
  };
  return Object.values(extra).some((value) => value !== undefined) ? extra : null;
}

/** The value of a subscription in dollars, when it is one that the plan costs. */
function priceOf({ planType, value }: TrackedEvent): number | undefined {
  const plan = plans.find((one) => one.id === planType);
  const cents = [plan?.prices, plan?.launch].flatMap((prices) =>
    prices ? [prices.monthly.cents, prices.yearly.cents] : [],
  );
  return typeof value === 'number' && cents.includes(Math.round(value * 100)) ? value : undefined;
}
