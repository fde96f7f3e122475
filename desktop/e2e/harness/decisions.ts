import type { Knex } from 'knex';

/** Counts decided claims, and decisions beyond the first of a claim, from the claims' history. */
export async function countDecisions(db: Knex, ids: number[]): Promise<{ decided: number; doubled: number }> {
  const rows = (await db('claimEvents')
    .whereIn('claimId', ids)
    .whereIn('kind', ['approved', 'rejected'])
    .select('claimId')) as { claimId: number }[];
  const decided = new Set(rows.map(({ claimId }) => claimId)).size;
  return { decided, doubled: rows.length - decided };
}
