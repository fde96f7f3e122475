import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { article } from './articles.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { MAX_BODY_WITH_PICTURES } from '../listings/practice-fields.ts';
import { id, idParam, instant, line, ok, sentTime } from '../values.ts';

const itemStatuses = ['waiting', 'writing', 'editing', 'done', 'failed', 'cancelled'] as const;
export const generationRun = z.object({
  id: z.string(),
  startedAt: sentTime,
  finishedAt: sentTime.nullable(),
  cancelledAt: sentTime.nullable(),
  startedBy: z.string().nullable(),
  writer: z.string(),
  editor: z.string(),
  items: z.array(
    z.object({
      id,
      topicId: z.string(),
      status: z.enum(itemStatuses),
      message: z.string().nullable(),
      articleId: id.nullable(),
      articleTitle: z.string().nullable(),
      tokensIn: z.int().nullable(),
      tokensOut: z.int().nullable(),
      cost: z.number().nullable(),
      startedAt: sentTime.nullable(),
      finishedAt: sentTime.nullable(),
    }),
  ),
});
export type GenerationRun = z.output<typeof generationRun>;

export const latestRun = endpoint('GET', '/api/admin/articles/generation', {
  summary: 'The latest run of the AI writers, topic by topic',
  reply: generationRun.nullable(),
});
export const cancelRun = endpoint('POST', '/api/admin/articles/generation/:id/cancel', {
  summary: 'Cancel a run; articles that are not finished are not created',
  params: z.object({ id: z.uuid('That run does not exist.') }),
  reply: ok,
});

export const addArticlePicture = endpoint('POST', '/api/admin/article-pictures', {
  summary: 'Store a picture for articles, and return the address that their text shows it by',
  limit: MAX_BODY_WITH_PICTURES,
  /** A data URL. */
  body: z.object({ picture: z.string().max(MAX_BODY_WITH_PICTURES) }),
  reply: z.object({ url: z.string() }),
});

export const articleProvenance = endpoint('GET', '/api/admin/articles/:id/provenance', {
  summary: 'The brands and models that wrote and edited an article, with tokens and cost',
  params: idParam,
  reply: z.record(z.string(), z.unknown()).nullable(),
});

const topicParam = z.object({ topicId: z.string().max(100, 'That topic does not exist.') });

export const contentSchedule = z.object({
  id,
  topicId: z.string(),
  articlesPerDay: z.int(),
  isActive: z.boolean(),
  lastPublished: sentTime.nullable(),
  nextScheduled: sentTime.nullable(),
  createdAt: sentTime,
  updatedAt: sentTime,
  /** Articles with a future date, assigned by the schedule or set by hand. */
  upcoming: z.array(z.object({ id, title: z.string(), at: sentTime, queued: z.boolean() })),
  /** Approved drafts without a date, because the schedule is paused. */
  waiting: z.int(),
});
export type ContentSchedule = z.output<typeof contentSchedule>;

export const listSchedules = endpoint('GET', '/api/admin/content-schedules', {
  summary: "Each topic's schedule with its upcoming dates",
  reply: z.array(contentSchedule),
});
export const updateSchedule = endpoint('PUT', '/api/admin/content-schedules/:topicId', {
  summary: 'Change the daily rate of a topic, or pause or resume it; upcoming dates are reassigned',
  params: topicParam,
  body: z.object({
    articlesPerDay: z
      .int('Please enter a whole number.')
      .min(1, 'At least one article a day.')
      .max(12, 'At most 12 articles a day.')
      .optional(),
    isActive: z.boolean().optional(),
    ...baseValues,
  }),
  reply: contentSchedule,
  errors: editConflictError,
});
export const queueArticle = endpoint('POST', '/api/admin/articles/:id/queue', {
  summary: "Add a draft to its topic's schedule, or remove it",
  params: idParam,
  body: z.object({ queued: z.boolean() }),
  reply: z.object({ scheduledPublishAt: sentTime.nullable(), queued: z.boolean() }),
});

