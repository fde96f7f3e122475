import type { Knex } from 'knex';
import { readTakesPayments, saveTakesPayments } from './queries-takes-payments.ts';

/** Stores whether the directory takes payments, because the database derives from it what the listings of owners show. */
export async function matchTakesPayments(db: Knex, takesPayments: boolean, at: Date): Promise<void> {
  if ((await readTakesPayments(db)) === takesPayments) return;
  await db.transaction((trx) => saveTakesPayments(trx, takesPayments, at));
}
