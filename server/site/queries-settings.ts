import type { Knex } from 'knex';
import type { SiteField } from '#contract/site-settings.ts';

type Stored = Partial<Record<SiteField, string>>;

export const findSiteRow = async (db: Knex): Promise<Stored> =>
  ((await db('systemSettings').where({ name: 'site' }).first('value')) as { value: Stored } | undefined)?.value ?? {};

/** The stored settings, locked until the transaction ends. The first change creates their row. */
export async function lockSiteRow(trx: Knex): Promise<Stored> {
  await trx('systemSettings').insert({ name: 'site', value: '{}' }).onConflict('name').ignore();
  const row = (await trx('systemSettings').where({ name: 'site' }).forUpdate().first('value')) as { value: Stored };
  return row.value;
}

export const updateSiteRow = async (trx: Knex, value: Stored, updatedBy: number, updatedAt: Date): Promise<void> =>
  void (await trx('systemSettings')
    .where({ name: 'site' })
    .update({ value: JSON.stringify(value), updatedBy, updatedAt }));
