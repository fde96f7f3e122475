import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface Release {
  version: string;
  url: string;
}

export async function findNewestRelease(db: Knex): Promise<Release | null> {
  const [row] = await rows<{ value: Release }>(db, `select value from system_settings where name = 'release'`);
  return row?.value ?? null;
}

/** Writes only a change, because every change of a setting drops stored pages. */
export const saveNewestRelease = (db: Knex, release: Release, now: Date): Promise<unknown> =>
  rows(
    db,
    `insert into system_settings (name, value, updated_at) values ('release', cast(:value as jsonb), :now)
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
     where system_settings.value <> excluded.value`,
    { value: JSON.stringify(release), now },
  );
