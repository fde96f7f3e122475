import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export type FigureKind = 'money' | 'sign-ups' | 'drafts' | 'published' | 'health' | 'backups' | 'visits';
interface FigureRow {
  kind: FigureKind;
  value: number | null;
  before: number | null;
  at: Date | null;
}

const past = (column: string, from: number, to: number): string =>
  `${column} > cast(:now as timestamptz) - interval '${from} days' and ${column} <= cast(:now as timestamptz) - interval '${to} days'`;
const compare = (kind: FigureKind, what: string, from: string, column: string, days: number): string =>
  `select '${kind}' as kind, (select ${what} from ${from} and ${past(column, days, 0)}) as value,
     (select ${what} from ${from} and ${past(column, 2 * days, days)}) as before, cast(null as timestamptz) as at`;
const days = (from: number, to: number): string =>
  `select sum(n) from insight_daily where measure = 'sessions' and key = '' and day > cast(:now as date) - ${from} and day <= cast(:now as date) - ${to}`;
const daysOfHealth = `(select d.day, (select sum(cast(value as numeric)) from jsonb_each_text(d.counts)) as found from data_health_days d) h`;

/** Each figure with the one that it is compared with: of the period before, or of the backup before. */
const figures: Record<FigureKind, string> = {
  money: compare(
    'money',
    'coalesce(sum(paid_cents - refunded_cents), 0)',
    `transactions where status = 'paid'`,
    'paid_at',
    30,
  ),
  'sign-ups': compare('sign-ups', 'count(*)', 'users where true', 'created_at', 7),
  drafts: `select 'drafts', count(*), count(*) filter (where ${past('created_at', 7, 0)}), cast(null as timestamptz)
    from articles where not is_published and scheduled_publish_at is null`,
  published: compare('published', 'count(*)', 'articles where is_published', 'published_at', 30),
  health: `select 'health', (select found from ${daysOfHealth} order by day desc limit 1),
    (select found from ${daysOfHealth} where day <= cast(:now as date) - 7 order by day desc limit 1),
    (select cast(max(day) as timestamptz) from data_health_days)`,
  backups: `select 'backups', (array_agg(bytes order by made_at desc))[1], (array_agg(bytes order by made_at desc))[2], max(made_at)
    from (select bytes, made_at from backups where removed_at is null order by made_at desc limit 2) latest`,
  visits: `select 'visits', (${days(7, 0)}), (${days(14, 7)}), cast(null as timestamptz)`,
};

export const findFigures = (db: Knex, kinds: readonly FigureKind[], now: Date): Promise<FigureRow[]> =>
  rows(
    db,
    kinds
      .map(
        (kind) => `select kind, cast(value as double precision) as value, cast(before as double precision) as before, at
        from (${figures[kind]}) figure (kind, value, before, at)`,
      )
      .join(' union all '),
    { now },
  );