const MAX_CALENDAR_DAYS = 62;
export const articleCalendar = endpoint('GET', '/api/admin/articles/calendar', {
  summary: 'Articles that were or will be published between two times, in order',
  query: z
    .object({ from: instant, to: instant })
    .refine(
      ({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_CALENDAR_DAYS * 86_400_000,
      `Please choose at most ${MAX_CALENDAR_DAYS} days.`,
    ),
  reply: z.array(
    z.object({ id, title: z.string(), topicId: z.string(), slug: z.string(), at: sentTime, isPublished: z.boolean() }),
  ),
});

/** A deleted article can be restored for so long. */
export const DELETED_DAYS = 30;
export const listDeletedArticles = endpoint('GET', '/api/admin/deleted-articles', {
  summary: `Articles deleted in the last ${DELETED_DAYS} days, latest first`,
  reply: z.array(
    z.object({
      id,
      title: z.string(),
      topicId: z.string(),
      deletedAt: sentTime,
      deletedBy: z.string().nullable(),
    }),
  ),
});
export const restoreArticle = endpoint('POST', '/api/admin/deleted-articles/:id/restore', {
  summary: 'Restore a deleted article as it was; a date that has passed since makes it a draft',
  params: idParam,
  reply: article,
});

export const MAX_BRANDS = 5;
/** Shown instead of a key. If it is sent back unchanged, the key is kept. */
export const MASK = '••••••••';
export const priorities = [
  [1, 'Highest'],
  [2, 'High'],
  [3, 'Medium'],
  [4, 'Low'],
  [5, 'Lowest'],
] as const;

export const aiBrand = z.object({
  id,
  name: z.string(),
  apiEndpoint: z.string(),
  /** The mask, or null without a key. The key never leaves the server. */
  apiKey: z.string().nullable(),
  model: z.string().nullable(),
  description: z.string().nullable(),
  priority: z.int(),
  isActive: z.boolean(),
  createdAt: sentTime,
  updatedAt: sentTime,
});
export type AiBrand = z.output<typeof aiBrand>;

const brandFields = {
  name: line(100).pipe(z.string().min(1, 'Please enter a name.')),
  apiEndpoint: line(500).pipe(z.string().min(1, 'Please enter the API endpoint.')),
  /** Omitted, empty, or masked keeps the key; null clears it. */
  apiKey: line(500).nullable().optional(),
  model: line(120).nullable().optional(),
  description: line(1_000).nullable().optional(),
  priority: z.int('Priority is a number from 1 to 5.').min(1, 'Priority is 1 to 5.').max(5, 'Priority is 1 to 5.'),
  isActive: z.boolean(),
};
const brandErrors = { too_many_brands: 409 };

export const listBrands = endpoint('GET', '/api/admin/ai-brands', {
  summary: 'AI brands by priority; keys are masked',
  reply: z.array(aiBrand),
});
export const createBrand = endpoint('POST', '/api/admin/ai-brands', {
  summary: 'Add an AI brand; there are at most five',
  body: z.object({
    ...brandFields,
    priority: brandFields.priority.default(1),
    isActive: brandFields.isActive.default(true),
  }),
  reply: aiBrand,
  errors: brandErrors,
});
export const updateBrand = endpoint('PUT', '/api/admin/ai-brands/:id', {
  summary: 'Change an AI brand; a new endpoint clears the key',
  params: idParam,
  body: z.object(brandFields).partial().extend(baseValues),
  reply: aiBrand,
  errors: editConflictError,
});
export const deleteBrand = endpoint('DELETE', '/api/admin/ai-brands/:id', {
  summary: 'Delete an AI brand',
  params: idParam,
  reply: ok,
});
export const testBrand = endpoint('POST', '/api/admin/ai-brands/:id/test', {
  summary: 'Make one short call to the provider; returns the latency or the error',
  params: idParam,
  reply: z.object({
    ok: z.boolean(),
    latencyMs: z.int().nullable(),
    model: z.string().nullable(),
    message: z.string(),
  }),
});
