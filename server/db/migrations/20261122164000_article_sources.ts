import type { Knex } from 'knex';

export { down } from '../sql-migration.ts';

/** Articles name the person that checked them, and their sources. */
export const up = (knex: Knex): Promise<unknown> =>
  knex.raw(`alter table articles add column reviewer text, add column sources text[] not null default '{}'`);
