import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export const findPriorities = (db: Knex): Promise<{ key: string; priority: number }[]> =>
  rows(db, 'select key, priority from source_settings');
