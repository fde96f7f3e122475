import type { InboxItem } from '#contract/inbox.ts';
import { cx } from '#ui/kit/cx.ts';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatAgo, formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { DueBadge } from './DueBadge.tsx';
import css from './ItemRow.module.css';

interface ItemRowProps {
  item: InboxItem;
  to: string;
  isCurrent: boolean;
  isSnoozed: boolean;
  topicOf: (topic: string) => string;
}

/** An item of the list in two lines: the title with its age or deadline, and the start of the text. */
export function ItemRow({ item, to, isCurrent, isSnoozed, topicOf }: ItemRowProps) {
  const { title, topic, name, text, assignee, isOpen, isRead, dueAt, snoozedUntil, receivedAt, noteCount } = item;
  return (
    <li>
      <Link
        to={to}
        className={cx(css.row, isOpen && !isRead && css.unread)}
        aria-current={isCurrent ? 'true' : undefined}
        data-item={item.id}
        preventScrollReset
      >
        <span className={css.line}>
          <span className={css.title}>
            {isOpen && !isRead && <span className="hidden-text">Unread: </span>}
            {title}
          </span>
          <span className={css.when}>
            {isOpen && isSnoozed ? (
              formatLocalWeekdayTime(snoozedUntil ?? receivedAt)
            ) : isOpen && dueAt ? (
              <DueBadge dueAt={dueAt} />
            ) : (
              formatAgo(receivedAt)
            )}
          </span>
        </span>
        <span className={css.line}>
          <span className={css.excerpt}>
            {[topic && topicOf(topic), name !== title && name, text].filter(Boolean).join(' · ')}
          </span>
          {noteCount > 0 && (
            <span className={css.notes}>
              {noteCount} {noteCount === 1 ? 'note' : 'notes'}
            </span>
          )}
          {assignee && (
            <span title={assignee}>
              <Avatar name={assignee} size={20} />
              <span className="hidden-text">Assigned to {assignee}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
