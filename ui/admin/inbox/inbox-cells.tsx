import type { ReactNode } from 'react';
import type { TableRow } from '#contract/tables/tables.ts';
import { formatAgo, formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { DueBadge } from './DueBadge.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './inbox-cells.module.css';

/** An item's title in the list, with a dot while no one has read it. */
const ItemLink = ({ to, title, isUnread }: { to: string; title: string; isUnread: boolean }) => (
  <Link to={to} className={cx(css.title, isUnread && css.unread)} tabIndex={-1} preventScrollReset>
    {isUnread && <span className="hidden-text">Unread: </span>}
    {title}
  </Link>
);

const dash = '—';

/** The cells of an inbox that show more than their text. */
export const inboxCells = (pathOf: (row: TableRow) => string): Record<string, (row: TableRow) => ReactNode> => ({
  title: (row) => <ItemLink to={pathOf(row)} title={String(row.title)} isUnread={row.unread === true} />,
  priority: (row) => (row.priority === true ? <Badge tone="accent">Priority</Badge> : dash),
  due: (row) => (row.due ? <DueBadge dueAt={String(row.due)} /> : dash),
  received: (row) => <time dateTime={String(row.received)}>{formatAgo(String(row.received))}</time>,
  snoozed: (row) => (row.snoozed ? formatLocalWeekdayTime(String(row.snoozed)) : dash),
});
