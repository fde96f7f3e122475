import type { Knex } from 'knex';
import type { NotificationKind, NotificationSettings } from '#contract/accounts/notifications.ts';
import { rows } from '#server/base/db/knex.ts';

export async function findNotifications(db: Knex, userId: number): Promise<NotificationSettings> {
  const [row] = await rows<NotificationSettings>(
    db,
    'select monthly_insights, appointment_requests, reviews, weekly_reviews, confirmations from notification_settings where user_id = ?',
    [userId],
  );
  return (
    row ?? { monthlyInsights: true, appointmentRequests: true, reviews: true, weeklyReviews: true, confirmations: true }
  );
}

/** False if the account no longer exists. */
export async function upsertNotifications(
  db: Knex,
  userId: number,
  change: Partial<NotificationSettings>,
): Promise<boolean> {
  if (!(await db('users').where({ id: userId }).first('id'))) return false;
  const insertion = db('notificationSettings')
    .insert({ userId, ...change })
    .onConflict('user_id');
  await (Object.keys(change).length === 0 ? insertion.ignore() : insertion.merge(change));
  return true;
}

/** Those of these people who have turned off the emails of a kind. */
export async function findOptedOut(
  db: Knex,
  userIds: readonly number[],
  kind: NotificationKind,
): Promise<ReadonlySet<number>> {
  const found = (await db('notificationSettings')
    .whereIn('userId', [...userIds])
    .where({ [kind]: false })
    .select('userId')) as { userId: number }[];
  return new Set(found.map(({ userId }) => userId));
}
