import { subscriptionTable } from '#shared/tables/lists/subscriptions.ts';
import { choiceOf, daysOf, flagOf, searchOf } from '#server/base/tables/filter-sql.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';

export const subscriptionSource: TableSource<typeof subscriptionTable> = {
  shape: subscriptionTable,
  from: 'subscriptions s left join users u on u.id = s.user_id',
  id: 's.id',
  idType: 'text',
  joins: '',
  columns: {
    id: 's.id',
    account: 'u.name',
    email: 'u.email',
    user: 's.user_id',
    plan: `initcap(replace(s.plan, '_', ' '))`,
    interval: 'initcap(s.interval)',
    price: 's.cents',
    status: `replace(upper(left(s.status, 1)) || substr(s.status, 2), '_', ' ')`,
    started: 's.started_at',
    renews: 's.current_period_end',
    trialEnds: 's.trial_end',
    cancels: 's.cancel_at',
    ended: 's.ended_at',
    launch: 's.launch',
    card: `nullif(concat_ws(' ', initcap(s.card_brand), s.card_last4), '')`,
  },
  sorts: {
    price: { sql: 's.cents', type: 'integer' },
    started: { sql: 's.started_at', type: 'timestamptz' },
    renews: { sql: 's.current_period_end', type: 'timestamptz' },
    cancels: { sql: 's.cancel_at', type: 'timestamptz', nullable: true },
  },
  filters: {
    status: choiceOf('s.status'),
    plan: choiceOf('s.plan'),
    interval: choiceOf('s.interval'),
    ending: flagOf('s.cancel_at is not null'),
    launch: flagOf('s.launch'),
    started: daysOf('s.started_at'),
    renews: daysOf('s.current_period_end'),
    cancels: daysOf('s.cancel_at'),
  },
  base: () => new SqlText().add('true'),
  search: (q) => searchOf('s.user_id', 's.id', 's.customer_id', 'u.name', 'u.email')(q),
};
