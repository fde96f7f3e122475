import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { baseValues, editConflictError } from './edit-conflict.ts';
import { topicIds } from './topics.ts';
import { id, idParam, line, ok, sentTime } from './values.ts';

/* Writing by AI */

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
  summary: 'Stop a run: what is not yet written is not written',
  params: z.object({ id: z.uuid('This is not a run.') }),
  reply: ok,
});

/* Where an article came from */

export const articleProvenance = endpoint('GET', '/api/admin/articles/:id/provenance', {
  summary: 'Which brands and models wrote and corrected an article, and what it took',
  params: idParam,
  reply: z.record(z.string(), z.unknown()).nullable(),
});

/* Content schedules */

const topicParam = z.object({ topicId: z.enum(topicIds, 'There is no such topic.') });

export const contentSchedule = z.object({
  id,
  topicId: z.string(),
  articlesPerDay: z.int(),
  isActive: z.boolean(),
  lastPublished: sentTime.nullable(),
  nextScheduled: sentTime.nullable(),
  createdAt: sentTime,
  updatedAt: sentTime,
  /** What is coming: articles with a date, whether from the queue or chosen by hand. */
  upcoming: z.array(z.object({ id, title: z.string(), at: sentTime, queued: z.boolean() })),
  /** Approved drafts that wait because the schedule is paused. */
  waiting: z.int(),
});
export type ContentSchedule = z.output<typeof contentSchedule>;

export const listSchedules = endpoint('GET', '/api/admin/content-schedules', {
  summary: "Each topic's schedule with its coming dates",
  reply: z.array(contentSchedule),
});
export const updateSchedule = endpoint('PUT', '/api/admin/content-schedules/:topicId', {
  summary: 'Change how many articles a day a topic gets, pause or resume it; coming dates are planned anew',
  params: topicParam,
  body: z.object({
    articlesPerDay: z
      .int('Please give a whole number.')
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
  summary: "Approve a draft for its topic's schedule, or take it out again",
  params: idParam,
  body: z.object({ queued: z.boolean() }),
  reply: z.object({ scheduledPublishAt: sentTime.nullable(), queued: z.boolean() }),
});

/* AI brands */

export const MAX_BRANDS = 5;
/** Shown in place of a key. Sent back unchanged, it keeps the key. */
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
  /** Masked, or null when there is none. The key itself never leaves the server. */
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
  /** Left out, empty or masked: kept. null: cleared. */
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
  summary: 'Change an AI brand; a new endpoint forgets the key',
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
  summary: 'Make one short real call and say how long it took, or what the provider answered',
  params: idParam,
  reply: z.object({
    ok: z.boolean(),
    latencyMs: z.int().nullable(),
    model: z.string().nullable(),
    message: z.string(),
  }),
});
