import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  conversionValues,
  SESSION_HEADER,
  type startSession,
  type track,
  type TrackedConversion,
  type TrackedEvent,
  type TrackedLeave,
} from '#contract/insights/insights.ts';
import { getPlanPrices } from '#server/billing/prices.ts';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, Refusal } from '#server/base/http/errors.ts';
import { enforceLimits } from '#server/base/http/limits/limits.ts';
import { findProfileId } from '#server/listings/slugs.ts';
import { eventWriterOf, emptyBatch } from './event-writer.ts';
import {
  closeQuietSessions,
  findSession,
  type VisitAction,
  type EventRow,
  type KnownSession,
  type EventBatch,
} from './queries-track.ts';
import { asksForPrivacy } from '#server/base/http/privacy-signal.ts';
import { deviceOf, isBot, referrerOf, regionOf, truncateIp } from './visitor.ts';

const DAY = 86_400_000;
/** A visit ends after this long without activity. */
const IDLE_MS = 30 * 60_000;
/** Batches are sent within seconds. Older times are cut off, so a page that wakes up cannot change closed days. */
const MAX_AGO = 5 * 60_000;
/** Many people can share an IP address. */
const ADDRESS_LIMIT_FACTOR = 10;

const isUntracked = (ctx: Ctx): boolean => asksForPrivacy(ctx) || isBot(ctx.userAgent);

export async function beginSession(
  body: z.output<(typeof startSession)['body']>,
  ctx: Ctx,
): Promise<{ sessionId: string | null }> {
  if (isUntracked(ctx)) return { sessionId: null };
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
  await eventWriterOf(ctx).add({ ...emptyBatch(), sessions: [session] });
  rememberSession(session.sessionId, session, ctx);
  return { sessionId: session.sessionId };
}

const addressLimit = ({ network, config: { LIMIT_TRACK } }: Ctx) => ({
  key: `address:${network}`,
  hits: LIMIT_TRACK.hits * ADDRESS_LIMIT_FACTOR,
});

const unknownSession = () => new Refusal(404, 'unknown_session', 'This visit does not exist. Please start a new one.');

/** Recent visits, so that not every event queries the database for its visit. */
const recentSessions = new WeakMap<Knex, LRUCache<string, KnownSession>>();

function rememberSession(sessionId: string, { userId, startTime }: KnownSession, { db }: Ctx): void {
  let sessions = recentSessions.get(db);
  if (!sessions) recentSessions.set(db, (sessions = new LRUCache({ max: 50_000 })));
  sessions.set(sessionId, { userId, startTime });
}

export async function findCachedSession(
  id: string | undefined | null,
  ctx: Ctx,
): Promise<KnownSession & { sessionId: string }> {
  const sessionId = id?.toLowerCase() ?? '';
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId)) throw unknownSession();
  let session = recentSessions.get(ctx.db)?.get(sessionId);
  if (!session) {
    session = await findSession(ctx.db, sessionId);
    if (!session) throw unknownSession();
    rememberSession(sessionId, session, ctx);
  }
  if (ctx.clock.now().getTime() - session.startTime.getTime() > DAY) throw unknownSession();
  return { ...session, sessionId };
}

interface TrackedBatch {
  events: TrackedEvent[];
  /** Only the server records appointment requests. */
  conversions: (TrackedConversion | (Omit<TrackedConversion, 'eventType'> & { eventType: 'appointment_request' }))[];
  leaves: TrackedLeave[];
}

/** Reads a single event as a batch of one. */
export function readBatch(body: z.output<(typeof track)['body']>): TrackedBatch {
  const { sessionId: _session, events, conversions = [], leaves = [], ...single } = body;
  if (events || conversions.length > 0 || leaves.length > 0) return { events: events ?? [], conversions, leaves };
  if (single.eventType === undefined)
    throw badRequest('Please enter an event type.', { eventType: 'Please enter an event type.' });
  return { events: [{ ...single, eventType: single.eventType }], conversions, leaves };
}

export async function storeBatch(
  batch: TrackedBatch,
  sessionId: string | null | undefined,
  ctx: Ctx,
): Promise<{ ok: true; accepted: number }> {
  if (isUntracked(ctx)) return { ok: true, accepted: 0 };
  const session = await findCachedSession(ctx.header(SESSION_HEADER) ?? sessionId, ctx);
  const count = batch.events.length + batch.conversions.length + batch.leaves.length;
  // Leaving a page is reported together with the events of the next page, so it doesn't count against the limit.
  const cost = Math.max(1, batch.events.length + batch.conversions.length);
  const ofVisit = { key: `session:${session.sessionId}`, hits: ctx.config.LIMIT_TRACK.hits };
  await enforceLimits(ctx, 'LIMIT_TRACK', [addressLimit(ctx), ofVisit], { cost, background: true });
  await eventWriterOf(ctx).add(toEventBatch(await addProfileViews(batch, ctx), session, ctx));
  return { ok: true, accepted: count };
}

