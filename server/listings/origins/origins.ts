import type { Knex } from 'knex';
import { DEFAULT_PRIORITY, OTHER_FILE, rankOrigins, type OriginRanks } from '#shared/sources/origins.ts';
import { sourceKeys } from '#shared/sources/sources.ts';
import { findPriorities } from './queries-origins.ts';

/** The order of origins, as staff have set it. */
export async function findOriginRanks(db: Knex): Promise<OriginRanks> {
  const priorities = new Map<string, number>([OTHER_FILE, ...sourceKeys].map((key) => [key, DEFAULT_PRIORITY]));
  for (const { key, priority } of await findPriorities(db)) priorities.set(key, priority);
  return rankOrigins(priorities);
}
