import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { META_DESCRIPTION_MAX, META_TITLE_MAX } from '#shared/articles/topics.ts';
import { articlePerson } from './people.ts';
import { id, idParam, instant, line, ok, sentTime, text } from '../values.ts';

export const article = z.object({
  id,
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  topicId: z.string(),
  category: z.string(),
  author: z.string(),
  readTime: z.int(),
  tags: z.array(z.string()),
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  slug: z.string(),
  aiSource: z.string().nullable(),
  /** The person that checked the facts. */
  reviewer: z.string().nullable(),
  /** The author and the reviewer, unless they are only names. Only in replies with the content. */
  authorPerson: articlePerson.nullable().optional(),
  reviewerPerson: articlePerson.nullable().optional(),
  /** Titles, web addresses, or titles that end in one. */
  sources: z.array(z.string()),
  isPublished: z.boolean(),
  scheduledPublishAt: sentTime.nullable(),
  publishedAt: sentTime.nullable(),
  createdAt: sentTime,
  updatedAt: sentTime,
});
export type Article = z.output<typeof article>;

const listed = article.extend({
  content: z.string().optional(),
  /** For admins: true if the article is in its topic's schedule. */
  queued: z.boolean().optional(),
});
export type ListedArticle = z.output<typeof listed>;

export const listTopics = endpoint('GET', '/api/topics', {
  summary: 'The topics of the articles, with former parts of their addresses',
  reply: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      category: z.string(),
      about: z.string(),
      formerIds: z.array(z.string()),
    }),
  ),
});

/** The id or the name of a topic. */
const topicId = line(200);

export const listArticles = endpoint('GET', '/api/articles', {
  summary: 'Published and scheduled articles, newest first; admins also get drafts',
  query: z.object({
    topicId: line(60).optional(),
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'This is not a valid id.')
      .transform(Number)
      .optional(),
    /** Omits the content, which cards and tables don't need. */
    brief: z.enum(['1', 'true']).optional(),
  }),
  reply: z.array(listed),
});

export const articleStats = endpoint('GET', '/api/articles/stats', {
  summary: 'The number of articles by state and by topic',
  reply: z.object({
    totalArticles: z.int(),
    publishedArticles: z.int(),
    draftArticles: z.int(),
    scheduledArticles: z.int(),
    byTopic: z.record(z.string(), z.int()),
    publishedByTopic: z.record(z.string(), z.int()),
    visibleByTopic: z.record(z.string(), z.int()),
  }),
});

export const newestArticle = endpoint('GET', '/api/newest-article', {
  summary: 'When the newest article was published',
  reply: z.object({ publishedAt: sentTime.nullable() }),
});

export const getArticle = endpoint('GET', '/api/articles/:slug', {
  summary: 'One published or scheduled article',
  params: z.object({ slug: z.string().max(200) }),
  reply: article,
});

/** "Gel" and "gel" are one tag, spelled as it came first. */
function dropRepeatedTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.replace(/\s+/g, ' ');
    if (text !== '' && !byKey.has(text.toLowerCase())) byKey.set(text.toLowerCase(), text);
  }
  return [...byKey.values()];
}

const tags = z.array(line(40)).max(30, 'Please use at most 30 tags.').transform(dropRepeatedTags);

const sources = z
  .array(line(500))
  .max(30, 'Please use at most 30 sources.')
  .transform((list) => [...new Set(list.filter((source) => source !== ''))]);

/** An empty text means no date. */
const schedule = z
  .union(
    [z.literal(''), instant, z.null()],
    'Please enter the time with its offset, such as 2026-03-01T09:00:00-05:00.',
  )
  .transform((value) => value || null);

const fields = {
  title: line(200).pipe(z.string().min(1, 'Please enter a title.')),
  content: text(100_000).refine((value) => value.trim() !== '', 'Please write the content.'),
  excerpt: text(1_000),
  topicId,
  author: line(120),
  reviewer: line(120).nullable(),
  sources,
  tags,
  metaTitle: line(1_000)
    .pipe(z.string().max(META_TITLE_MAX, `Please use at most ${META_TITLE_MAX} characters.`))
    .nullable(),
  metaDescription: line(1_000)
    .pipe(z.string().max(META_DESCRIPTION_MAX, `Please use at most ${META_DESCRIPTION_MAX} characters.`))
    .nullable(),
  isPublished: z.boolean(),
  scheduledPublishAt: schedule,
  readTime: z.int().min(1).max(999),
};

export const newArticle = z.object({
  ...fields,
  excerpt: fields.excerpt.default(''),
  author: fields.author.optional(),
  reviewer: fields.reviewer.default(null),
  sources: fields.sources.default([]),
  tags: fields.tags.default([]),
  metaTitle: fields.metaTitle.default(null),
  metaDescription: fields.metaDescription.default(null),
  isPublished: fields.isPublished.default(false),
  scheduledPublishAt: fields.scheduledPublishAt.default(null),
  readTime: fields.readTime.optional(),
});

export const createArticle = endpoint('POST', '/api/admin/articles', {
  summary: 'Create an article: published, scheduled, or a draft',
  body: newArticle,
  limit: 600_000,
  reply: article,
});

export const updateArticle = endpoint('PUT', '/api/admin/articles/:id', {
  summary: 'Change an article; omitted fields keep their values',
  params: idParam,
  body: z.object(fields).partial().extend(baseValues),
  limit: 600_000,
  reply: article,
  errors: editConflictError,
});

export const deleteArticle = endpoint('DELETE', '/api/admin/articles/:id', {
  summary: 'Delete an article',
  params: idParam,
  reply: ok,
});

export const bulkApprove = endpoint('POST', '/api/admin/articles/bulk-approve', {
  summary: 'Publish every draft now',
  reply: z.object({ approved: z.int() }),
});

export const bulkGenerate = endpoint('POST', '/api/admin/articles/bulk-generate', {
  summary: 'Let the AI brands write the drafts of the day',
  query: z.object({
    /** 0 responds immediately; otherwise the call waits up to 20 seconds for the drafts. */
    wait: z.enum(['0', '1']).optional(),
  }),
  body: z.object({ topicIds: z.array(topicId).min(1).max(10).optional() }).optional(),
  reply: z.object({ generated: z.int(), requested: z.int(), runId: z.string(), done: z.boolean() }),
  errors: { not_configured: 409, already_running: 409, nothing_to_do: 409 },
});
