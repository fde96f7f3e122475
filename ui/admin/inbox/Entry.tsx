import type { ReactNode } from 'react';
import type { InboxDetail } from '#contract/inbox.ts';
import { cx } from '#ui/kit/cx.ts';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import css from './Entry.module.css';

interface EntryProps {
  entry: InboxDetail['notes'][number];
  icon: ReactNode;
  tone: 'note' | 'reply';
}

/** A note or a sent reply, with its author and time. */
export const Entry = ({ entry: { by, at, text }, icon, tone }: EntryProps) => (
  <article className={cx(css.entry, css[tone])}>
    <p className={css.head}>
      {icon}
      <strong>{by ?? 'Former staff'}</strong>
      <time dateTime={at}>{formatLocalDateTime(at)}</time>
    </p>
    <p className={css.text}>{text}</p>
  </article>
);
