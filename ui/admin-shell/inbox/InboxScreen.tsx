import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { inboxViews, listInbox, type InboxDetail } from '#contract/inbox.ts';
import { staffCounts, type StaffCounts } from '#contract/staff-home.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { Head } from '#ui/app/Head.tsx';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { cx } from '#ui/kit/cx.ts';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { countedOf, queryOf } from '#ui/platform/query.ts';
import css from './InboxScreen.module.css';
import { ItemDetail } from './ItemDetail.tsx';
import { ItemRow } from './ItemRow.tsx';

const PAGE = 50;
const viewNames = { open: 'Open', snoozed: 'Snoozed', closed: 'Closed' };

interface InboxScreenProps {
  kind: keyof StaffCounts;
  title: string;
  /** Explains the empty inbox. */
  hint: string;
  one: string;
  many: string;
  topicOf?: (topic: string) => string;
  actions?: ReactNode;
  /** The kind's own actions. `done` moves on to the next item. */
  children: (item: InboxDetail, done: () => void) => ReactNode;
}

/** An inbox: the list, and next to it the selected item. Narrow screens show one of them. The URL holds the view. */
export function InboxScreen(props: InboxScreenProps) {
  const { kind, title, hint, one, many, topicOf = (topic) => topic, actions, children } = props;
  const [search, change] = useUrlState();
  const view = inboxViews.find((name) => name === search.get('view')) ?? 'open';
  const assignee = (['me', 'none'] as const).find((name) => name === search.get('assignee'));
  const list = useQuery({
    ...countedOf(listInbox, {
      params: { kind },
      query: { view, assignee, page: search.get('page') ?? undefined, pageSize: String(PAGE) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  const counts = useQuery({ ...queryOf(staffCounts, {}), refetchInterval: 60_000 });
  const items = list.data?.items ?? [];
  const chosenId = Number(search.get('item')) || null;
  const currentId = chosenId ?? items[0]?.id ?? null;
  const position = items.findIndex(({ id }) => id === currentId);
  const pathOf = (id: number | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('item');
    else next.set('item', String(id));
    return `?${next.toString()}`;
  };
  const show = (id: number | undefined) => {
    if (id === undefined) return;
    change({ item: id });
    document.querySelector(`[data-item="${id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const goOn = () => change({ item: (items[position + 1] ?? items[position - 1])?.id ?? null });
  const next = () => show(items[chosenId === null ? 0 : Math.min(position + 1, items.length - 1)]?.id);
  const previous = () => show(items[Math.max(position - 1, 0)]?.id);
  const focus = (id: string) => document.getElementById(id)?.focus();
  useShortcuts({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    r: () => focus('inbox-reply'),
    n: () => focus('inbox-note'),
    e: () => document.getElementById('inbox-done')?.click(),
  });
  useEffect(() => {
    if (chosenId !== null) document.querySelector('main')?.scrollTo(0, 0);
  }, [chosenId]);
  return (
    <AdminPageBody>
      <Head title={title} noindex />
      <AdminPageHeader title={title}>{actions}</AdminPageHeader>
      <div className={cx(layout.between, chosenId !== null && css.wideOnly)}>
        <Segmented
          label="Show"
          value={view}
          onValueChange={(value) => change({ view: value === 'open' ? null : value, page: null, item: null })}
          options={inboxViews.map((value) => ({
            value,
            label:
              value === 'open' && counts.data ? `Open (${formatNumber(counts.data[kind] ?? 0)})` : viewNames[value],
          }))}
        />
        <Select
          aria-label="Filter by person"
          placeholder="Assigned to anyone"
          value={assignee ?? ''}
          onChange={({ target }) => change({ assignee: target.value, page: null, item: null })}
          options={[
            { value: 'me', label: 'Assigned to me' },
            { value: 'none', label: 'Unassigned' },
          ]}
        />
      </div>
      {list.isError && <LoadFailed title="We couldn’t load this inbox" compact query={list} />}
      {list.isPending && (
        <Loading label="Loading the inbox">
          <Skeleton height={320} />
        </Loading>
      )}
      {list.data && items.length === 0 && chosenId === null && (
        <EmptyState
          title={view === 'open' ? (assignee ? 'Nothing here' : 'All done') : `No ${view} ${many}`}
          scene="done"
          compact
        >
          {hint}
        </EmptyState>
      )}
      {list.data && currentId !== null && (
        <div className={cx(css.panes, chosenId !== null && css.itemOpen)}>
          <div className={css.listPane}>
            <ol className={css.list} aria-label={title}>
              {items.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  to={pathOf(item.id)}
                  isCurrent={item.id === currentId}
                  isSnoozed={view === 'snoozed'}
                  topicOf={topicOf}
                />
              ))}
            </ol>
            <Pager total={list.data.total} pageSize={PAGE} one={one} many={many} />
            <p className={css.keys}>
              <Kbd keys="J" /> <Kbd keys="K" /> move · <Kbd keys="A" /> assign to me · <Kbd keys="S" /> snooze ·{' '}
              <Kbd keys="N" /> note · <Kbd keys="E" /> close
            </p>
          </div>
          <ItemDetail
            key={currentId}
            kind={kind}
            id={currentId}
            isChosen={chosenId !== null}
            backTo={pathOf(null)}
            topicOf={topicOf}
            onDone={goOn}
          >
            {(item) => children(item, goOn)}
          </ItemDetail>
        </div>
      )}
    </AdminPageBody>
  );
}
