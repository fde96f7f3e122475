import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface VersionRow {
  fingerprint: string;
  since: Date;
}

export const findVersion = async (db: Knex, policy: string): Promise<VersionRow | undefined> =>
  (
    await rows<VersionRow>(
      db,
      'select fingerprint, since from policy_versions where policy = ? order by id desc limit 1',
      [policy],
    )
  )[0];

export async function insertVersion(db: Knex, version: { policy: string } & VersionRow): Promise<void> {
  await db('policyVersions').insert(version);
}
