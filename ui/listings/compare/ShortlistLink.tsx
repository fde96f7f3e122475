import { useEffect } from 'react';
import { useUser } from '#ui/base/session.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { hasAccountCopy, useSaved } from '../card/saved.ts';
import css from './ShortlistLink.module.css';

/** A heart that leads to the shortlist, with the number of saved practices. */
export function ShortlistLink() {
  const count = useSaved((saved) => saved.shortlist.length);
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (isSignedIn || hasAccountCopy())
      import('./shortlist-sync.ts').then(
        ({ startShortlistSync }) => startShortlistSync(),
        () => {},
      );
  }, [isSignedIn]);
  return (
    <Link to="/shortlist" className={css.link} title="Shortlist">
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinejoin="round" aria-hidden="true">
        <path d="M12 20.5 4.2 12.6a5 5 0 0 1 0-7 5 5 0 0 1 7.1 0l.7.7.7-.7a5 5 0 0 1 7.1 7Z" />
      </svg>
      <span className="hidden-text">{count === 0 ? 'Shortlist' : `Shortlist, ${count} saved`}</span>
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}
