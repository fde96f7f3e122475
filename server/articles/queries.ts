import type { Knex } from 'knex';
import type { ArticlePerson } from '#contract/articles/people.ts';
import { rows } from '#server/base/db/knex.ts';

export interface ArticleRow {
  id: number;
  title: string;
  content: string;
  excerpt: string;
  topicId: string;
  category: string;
  author: string;
  readTime: number;
  tags: string[];
  metaTitle: string | null;
  metaDescription: string | null;
  slug: string;
  aiSource: string | null;
  reviewer: string | null;
  sources: string[];
  isPublished: boolean;
  scheduledPublishAt: Date | null;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  queuedAt: Date | null;
  provenance: Record<string, unknown> | null;
}
/** The author and the reviewer of an article, unless they are only names. */
interface ArticlePeople {
  authorPerson: ArticlePerson | null;
  reviewerPerson: ArticlePerson | null;
}
export type NewArticleRow = Omit<ArticleRow, 'id' | 'provenance' | 'queuedAt'> & { provenance?: object | null };

/** Articles as of :now. An article whose date has come counts as published, even before the job sets its flag. */
const ARTICLES_AT = `select id, title, excerpt, topic_id, category, author, read_time, tags, meta_title, meta_description,
  slug, ai_source, reviewer, sources, is_published or coalesce(scheduled_publish_at <= :now, false) as is_published,
  scheduled_publish_at, coalesce(published_at, case when scheduled_publish_at <= :now then scheduled_publish_at end) as published_at,
  created_at, updated_at, queued_at is not null as queued`;

const personOf = (column: 'author' | 'reviewer'): string => `
  (select json_build_object('name', name, 'credentials', credentials, 'introduction', introduction, 'link', link)
   from article_people where byline = ${column}) as ${column}_person`;
const CONTENT = `content, ${personOf('author')}, ${personOf('reviewer')}`;

interface ListFilter {
  topicId?: string | undefined;
  id?: number | undefined;
  brief?: boolean;
  drafts: boolean;
  now: Date;
}

export function findArticles(
  db: Knex,
  filter: ListFilter,
): Promise<(ArticleRow & Partial<ArticlePeople> & { queued: boolean })[]> {
  return rows(
    db,
    `select * from (${ARTICLES_AT}${filter.brief ? '' : `, ${CONTENT}`} from articles
       where (cast(:topicId as text) is null or topic_id = :topicId) and (cast(:id as integer) is null or id = :id)
         and (:drafts or is_published or scheduled_publish_at is not null)) a
     order by is_published desc, coalesce(published_at, scheduled_publish_at) desc nulls last, id desc`,
    { topicId: filter.topicId ?? null, id: filter.id ?? null, drafts: filter.drafts, now: filter.now },
  );
}

export async function findBySlug(
  db: Knex,
  slug: string,
  filter: { drafts: boolean; now: Date },
): Promise<(ArticleRow & ArticlePeople) | undefined> {
  const [row] = await rows<ArticleRow & ArticlePeople>(
    db,
    `${ARTICLES_AT}, ${CONTENT} from articles
     where slug = :slug and (:drafts or is_published or scheduled_publish_at is not null)`,
    { slug, ...filter },
  );
  return row;
}

