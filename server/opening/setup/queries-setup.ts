import type { Knex } from 'knex';
import type { SetupStep } from '#contract/opening/setup.ts';
import { rows } from '#server/base/db/knex.ts';

/** A directory that began before this was stored has none, and is open. */
export interface StoredSetup {
  startedAt: string;
  openedAt: string | null;
  steps: Partial<Record<SetupStep, { at: string; state: 'done' | 'later' }>>;
}

export async function readSetup(db: Knex): Promise<StoredSetup | null> {
  const [row] = await rows<{ value: StoredSetup }>(db, `select value from system_settings where name = 'setup'`);
  return row?.value ?? null;
}

export async function lockSetup(trx: Knex): Promise<StoredSetup | null> {
  const [row] = await rows<{ value: StoredSetup }>(
    trx,
    `select value from system_settings where name = 'setup' for update`,
  );
  return row?.value ?? null;
}

export async function saveSetup(trx: Knex, value: StoredSetup, at: Date, by: number | null = null): Promise<void> {
  await trx('systemSettings')
    .insert({ name: 'setup', value: JSON.stringify(value), updatedAt: at, updatedBy: by })
    .onConflict('name')
    .merge();
}

export async function isEmptyDirectory(db: Knex): Promise<boolean> {
  const [row] = await rows<{ isEmpty: boolean }>(
    db,
    'select not exists (select from users) and not exists (select from dentists) as is_empty',
  );
  return row!.isEmpty;
}

export const hasAdmin = async (db: Knex): Promise<boolean> =>
  (await rows(db, `select id from users where role = 'admin' limit 1`)).length > 0;

export async function countListings(db: Knex): Promise<number> {
  const [row] = await rows<{ count: number }>(db, 'select count(*) as count from dentists where deleted_at is null');
  return row!.count;
}
