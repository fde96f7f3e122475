import type { Knex } from 'knex';
import { DEFAULT_PRIORITY, OTHER_FILE, rankOrigins, type OriginRanks } from '#shared/sources/origins.ts';
import { sourceKeys } from '#shared/sources/sources.ts';
import type { FieldSource } from '../queries-history.ts';
import { findPriorities } from './queries-origins.ts';

/** The order of origins, as staff have set it. */
export async function findOriginRanks(db: Knex): Promise<OriginRanks> {
  const priorities = new Map<string, number>([OTHER_FILE, ...sourceKeys].map((key) => [key, DEFAULT_PRIORITY]));
  for (const { key, priority } of await findPriorities(db)) priorities.set(key, priority);
  return rankOrigins(priorities);
}

const handwrittenRanks: Partial<Record<FieldSource['source'], number>> = { owner: -2, manager: -2, staff: -1 };

/** Ranks the origin of each field. A lower rank is better; between equal ranks, the newer origin is. */
export const rankFieldOrigins = (
  sources: Record<string, FieldSource>,
  ranks: OriginRanks,
): Record<string, { rank: number; at: string }> =>
  Object.fromEntries(
    Object.entries(sources).map(([field, { source, name, via, at }]) => {
      const key = via ?? (name?.startsWith('NPI registry,') ? 'npi' : OTHER_FILE);
      const ofSource = ranks[key] ?? ranks[OTHER_FILE]!;
      return [field, { rank: handwrittenRanks[source] ?? ofSource[field] ?? ofSource['*']!, at }];
    }),
  );