/** The newest articles whose title or topic has these words, the best match of their titles first. */
export const findArticlesAbout = (
  db: Knex,
  words: string,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<ArticleRow, 'title' | 'slug'>[]> =>
  rows(
    db,
    `select title, slug from (
       select id, title, slug, words from articles, websearch_to_tsquery('english', :words) words
       where (is_published or scheduled_publish_at <= :now)
         and to_tsvector('english', title || ' ' || replace(topic_id, '-', ' ')) @@ words
       order by published_at desc nulls last, id desc limit 50) newest
     order by ts_rank(to_tsvector('english', title), words) desc, id desc limit :limit`,
    { words, now, limit },
  );

export const lockArticle = (trx: Knex, id: number): Promise<ArticleRow | undefined> =>
  trx('articles').where({ id }).forUpdate().first() as Promise<ArticleRow | undefined>;

export async function findSlugsLike(trx: Knex, slug: string): Promise<Set<string>> {
  const similarRows = (await trx('articles').where('slug', slug).orWhereLike('slug', `${slug}-%`).select('slug')) as {
    slug: string;
  }[];
  return new Set(similarRows.map((row) => row.slug));
}

export async function insertArticle(trx: Knex, row: NewArticleRow): Promise<ArticleRow | undefined> {
  const values = { ...row, provenance: row.provenance ? JSON.stringify(row.provenance) : null };
  const [inserted] = (await trx('articles').insert(values).onConflict('slug').ignore().returning('*')) as ArticleRow[];
  return inserted;
}

export async function updateArticle(trx: Knex, id: number, change: Partial<ArticleRow>): Promise<ArticleRow> {
  const [row] = (await trx('articles').where({ id }).update(change).returning('*')) as [ArticleRow];
  return row;
}

export const deleteArticle = (trx: Knex, id: number): Promise<number> => trx('articles').where({ id }).delete();

export async function publishDrafts(trx: Knex, now: Date): Promise<Pick<ArticleRow, 'id' | 'title' | 'topicId'>[]> {
  return rows(
    trx,
    `update articles set is_published = true, published_at = :now, updated_at = greatest(:now, updated_at + interval '1 ms'), queued_at = null
     where not is_published and scheduled_publish_at is null returning id, title, topic_id`,
    { now },
  );
}

interface TopicCount {
  topicId: string;
  total: number;
  published: number;
  scheduled: number;
}
export const countArticles = (db: Knex, now: Date): Promise<TopicCount[]> =>
  rows(
    db,
    `select topic_id, count(*) as total,
       count(*) filter (where is_published or scheduled_publish_at <= :now) as published,
       count(*) filter (where not is_published and scheduled_publish_at > :now) as scheduled
     from articles group by topic_id`,
    { now },
  );

export async function findNewestArticle(db: Knex, now: Date): Promise<{ publishedAt: Date | null }> {
  const [row] = await rows<{ publishedAt: Date | null }>(
    db,
    `select max(published_at) as published_at from articles where is_published and published_at <= :now`,
    { now },
  );
  return row!;
}

/** Publishes a batch of articles whose date has come, except those that another server is publishing. */
export const publishDue = (
  trx: Knex,
  now: Date,
  limit: number,
): Promise<Pick<ArticleRow, 'id' | 'title' | 'topicId' | 'slug' | 'publishedAt'>[]> =>
  rows(
    trx,
    `with due as (
       select id from articles where not is_published and scheduled_publish_at <= :now
       order by scheduled_publish_at, id limit :limit for update skip locked)
     update articles a set is_published = true, published_at = a.scheduled_publish_at, queued_at = null
     from due where a.id = due.id returning a.id, a.title, a.topic_id, a.slug, a.published_at`,
    { now, limit },
  );

/** Undefined if the article does not exist; null if a person wrote it. */
export async function findProvenance(db: Knex, id: number): Promise<Record<string, unknown> | null | undefined> {
  const row = (await db('articles').where({ id }).first('provenance')) as Pick<ArticleRow, 'provenance'> | undefined;
  return row === undefined ? undefined : row.provenance;
}

export const hasArticles = async (db: Knex): Promise<boolean> => (await db('articles').first('id')) !== undefined;

export async function setPublishedAt(trx: Knex, id: number, publishedAt: Date): Promise<void> {
  await trx('articles').where({ id }).update({ publishedAt });
}

type Text = Pick<ArticleRow, 'title' | 'content'>;
const sameText = (db: Knex, articles: readonly Text[]) =>
  db('articles').whereIn(
    ['title', 'content'],
    articles.map(({ title, content }) => [title, content]),
  );

export async function countUnchanged(db: Knex, articles: readonly Text[]): Promise<number> {
  const [row] = (await sameText(db, articles).count({ count: '*' })) as [{ count: number }];
  return row.count;
}

export const deleteUnchanged = (trx: Knex, articles: readonly Text[]): Promise<number> =>
  sameText(trx, articles).delete();
