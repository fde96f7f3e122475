import { userTable } from '#shared/tables/lists/users.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { daysOf, flagOf, isAnyOf, isFlagged, isInDays } from '#server/base/tables/filter-sql.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';

const twoFactor = 'exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)';
const lastSeen = '(select max(s.last_seen_at) from auth_sessions s where s.user_id = u.id)';

export const userSource: TableSource<typeof userTable> = {
  shape: userTable,
  from: 'users u',
  id: 'u.id',
  joins: '',
  columns: {
    id: 'u.id',
    name: 'u.name',
    email: 'u.email',
    role: 'initcap(u.role)',
    plan: `initcap(replace(u.subscription_plan, '_', ' '))`,
    status: `initcap(replace(u.subscription_status, '_', ' '))`,
    planEnds: 'u.subscription_expires_at',
    listings: '(select count(*) from dentists d where d.user_id = u.id and d.deleted_at is null)',
    sessions: '(select count(*) from auth_sessions s where s.user_id = u.id)',
    emailVerified: 'u.email_verified_at is not null',
    twoFactor,
    seen: lastSeen,
    added: 'u.created_at',
  },
  // Each order has an index in accounts.sql, the unique index of the email, or the primary key.
  sorts: {
    id: { sql: 'u.id', type: 'integer' },
    name: { sql: 'lower(u.name)', type: 'text' },
    email: { sql: 'u.email', type: 'text' },
    added: { sql: 'u.created_at', type: 'timestamptz' },
  },
  filters: {
    role: (values) => isAnyOf('u.role', values),
    plan: (values) => isAnyOf('u.subscription_plan', values),
    status: (values) =>
      isFlagged(
        values,
        `u.subscription_status in ('active', 'trialing')`,
        `u.subscription_status not in ('active', 'trialing')`,
      ),
    emailVerified: (values) => isFlagged(values, 'u.email_verified_at is not null', 'u.email_verified_at is null'),
    twoFactor: flagOf(twoFactor),
    planEnds: daysOf('u.subscription_expires_at'),
    seen: daysOf(lastSeen),
    listings: (values) => {
      const owned = 'exists (select from dentists d where d.user_id = u.id and d.deleted_at is null)';
      return isFlagged(values, owned, `not ${owned}`);
    },
    added: (values, context) => isInDays('u.created_at', values, context),
  },
  base: () => new SqlText().add('true'),
  search: (q) => {
    if (/^#?\d{1,9}$/.test(q)) return new SqlText().add('u.id = cast(? as integer)', q.replace('#', ''));
    const like = `%${escapeLike(q.toLowerCase())}%`;
    return new SqlText().add('(u.email like ? or lower(u.name) like ?)', like, like);
  },
};
