import type { Knex } from 'knex';
import type { Topic } from '#shared/articles/topics.ts';
import { rows } from '#server/base/db/knex.ts';

/** The topics of articles, in the order of their creation. */
export const findTopics = (db: Knex): Promise<Topic[]> =>
  rows(
    db,
    'select slug as id, name as title, category, about, former_slugs as former_ids from topics order by topics.id',
  );
