import type { Knex } from 'knex';
import type { AdField } from '#contract/ads.ts';

export type AdRow = Record<`${'header' | 'sidebar' | 'footer'}AdsEnabled`, boolean> &
  Record<`${'header' | 'sidebar' | 'footer'}AdCode`, string | null> & {
    id: number;
    publisherId: string | null;
    adsenseCode: string | null;
    adsTxt: string | null;
    metaTag: string | null;
    updatedAt: Date;
    updatedBy: number | null;
  };

export const findAdRow = (db: Knex): Promise<AdRow> => db('adSettings').where({ id: 1 }).first() as Promise<AdRow>;

export const lockAdRow = (trx: Knex): Promise<AdRow> =>
  trx('adSettings').where({ id: 1 }).forUpdate().first() as Promise<AdRow>;

export async function updateAdRow(
  trx: Knex,
  change: Partial<Record<AdField, string | boolean | null>>,
  by: number,
  at: Date,
): Promise<AdRow> {
  const [row] = (await trx('adSettings')
    .where({ id: 1 })
    .update({ ...change, updatedAt: at, updatedBy: by })
    .returning('*')) as [AdRow];
  return row;
}
