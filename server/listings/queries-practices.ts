import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';

export interface PracticeRow {
  id: number;
  name: string;
  description: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  image: string | null;
  isActive: boolean;
}

const PRACTICE_COLUMNS = `id, name, description, address, city, state, zip_code, phone, case when left(image, 5) <> 'data:' then image end as image, is_active`;

export const findPracticesAfter = (db: Knex, id: number, limit: number): Promise<PracticeRow[]> =>
  rows(db, `select ${PRACTICE_COLUMNS} from practices where id > ? order by id limit ?`, [id, limit]);

export const findPracticesByName = (db: Knex, name: string, offset: number, limit: number): Promise<PracticeRow[]> =>
  name === ''
    ? rows(db, `select ${PRACTICE_COLUMNS} from practices order by id offset ? limit ?`, [offset, limit])
    : rows(
        db,
        `select ${PRACTICE_COLUMNS} from practices where search_norm(name) collate "C" like search_norm(?) || '%' order by search_norm(name) collate "C", id offset ? limit ?`,
        [escapeLike(name), offset, limit],
      );

export const countPractices = async (db: Knex, name: string): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      `select count(*)::int as total from practices ${name === '' ? '' : `where search_norm(name) collate "C" like search_norm(?) || '%'`}`,
      name === '' ? [] : [escapeLike(name)],
    )
  )[0]!.total;

/** The practice of this name in this city with the lowest id. */
export const findPracticeByPlace = async (
  trx: Knex,
  { name, city, state }: { name: string; city: string | null; state: string | null },
): Promise<{ id: number } | null> =>
  (
    await rows<{ id: number }>(
      trx,
      `select id from practices where name = :name and city is not distinct from :city and state is not distinct from :state and is_active
       order by id limit 1`,
      { name, city, state },
    )
  )[0] ?? null;

/** True if the practice has no other listing, not even a deleted one. */
export const isOnlyListing = async (trx: Knex, practiceId: number, dentistId: number): Promise<boolean> =>
  (await rows(trx, 'select 1 as one from dentists where practice_id = ? and id <> ? limit 1', [practiceId, dentistId]))
    .length === 0;

export const renamePractice = (trx: Knex, id: number, name: string): Promise<unknown> =>
  trx('practices').where({ id }).update({ name });

export type OwnPractice = Omit<PracticeRow, 'isActive'>;

export async function insertPractice(trx: Knex, practice: Record<string, unknown>): Promise<OwnPractice> {
  const [row] = await trx('practices')
    .insert(practice)
    .returning(['id', 'name', 'description', 'address', 'city', 'state', 'zipCode', 'phone', 'image']);
  return row as OwnPractice;
}
