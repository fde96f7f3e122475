import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

type ItemStatus = 'waiting' | 'writing' | 'editing' | 'done' | 'failed' | 'cancelled';
export interface ItemRow {
  id: number;
  runId: string;
  topicId: string;
  status: ItemStatus;
  message: string | null;
  articleId: number | null;
  tokensIn: number | null;
  tokensOut: number | null;
  cost: number | null;
  startedAt: Date | null;
  aliveAt: Date | null;
  finishedAt: Date | null;
}
interface RunRow {
  id: string;
  startedBy: number | null;
  startedAt: Date;
  finishedAt: Date | null;
  cancelledAt: Date | null;
}

/** Undefined if a run is in progress on any server. */
export async function insertRun(trx: Knex, by: number, topicIds: string[], now: Date): Promise<string | undefined> {
  const [run] = await rows<{ id: string }>(
    trx,
    `insert into generation_runs (started_by, started_at) values (:by, :now) on conflict do nothing returning id`,
    { by, now },
  );
  if (run) await trx('generationItems').insert(topicIds.map((topicId) => ({ runId: run.id, topicId })));
  return run?.id;
}

export const findRun = (db: Knex, id: string): Promise<RunRow | undefined> =>
  db('generationRuns').where({ id }).first() as Promise<RunRow | undefined>;

export async function findLatestRun(db: Knex): Promise<(RunRow & { startedByName: string | null }) | undefined> {
  const [run] = await rows<RunRow & { startedByName: string | null }>(
    db,
    `select r.*, u.name as started_by_name from generation_runs r left join users u on u.id = r.started_by
     order by r.started_at desc limit 1`,
  );
  return run;
}

export const findItems = (db: Knex, runId: string): Promise<(ItemRow & { articleTitle: string | null })[]> =>
  rows(
    db,
    `select i.*, a.title as article_title from generation_items i left join articles a on a.id = i.article_id
     where i.run_id = ? order by i.id`,
    [runId],
  );

/** Claims the next item of a run; only one server gets it. */
export async function claimItem(db: Knex, runId: string, now: Date): Promise<ItemRow | undefined> {
  const [item] = await rows<ItemRow>(
    db,
    `update generation_items set status = 'writing', started_at = :now, alive_at = :now
     where id = (select id from generation_items where run_id = :runId and status = 'waiting' order by id
       limit 1 for update skip locked) returning *`,
    { runId, now },
  );
  return item;
}

/** Updates an item only while it is in progress, so that a canceled item stays canceled. */
export async function updateItem(db: Knex, id: number, change: Partial<ItemRow>): Promise<boolean> {
  const updatedRows = await db('generationItems')
    .where({ id })
    .whereIn('status', ['writing', 'editing'])
    .update(change);
  return updatedRows === 1;
}

export async function lockItem(trx: Knex, id: number): Promise<ItemRow | undefined> {
  return trx('generationItems').where({ id }).forUpdate().first() as Promise<ItemRow | undefined>;
}

export async function cancelItems(trx: Knex, runId: string, now: Date): Promise<void> {
  await trx('generationItems')
    .where({ runId })
    .whereIn('status', ['waiting', 'writing', 'editing'])
    .update({ status: 'cancelled', finishedAt: now });
}

export async function finishRun(
  trx: Knex,
  runId: string,
  change: { finishedAt: Date; cancelledAt?: Date },
): Promise<boolean> {
  return (await trx('generationRuns').where({ id: runId }).whereNull('finishedAt').update(change)) === 1;
}

export async function countUnfinishedItems(db: Knex, runId: string): Promise<number> {
  const [{ count }] = (await db('generationItems')
    .where({ runId })
    .whereIn('status', ['waiting', 'writing', 'editing'])
    .count({ count: '*' })) as [{ count: number }];
  return count;
}

/** Marks items as failed whose server stopped. */
export const failStalledItems = (db: Knex, before: Date, now: Date, message: string): Promise<{ runId: string }[]> =>
  rows(
    db,
    `update generation_items set status = 'failed', message = :message, finished_at = :now
     where status in ('writing', 'editing') and alive_at < :before returning run_id`,
    { before, now, message },
  );

/** Unfinished runs without any item in progress. */
export const findStalledRuns = (db: Knex): Promise<{ id: string }[]> =>
  rows(
    db,
    `select r.id from generation_runs r where r.finished_at is null
     and not exists (select 1 from generation_items i where i.run_id = r.id and i.status in ('writing', 'editing'))`,
  );

export const countArticlesOfRun = async (db: Knex, runId: string): Promise<number> => {
  const [{ count }] = (await db('generationItems').where({ runId, status: 'done' }).count({ count: '*' })) as [
    { count: number },
  ];
  return count;
};

export const findTitles = async (db: Knex, topicId: string): Promise<string[]> =>
  (
    (await db('articles').where({ topicId }).orderBy('id', 'desc').limit(60).select('title')) as { title: string }[]
  ).map(({ title }) => title);
