import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface Report {
  id: number;
  reason: string;
  reportedAt: Date;
  outcome: string | null;
}

export const findReports = (db: Knex, reviewIds: readonly number[]): Promise<Report[]> =>
  rows(
    db,
    `select id, report_reason as reason, reported_at, report_outcome as outcome from reviews
     where id = any(cast(:reviewIds as integer[])) and reported_at is not null`,
    { reviewIds },
  );

export const findPerson = async (db: Knex, id: number): Promise<{ name: string; email: string } | undefined> =>
  (await rows<{ name: string; email: string }>(db, 'select name, email from users where id = ?', [id]))[0];
