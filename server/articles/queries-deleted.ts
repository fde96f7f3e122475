import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { ArticleRow } from './queries.ts';

/** An article as JSON, with its times as text. */
type KeptArticle = { [K in keyof ArticleRow]: ArticleRow[K] extends Date ? string : ArticleRow[K] } & {
  scheduledPublishAt: string | null;
  publishedAt: string | null;
};

export async function keepDeleted(trx: Knex, article: ArticleRow, deletedBy: number, now: Date): Promise<void> {
  await trx('deletedArticles')
    .insert({ id: article.id, article: JSON.stringify(article), deletedAt: now, deletedBy })
    .onConflict('id')
    .merge();
}

export const findDeleted = (db: Knex, since: Date) =>
  rows<{ id: number; title: string; topicId: string; deletedAt: Date; deletedBy: string | null }>(
    db,
    `select a.id, a.article->>'title' as title, a.article->>'topicId' as topic_id, a.deleted_at, u.name as deleted_by
     from deleted_articles a left join users u on u.id = a.deleted_by
     where a.deleted_at > :since order by a.deleted_at desc, a.id desc limit 200`,
    { since },
  );

/** Removes the article from the deleted ones. Undefined if it isn't there, or was restored by someone else. */
export async function takeDeleted(trx: Knex, id: number, since: Date): Promise<KeptArticle | undefined> {
  const [row] = await rows<{ article: KeptArticle }>(
    trx,
    'delete from deleted_articles where id = :id and deleted_at > :since returning article',
    { id, since },
  );
  return row?.article;
}

export async function insertRestored(
  trx: Knex,
  { provenance, ...article }: Omit<KeptArticle, 'updatedAt'> & { updatedAt: Date },
): Promise<ArticleRow | undefined> {
  const values = { ...article, provenance: provenance && JSON.stringify(provenance) };
  const [restored] = (await trx('articles').insert(values).onConflict('slug').ignore().returning('*')) as ArticleRow[];
  return restored;
}

export const purgeDeleted = (db: Knex, until: Date): Promise<number> =>
  db('deletedArticles').where('deletedAt', '<=', until).delete();