/**
 * A page view of a profile is a profile view, so it gets an event of its own unless the page sent one. The database keeps
 * one of the two if the page's event arrives in a later request.
 */
async function addProfileViews(batch: TrackedBatch, { db }: Ctx): Promise<TrackedBatch> {
  const events: TrackedEvent[] = [];
  for (const [index, event] of batch.events.entries()) {
    events.push(event);
    if (event.eventType !== 'page_view' || isFollowedByProfileView(batch.events, index)) continue;
    const dentistId = event.dentistId ?? (await findProfileId(db, pathOf(event.pagePath)));
    if (dentistId)
      events.push({
        eventType: 'profile_view',
        eventName: 'profile_view',
        pagePath: event.pagePath,
        dentistId,
        ago: event.ago,
      });
  }
  return { ...batch, events };
}

function isFollowedByProfileView(events: readonly TrackedEvent[], index: number): boolean {
  const next = events.slice(index + 1).find(({ eventType }) => /^(?:page|profile)_view$/.test(eventType));
  return next?.eventType === 'profile_view';
}

function toEventBatch(batch: TrackedBatch, session: KnownSession & { sessionId: string }, ctx: Ctx): EventBatch {
  const now = ctx.clock.now().getTime();
  const actionAt = (ago: number | null | undefined) => ({
    sessionId: session.sessionId,
    userId: ctx.actor?.userId ?? session.userId,
    at: new Date(Math.max(session.startTime.getTime(), now - Math.min(ago ?? 0, MAX_AGO))),
  });
  const rows = emptyBatch();
  for (const event of batch.events) {
    const action = actionAt(event.ago);
    const pagePath = pathOf(event.pagePath);
    rows.events.push(eventRow(event, action, pagePath, ctx));
    if (event.eventType === 'page_view' && pagePath)
      rows.views.push({ ...action, pagePath, pageTitle: event.pageTitle || null, viewId: event.viewId ?? null });
    if (event.eventType === 'search')
      rows.searches.push({
        ...action,
        searchQuery: event.searchQuery || null,
        searchType: event.searchType || 'general',
        resultsCount: event.searchResults ?? null,
      });
    if (event.eventType === 'click' && event.dentistId && (event.source ?? SEARCH_RESULTS) === SEARCH_RESULTS)
      rows.clicks.push({ ...action, dentistId: event.dentistId, clickPosition: event.clickPosition ?? null });
  }
  for (const { eventType, dentistId, ago } of batch.conversions)
    rows.conversions.push({ ...actionAt(ago), eventType, dentistId, value: conversionValues[eventType] });
  for (const { viewId, seconds, ago } of batch.leaves) rows.leaves.push({ ...actionAt(ago), viewId, seconds });
  return rows;
}

const SEARCH_RESULTS = 'search_results';

/** Drops the query and the hash, because they may contain a secret or a name. */
const pathOf = (path: string | null | undefined): string | null => path?.replace(/[?#].*$/s, '') || null;

/** Copies field by field, because spreading the event would double the cost of storing it. */
function eventRow(
  event: TrackedEvent,
  { sessionId, userId, at }: VisitAction,
  pagePath: string | null,
  ctx: Ctx,
): EventRow {
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
    metadata: eventMetadata(event, ctx),
  };
}

function eventMetadata(event: TrackedEvent, ctx: Ctx): Record<string, unknown> | null {
  const extra = {
    pageTitle: event.pageTitle || undefined,
    searchType: event.searchType || undefined,
    variant: event.variant || undefined,
    clickPosition: event.clickPosition ?? undefined,
    source: event.source || (event.eventType === 'click' ? SEARCH_RESULTS : undefined),
    contactType: event.contactType ?? undefined,
    planType: event.planType ?? undefined,
    value: event.eventType === 'subscription' ? subscriptionPrice(event, ctx) : undefined,
    shown: event.shown ?? undefined,
    sponsored: event.sponsored ?? undefined,
  };
  return Object.values(extra).some((value) => value !== undefined) ? extra : null;
}

/** Returns the reported value in dollars if it is one of the plan's prices. */
function subscriptionPrice({ planType, value }: TrackedEvent, ctx: Ctx): number | undefined {
  if (typeof value !== 'number') return undefined;
  const prices = [...getPlanPrices(ctx).values()];
  return prices.some(({ plan, cents }) => plan === planType && cents === Math.round(value * 100)) ? value : undefined;
}

export async function closeVisits({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - IDLE_MS);
  while ((await closeQuietSessions(db, before)) > 0);
}
