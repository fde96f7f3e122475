import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface ProblemRow {
  id: number;
  dentistId: number;
  listingName: string;
  about: string;
  message: string;
  email: string | null;
  status: 'open' | 'resolved' | 'dismissed';
  note: string | null;
  createdAt: Date;
  closedAt: Date | null;
  closedBy: number | null;
  slug: string | null;
  state: string | null;
  citySlug: string | null;
}

export async function insertProblem(trx: Knex, row: object): Promise<void> {
  await trx('listingProblems').insert(row);
}

export async function findProblemRows(
  db: Knex,
  status: string | null,
  page: { limit: number; offset: number },
): Promise<{ items: ProblemRow[]; total: number }> {
  const items = await rows<ProblemRow>(
    db,
    `select p.*, d.name as listing_name, d.state, d.slug, c.slug as city_slug
     from listing_problems p join dentists d on d.id = p.dentist_id
     left join cities c on c.id = d.city_id
     where cast(:status as text) is null or p.status = :status
     order by p.created_at desc, p.id desc limit :limit offset :offset`,
    { status, ...page },
  );
  const [count] = await rows<{ n: number }>(
    db,
    'select count(*) as n from listing_problems where cast(:status as text) is null or status = :status',
    { status },
  );
  return { items, total: count!.n };
}

export const hasOpenProblem = async (db: Knex, dentistId: number, about: string): Promise<boolean> =>
  (await db('listingProblems').where({ dentistId, about, status: 'open' }).first('id')) !== undefined;

export const lockProblem = (trx: Knex, id: number): Promise<Omit<ProblemRow, 'listingName'> | undefined> =>
  trx('listingProblems').where({ id }).forUpdate().first() as never;

export async function updateProblem(trx: Knex, id: number, change: object): Promise<void> {
  await trx('listingProblems').where({ id }).update(change);
}
