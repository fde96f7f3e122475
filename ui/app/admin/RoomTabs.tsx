import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { roomOf } from '#ui/admin/admin-nav.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { useNavigation } from './console-nav.tsx';
import css from './RoomTabs.module.css';

/** The pages of the room that is open, which share one door in the rail. Null for a room of one page. */
export function RoomTabs() {
  const { pathname, search } = useLocation();
  const { places, findPlace } = useNavigation();
  const list = useRef<HTMLElement>(null);
  const current = findPlace(pathname, search);
  const pages = current ? places.filter((place) => roomOf(place) === roomOf(current)) : [];
  const currentId = current?.id;
  useEffect(() => {
    if (currentId)
      list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  if (pages.length < 2) return null;
  return (
    <nav className={css.tabs} aria-label="Pages of this area" ref={list}>
      {pages.map(({ id, label, to, keys }) => (
        <Link
          key={id}
          to={to}
          aria-current={id === currentId ? 'page' : undefined}
          title={keys ? `${label} (${keys})` : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
