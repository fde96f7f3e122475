import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export async function findLinkVersion(db: Knex, dentistId: number): Promise<number> {
  const [row] = await rows<{ version: number }>(db, 'select version from practice_review_links where dentist_id = ?', [
    dentistId,
  ]);
  return row?.version ?? 0;
}

export async function replaceLink(trx: Knex, dentistId: number, now: Date): Promise<number> {
  const [row] = await rows<{ version: number }>(
    trx,
    `insert into practice_review_links as l (dentist_id, version, replaced_at) values (:dentistId, 1, :now)
     on conflict (dentist_id) do update set version = l.version + 1, replaced_at = excluded.replaced_at returning version`,
    { dentistId, now },
  );
  return row!.version;
}
