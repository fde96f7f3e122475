import { Link } from '#ui/kit/display/Link.tsx';
import css from './CountLink.module.css';

/** A link to a search, with the number of its results. */
export function CountLink({ to, label, count }: { to: string; label: string; count: string }) {
  return (
    <Link className={css.link} to={to}>
      {label} <span className={css.count}>{count}</span>
    </Link>
  );
}
