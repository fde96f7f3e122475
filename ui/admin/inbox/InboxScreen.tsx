import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { inboxViews, type InboxDetail } from '#contract/inbox.ts';
import { staffCounts, type StaffCounts } from '#contract/home/staff-home.ts';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import type { TableShape } from '#shared/tables/table-shape.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { useTablePage } from '#ui/admin/table/table-queries.ts';
import { useTableView } from '#ui/admin/table/use-table-view.ts';
import { useListedShortcuts, type Shortcut, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { formatNumber, formatAgo, formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import type { TableRow } from '#contract/tables/tables.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { DueBadge } from './DueBadge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './InboxScreen.module.css';
import { ItemDetail } from './ItemDetail.tsx';

/** An item's title in the list, with a dot while no one has read it. */
const ItemLink = ({ to, title, isUnread }: { to: string; title: string; isUnread: boolean }) => (
  <Link to={to} className={cx(css.title, isUnread && css.unread)} tabIndex={-1} preventScrollReset>
    {isUnread && <span className="hidden-text">Unread: </span>}
    {title}
  </Link>
);

const dash = '—';

/** The cells of an inbox that show more than their text. */
const inboxCells = (pathOf: (row: TableRow) => string): Record<string, (row: TableRow) => ReactNode> => ({
  title: (row) => <ItemLink to={pathOf(row)} title={String(row.title)} isUnread={row.unread === true} />,
  priority: (row) => (row.priority === true ? <Badge tone="accent">Priority</Badge> : dash),
  due: (row) => (row.due ? <DueBadge dueAt={String(row.due)} /> : dash),
  received: (row) => <time dateTime={String(row.received)}>{formatAgo(String(row.received))}</time>,
  snoozed: (row) => (row.snoozed ? formatLocalWeekdayTime(String(row.snoozed)) : dash),
});

const MINUTE = 60_000;
const viewNames = { open: 'Open', snoozed: 'Snoozed', closed: 'Closed' };
const tableOf = {
  message: 'messages',
  problem: 'problems',
  privacy: 'privacy',
  listing: 'newListings',
  review: 'reviews',
} as const satisfies Record<keyof StaffCounts, TableName>;
const needed = ['title', 'unread'];
const everyMinute = () => MINUTE;

const itemKeys: readonly Shortcut[] = [
  ['A', 'Assign to me'],
  ['S', 'Snooze'],
  ['N', 'Write a note'],
  ['E', 'Close'],
  ['Esc', 'Back to the list'],
];
const reviewShortcuts: ShortcutGroup = {
  name: 'The open review',
  shortcuts: itemKeys.map(([key, label]) => (key === 'E' ? [key, 'Publish or keep'] : [key, label])),
};
const itemShortcuts: ShortcutGroup = { name: 'The open item', shortcuts: itemKeys };
const messageShortcuts: ShortcutGroup = { name: 'The open message', shortcuts: [['R', 'Reply'], ...itemKeys] };

interface InboxScreenProps {
  kind: keyof StaffCounts;
  title: string;
  /** Explains the empty inbox. */
  hint: string;
  one: string;
  many: string;
  searchHint: string;
  topicOf?: (topic: string) => string;
  actions?: ReactNode;
  /** The kind's own actions. `done` moves on to the next item. */
  children: (item: InboxDetail, done: () => void) => ReactNode;
}

/**
 * An inbox: the list over the whole width, and next to it the item that is open. Narrow screens show one of them. The URL
 * holds the view.
 */
export function InboxScreen(props: InboxScreenProps) {
  const { kind, title, hint, one, many, searchHint, topicOf = (topic) => topic, actions, children } = props;
  const [search, change] = useUrlState();
  const name = tableOf[kind];
  const shape: TableShape = tableShapes[name];
  const table = useTableView(shape);
  const page = useTablePage(name, table, needed, everyMinute);
  const counts = useQuery({ ...queryOf(staffCounts, {}), refetchInterval: MINUTE });
  const view = inboxViews.find((each) => each === search.get('view')) ?? 'open';
  const ids = (page.data?.rows ?? []).map(({ id }) => Number(id));
  const openId = Number(search.get('item')) || null;
  const position = openId === null ? -1 : ids.indexOf(openId);
  const pathOf = (id: number | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('item');
    else next.set('item', String(id));
    return `?${next.toString()}`;
  };
  const showView = (next: string) => {
    change({
      view: next === 'open' ? null : next,
      // The latest decisions come first.
      sort: next === 'closed' ? '-closed' : null,
      item: null,
      after: null,
      before: null,
      end: null,
      at: null,
    });
  };
  const goOn = () => change({ item: ids[position + 1] ?? ids[position - 1] ?? null });
  const focus = (id: string) => document.getElementById(id)?.focus();
  useListedShortcuts(kind === 'message' ? messageShortcuts : kind === 'review' ? reviewShortcuts : itemShortcuts);
  useShortcuts({
    r: () => focus('inbox-reply'),
    n: () => focus('inbox-note'),
    e: () => document.getElementById('inbox-done')?.click(),
    Escape: () => openId !== null && change({ item: null }),
  });
  useEffect(() => {
    if (openId !== null) document.querySelector('main')?.scrollTo(0, 0);
  }, [openId]);
  return (
    <AdminPageBody>
      <Head title={title} noindex />
      <AdminPageHeader title={title}>{actions}</AdminPageHeader>
      <div className={cx(openId !== null && css.wideOnly)}>
        <Segmented
          label="Show"
          value={view}
          onValueChange={showView}
          options={inboxViews.map((value) => ({
            value,
            label:
              value === 'open' && counts.data ? `Open (${formatNumber(counts.data[kind] ?? 0)})` : viewNames[value],
          }))}
        />
      </div>
      <div className={cx(css.panes, openId !== null && css.itemOpen)}>
        <div className={css.listPane}>
          <DataTable
            name={name}
            label={title}
            one={one}
            many={many}
            searchHint={searchHint}
            needed={needed}
            poll={everyMinute}
            openId={openId}
            cells={inboxCells((row) => pathOf(Number(row.id)))}
            rowLabel={(row) => String(row.title)}
            onOpen={(row) => change({ item: Number(row.id) }, { flushSync: true })}
            emptyTitle={view === 'open' ? 'All done' : `No ${view} ${many}`}
            emptyHint={hint}
            height="max(22rem, 100dvh - 18rem)"
          />
          {openId !== null && (
            <p className={css.keys}>
              <Kbd keys="J" /> <Kbd keys="K" /> move · <Kbd keys="A" /> assign to me · <Kbd keys="S" /> snooze ·{' '}
              <Kbd keys="N" /> note · <Kbd keys="E" /> {kind === 'review' ? 'publish' : 'close'} · <Kbd keys="Esc" />{' '}
              back to the list
            </p>
          )}
        </div>
        {openId !== null && (
          <ItemDetail key={openId} kind={kind} id={openId} backTo={pathOf(null)} topicOf={topicOf} onDone={goOn}>
            {(item) => children(item, goOn)}
          </ItemDetail>
        )}
      </div>
    </AdminPageBody>
  );
}
