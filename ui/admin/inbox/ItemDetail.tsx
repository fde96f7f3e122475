import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { readInboxItem, type InboxDetail, type InboxKind } from '#contract/inbox.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { DueBadge } from './DueBadge.tsx';
import { ItemControls } from './ItemControls.tsx';
import css from './ItemDetail.module.css';
import { Notes } from './Notes.tsx';
import { itemQuery, refreshInbox } from './use-inbox.ts';

interface ItemDetailProps {
  kind: InboxKind;
  id: number;
  backTo: string;
  topicOf: (topic: string) => string;
  /** The kind's own actions. */
  children: (item: InboxDetail) => ReactNode;
  onDone: () => void;
}

/** The selected item: its sender and text, the kind's own actions, and the staff's notes. */
export function ItemDetail({ kind, id, backTo, topicOf, children, onDone }: ItemDetailProps) {
  const client = useQueryClient();
  const mayWork = useMay('inbox.work');
  const { data: item, ...query } = useQuery({ ...itemQuery(kind, id), refetchOnMount: 'always' });
  const mustMarkRead = mayWork && item?.isRead === false;
  useEffect(() => {
    if (!mustMarkRead) return;
    void api(readInboxItem, { params: { kind, id: String(id) } }).then(
      () => refreshInbox(client),
      () => {},
    );
  }, [mustMarkRead, kind, id, client]);
  return (
    <article className={css.detail} aria-label="Selected item" tabIndex={-1} id="inbox-item">
      <Link to={backTo} className={css.back}>
        <ArrowLeft size={16} aria-hidden="true" /> Back to the list
      </Link>
      {query.isError ? (
        <LoadFailed title="We couldn’t load this item" compact query={query} />
      ) : !item ? (
        <Loading label="Loading the item">
          <Skeleton height={28} width={320} />
          <Skeleton height={160} />
        </Loading>
      ) : (
        <>
          <header className={layout.tight}>
            <h2 className={css.title}>{item.title}</h2>
            <div className={layout.row}>
              {item.isOpen ? null : <Badge>{item.status.replace(/^./, (letter) => letter.toUpperCase())}</Badge>}
              {item.topic && <Badge tone="accent">{topicOf(item.topic)}</Badge>}
              {item.listing?.isHeld && <Badge tone="warn">Matches another listing</Badge>}
              {item.isOpen && item.dueAt && <DueBadge dueAt={item.dueAt} />}
              {item.isOpen && item.snoozedUntil && (
                <Badge>Snoozed until {formatLocalWeekdayTime(item.snoozedUntil)}</Badge>
              )}
            </div>
            <p className={css.from}>
              {item.name && `${item.name} · `}
              {item.email && (
                <>
                  <Link to={`mailto:${item.email}`}>{item.email}</Link>
                  {item.hasAccount ? ' (has an account) · ' : ' · '}
                </>
              )}
              <time dateTime={item.receivedAt}>{formatLocalDateTime(item.receivedAt)}</time>
            </p>
          </header>
          {mayWork && <ItemControls item={item} onSnoozed={onDone} />}
          {item.text && <p className={css.text}>{item.text}</p>}
          {item.listing && (
            <p className={layout.row}>
              <Link to={`/admin/listings?q=${item.listing.id}&open=${item.listing.id}`}>Open the listing</Link>
              {!item.listing.isHeld && (
                <Link to={item.listing.href} target="_blank">
                  See the public page
                </Link>
              )}
              {item.sourcePage && (
                <Link to={item.sourcePage} target="_blank">
                  See the source
                </Link>
              )}
            </p>
          )}
          {!item.isOpen && item.outcome && (
            <div>
              <h3>Outcome</h3>
              <p className={css.text}>{item.outcome}</p>
            </div>
          )}
          {mayWork && children(item)}
          {mayWork && <Notes item={item} />}
        </>
      )}
    </article>
  );
}
