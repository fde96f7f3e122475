import type { Knex } from 'knex';
import type { ArticlePerson, ListedPerson } from '#contract/articles/people.ts';
import { rows } from '#server/base/db/knex.ts';

export type PersonRow = ArticlePerson & { id: number; byline: string };

export const findPeople = (db: Knex): Promise<ListedPerson[]> =>
  rows(
    db,
    `select p.*, (select count(*)::int from articles a where p.byline in (a.author, a.reviewer)) as articles
     from article_people p order by lower(p.name), p.id`,
  );

export const lockPerson = (trx: Knex, id: number): Promise<PersonRow | undefined> =>
  trx('articlePeople').where({ id }).forUpdate().first() as Promise<PersonRow | undefined>;

export async function insertPerson(trx: Knex, values: ArticlePerson): Promise<PersonRow> {
  const [row] = (await trx('articlePeople').insert(values).returning('*')) as [PersonRow];
  return row;
}

export async function updatePerson(trx: Knex, id: number, values: ArticlePerson): Promise<PersonRow> {
  const [row] = (await trx('articlePeople').where({ id }).update(values).returning('*')) as [PersonRow];
  return row;
}

/** Shows a new byline on all articles of a person, including deleted ones that can be restored. */
export async function replaceByline(trx: Knex, before: string, after: string): Promise<void> {
  for (const field of ['author', 'reviewer']) {
    await trx('articles')
      .where(field, before)
      .update({ [field]: after });
    await rows(
      trx,
      `update deleted_articles set article = jsonb_set(article, array[cast(:field as text)], to_jsonb(cast(:after as text)))
       where article->>:field = :before`,
      { field, before, after },
    );
  }
}

export const deletePerson = (trx: Knex, id: number): Promise<number> => trx('articlePeople').where({ id }).delete();
