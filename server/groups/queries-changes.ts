import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { GroupRow } from './queries.ts';

/** The condition of a listing that this role in the group may change. */
export const isChangeable = ({ id, role, limitedTo }: GroupRow): string =>
  `d.deleted_at is null and exists (select from group_locations l join groups g on g.id = l.group_id
     where l.dentist_id = d.id and l.group_id = ${id} and g.owner_id = d.user_id)
     ${role === 'regional' ? `and d.id = any(cast('{${limitedTo.join(',')}}' as integer[]))` : ''}`;

export const isChangeableBy = async (db: Knex, group: GroupRow, dentistId: number): Promise<boolean> =>
  (await rows(db, `select from dentists d where d.id = ? and ${isChangeable(group)}`, [dentistId])).length > 0;

interface ChangeRow {
  id: number;
  value: unknown;
  author: string | null;
  createdAt: Date;
}

/** The changes of a group that were applied, newest first. */
export const findLatestChanges = (db: Knex, groupId: number): Promise<ChangeRow[]> =>
  rows(
    db,
    `select b.id, b.value, u.name as author, b.created_at from bulk_changes b left join users u on u.id = b.user_id
     where b.group_id = ? and b.status <> 'previewed' order by b.id desc limit 5`,
    [groupId],
  );

export const findPerson = async (
  db: Knex,
  userId: number,
): Promise<{ userId: number; name: string; email: string } | undefined> =>
  (
    await rows<{ userId: number; name: string; email: string }>(
      db,
      'select id as user_id, name, email from users where id = ?',
      [userId],
    )
  )[0];
