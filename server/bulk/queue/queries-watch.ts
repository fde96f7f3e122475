import type { Knex } from 'knex';
import type { FolderSchedule } from '#contract/bulk/import-queue.ts';
import { rows } from '#server/base/db/knex.ts';
import type { QueueItem } from './queries-queue.ts';
import type { RunStatus } from '../runs/queries-runs.ts';

export interface WatchSettings {
  mode: 'preview' | 'apply';
  recipe: string | null;
  schedule: FolderSchedule | null;
}
export interface WatchRow extends WatchSettings {
  updatedAt: Date | null;
  readAt: Date | null;
  readRequestedAt: Date | null;
  problem: string | null;
}

const unset: WatchRow = {
  mode: 'preview',
  recipe: null,
  schedule: null,
  updatedAt: null,
  readAt: null,
  readRequestedAt: null,
  problem: null,
};

export async function findWatch(db: Knex): Promise<WatchRow> {
  const [row] = await rows<WatchRow>(
    db,
    `select mode, recipe, schedule, updated_at, read_at, read_requested_at, problem from import_watch`,
  );
  return row ?? unset;
}

export const saveWatch = (db: Knex, { mode, recipe, schedule }: WatchSettings, at: Date) =>
  rows(
    db,
    `insert into import_watch (mode, recipe, schedule, updated_at) values (:mode, :recipe, :schedule, :at)
     on conflict (id) do update set mode = excluded.mode, recipe = excluded.recipe, schedule = excluded.schedule, updated_at = excluded.updated_at`,
    { mode, recipe, schedule: schedule && JSON.stringify(schedule), at },
  );

/** Saves what happened to the folder. */
export const saveWatchState = (
  db: Knex,
  state: { readAt?: Date; readRequestedAt?: Date; problem?: string | null },
  at: Date,
) =>
  db('importWatch')
    .insert({ id: true, updatedAt: at, ...state })
    .onConflict('id')
    .merge(Object.keys(state));

export interface EndedFile extends Pick<
  QueueItem,
  'id' | 'fileName' | 'fileBytes' | 'modifiedAt' | 'outcome' | 'message' | 'runId'
> {
  status: RunStatus | null;
  runMessage: string | null;
}

/** Files that are still in the folder although their import has ended. A preview that waits for a person has not. */
export const listEndedFiles = (db: Knex) =>
  rows<EndedFile>(
    db,
    `select i.id, i.file_name, i.file_bytes, i.modified_at, i.outcome, i.message, i.run_id, r.status, r.message as run_message
     from import_queue i left join import_runs r on r.id = i.run_id
     where i.source = 'folder' and i.state = 'ended' and i.moved_at is null and coalesce(r.status not in ('ready', 'running'), true) order by i.id`,
  );

/** Forgets the file, so that one with the same name, size, and time can be queued. */
export const markMoved = (db: Knex, id: number, at: Date) =>
  db('importQueue').where({ id }).update({ movedAt: at, key: null });
