import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { planIds } from '#shared/billing/plans.ts';
import { id, line } from '../values.ts';

export const SESSION_HEADER = 'X-Session-Id';
const MAX_BATCH = 50;
const MAX_SHOWN = 30;
/** Larger batches are abuse. */
const MAX_BODY = 16_384;

export const contactTypes = ['phone', 'directions', 'website', 'email', 'appointment', 'other'] as const;

const short = (max: number) => line(max).nullish();
const whole = (max: number, sentence: string) => z.int(sentence).min(0, sentence).max(max, sentence).nullish();
/** Milliseconds since the event, measured by the page, because batches arrive later than their events. */
const ago = z.number().min(0).max(86_400_000).nullish();
const viewId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const event = z.object({
  eventType: z
    .string('Please enter an event type.')
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'An event type is a short word such as page_view.'),
  eventName: short(100),
  pagePath: short(500),
  pageTitle: short(300),
  elementId: short(100),
  elementText: short(200),
  searchQuery: short(200),
  searchResults: whole(100_000_000, 'A number of results is a whole number.'),
  searchType: short(40),
  variant: short(40),
  dentistId: id.nullish(),
  clickPosition: whole(1_000_000, 'A position is a whole number.'),
  source: short(60),
  contactType: z
    .preprocess(
      (value) => (value === 'call' ? 'phone' : value),
      z.enum(contactTypes, `A contact is one of ${contactTypes.join(', ')}.`).nullish(),
    )
    .optional(),
  planType: z.enum(planIds, 'That plan does not exist.').nullish(),
  /** The listings on a page of search results, and those of them in sponsored places. */
  shown: z.array(id).max(MAX_SHOWN, `A page of results has at most ${MAX_SHOWN} listings.`).nullish(),
  sponsored: z.array(id).max(MAX_SHOWN).nullish(),
  /** Stored only for subscriptions, and only if it is a price of the plan. */
  value: z.unknown().optional(),
  viewId: viewId.nullish(),
  ago,
});
export type TrackedEvent = z.output<typeof event>;

/** The value of each conversion; values sent by clients are ignored. */
export const conversionValues = { dentist_click: 1, contact_attempt: 10, appointment_request: 20 } as const;
const conversion = z.object({
  eventType: z.preprocess(
    (value) => (value === 'click' ? 'dentist_click' : value === 'contact' ? 'contact_attempt' : value),
    z.enum(['dentist_click', 'contact_attempt'], 'A conversion is a dentist_click or a contact_attempt.'),
  ),
  dentistId: id,
  ago,
});
export type TrackedConversion = z.output<typeof conversion>;

/** Reports that a page was left, and how long it was visible. */
const leave = z.object({ viewId, seconds: z.number().min(0).max(86_400), ago });
export type TrackedLeave = z.output<typeof leave>;

const accepted = z.object({ ok: z.literal(true), accepted: z.int() });

export const startSession = endpoint('POST', '/api/analytics/session', {
  summary: 'Start a visit. The id is null for bots and for visitors who asked not to be tracked',
  body: z
    .object({ referrer: short(2_000), utmSource: short(100), utmMedium: short(100), utmCampaign: short(100) })
    .nullish(),
  reply: z.object({ sessionId: z.uuid().nullable() }),
  limit: MAX_BODY,
});

export const track = endpoint('POST', '/api/analytics/track', {
  summary: 'Record one event or a batch; the X-Session-Id header identifies the visit',
  body: event.partial({ eventType: true }).extend({
    /** For beacons, which cannot carry headers. */
    sessionId: z.string().max(100).nullish(),
    events: z.array(event).max(MAX_BATCH, `A batch holds at most ${MAX_BATCH} events.`).optional(),
    conversions: z.array(conversion).max(MAX_BATCH).optional(),
    leaves: z.array(leave).max(MAX_BATCH).optional(),
  }),
  reply: accepted,
  errors: { unknown_session: 404 },
  limit: MAX_BODY,
});

export const trackConversion = endpoint('POST', '/api/analytics/conversion', {
  summary: 'Record a click on a dentist (value 1) or an attempt to contact one (value 10)',
  body: conversion,
  reply: accepted,
  errors: { unknown_session: 404 },
  limit: MAX_BODY,
});
