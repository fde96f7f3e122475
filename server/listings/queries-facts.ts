import type { Knex } from 'knex';
import type { FieldSource } from './queries-history.ts';

/** Gives fields a source and date. `confirmedAt` and the price have their date in a column, too. */
export async function stampFields(trx: Knex, id: number, fields: readonly string[], stamp: FieldSource): Promise<void> {
  const at = new Date(stamp.at);
  await trx('dentists')
    .where({ id })
    .update({
      ...(fields.includes('confirmedAt') ? { confirmedAt: at } : {}),
      ...(fields.includes('whiteningPriceFrom') ? { whiteningPriceOn: at.toISOString().slice(0, 10) } : {}),
      fieldSources: trx.raw('field_sources || cast(? as jsonb)', [
        JSON.stringify(Object.fromEntries(fields.map((field) => [field, stamp]))),
      ]),
    });
}
