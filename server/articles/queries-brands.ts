import type { Knex } from 'knex';

export interface BrandRow {
  id: number;
  name: string;
  apiEndpoint: string;
  /** Encrypted. */
  apiKey: string | null;
  model: string | null;
  description: string | null;
  priority: number;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const byPriority = [{ column: 'priority' }, { column: 'id' }];

export const findBrands = (db: Knex): Promise<BrandRow[]> =>
  db('aiBrands').orderBy(byPriority) as unknown as Promise<BrandRow[]>;

export const findActiveBrands = (db: Knex, limit: number): Promise<BrandRow[]> =>
  db('aiBrands').where({ isActive: true }).orderBy(byPriority).limit(limit) as unknown as Promise<BrandRow[]>;

export const findBrand = (db: Knex, id: number): Promise<BrandRow | undefined> =>
  db('aiBrands').where({ id }).first() as Promise<BrandRow | undefined>;

export const lockBrand = (trx: Knex, id: number): Promise<BrandRow | undefined> =>
  trx('aiBrands').where({ id }).forUpdate().first() as Promise<BrandRow | undefined>;

export async function insertBrand(trx: Knex, row: Omit<BrandRow, 'id'>): Promise<BrandRow> {
  const [inserted] = (await trx('aiBrands').insert(row).returning('*')) as [BrandRow];
  return inserted;
}

export async function updateBrand(trx: Knex, id: number, change: Partial<BrandRow>): Promise<BrandRow> {
  const [row] = (await trx('aiBrands').where({ id }).update(change).returning('*')) as [BrandRow];
  return row;
}

export const deleteBrand = (trx: Knex, id: number): Promise<number> => trx('aiBrands').where({ id }).delete();
