import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './ItemLink.module.css';

/** An item's title in the list, with a dot while no one has read it. */
export const ItemLink = ({ to, title, isUnread }: { to: string; title: string; isUnread: boolean }) => (
  <Link to={to} className={cx(css.title, isUnread && css.unread)} tabIndex={-1} preventScrollReset>
    {isUnread && <span className="hidden-text">Unread: </span>}
    {title}
  </Link>
);
