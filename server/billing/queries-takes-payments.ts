import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export async function readTakesPayments(db: Knex): Promise<boolean> {
  const [row] = await rows<{ takesPayments: boolean }>(db, 'select takes_payments()');
  return row!.takesPayments;
}

/** Stores it, and derives again what the listings of owners show. */
export async function saveTakesPayments(trx: Knex, takesPayments: boolean, at: Date): Promise<void> {
  await trx('systemSettings')
    .insert({ name: 'takes_payments', value: JSON.stringify(takesPayments), updatedAt: at })
    .onConflict('name')
    .merge();
  await trx.raw('update dentists set is_paid = is_paid where user_id is not null');
}
