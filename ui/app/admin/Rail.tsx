import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ExternalLink, LogOut, Search } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { roleNames } from '#shared/roles.ts';
import { staffCounts } from '#contract/home/staff-home.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { signOut, useUser } from '#ui/base/session.ts';
import { useClaimCounts } from '#ui/claims/admin/queue/use-claim-counts.ts';
import { useMay, useStaffRole } from '#ui/admin/use-may.ts';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { SiteMark } from '#ui/base/page/SiteMark.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { doorsOf, roomOf } from '#ui/admin/admin-nav.ts';
import type { Place } from '#ui/admin/place.ts';
import { useNavigation } from './console-nav.tsx';
import css from './Rail.module.css';

export function Brand() {
  const brand = useBrand();
  return (
    <Link to="/admin" className={css.brand}>
      <SiteMark size={22} /> <span className={css.label}>{brand}</span>
    </Link>
  );
}

/** The number of open items behind each badge. */
function useBadges(): (badge: Place['badge']) => number {
  const claims = useClaimCounts(useMay('claims.read'));
  const inboxes = useQuery({ ...queryOf(staffCounts, {}), refetchInterval: 60_000, enabled: useMay('inbox.read') });
  return (badge) => (!badge ? 0 : badge === 'claims' ? (claims?.pending ?? 0) : (inboxes.data?.[badge] ?? 0));
}

/** The navigation of the admin panel: the places that the person's role may open, with the number of open items. */
export function Rail({ onOpenPalette }: { onOpenPalette: (() => void) | null }) {
  const user = useUser();
  const role = useStaffRole();
  const { pathname, search } = useLocation();
  const { groups, findPlace, isOutOfReach } = useNavigation();
  const current = findPlace(pathname, search);
  const currentRoom = current && roomOf(current);
  const groupsOfDoors = useMemo(() => {
    const doors = doorsOf(groups.flatMap(({ places }) => places));
    return groups
      .map((group) => ({ ...group, places: group.places.filter((place) => doors.includes(place)) }))
      .filter(({ places }) => places.length > 0);
  }, [groups]);
  const countOf = useBadges();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (currentRoom && groups.length > 0)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    // The places appear once the role is known.
  }, [currentRoom, groups]);
  return (
    <>
      <Brand />
      {role && onOpenPalette && (
        <button type="button" className={css.item} onClick={onOpenPalette}>
          <Search aria-hidden="true" /> <span className={css.label}>Search</span>
          <span className={css.end}>
            <Kbd keys="Ctrl K" />
          </span>
        </button>
      )}
      <div className={css.groups} ref={list}>
        {groupsOfDoors.map((group) => (
          <nav key={group.name} className={css.group} aria-label={group.name} data-faded={isOutOfReach(group)}>
            <div className={css.groupName} aria-hidden="true">
              {group.name}
              {isOutOfReach(group) && ', offline'}
            </div>
            {group.places.map((place) => {
              const { id, to, icon: Icon, keys, badge, label: name, door: label = name } = place;
              return (
                <Link
                  key={id}
                  to={to}
                  className={css.item}
                  aria-current={currentRoom === roomOf(place) ? 'page' : undefined}
                  title={keys ? `${label} (${keys})` : label}
                >
                  <Icon aria-hidden="true" strokeWidth={1.75} /> <span className={css.label}>{label}</span>
                  {countOf(badge) > 0 && (
                    <span className={css.count}>
                      {formatNumber(countOf(badge))}
                      <span className="hidden-text">{badge === 'claims' ? ' pending' : ' open'}</span>
                    </span>
                  )}
                </Link>
              );
            })}
          </nav>
        ))}
      </div>
      <div className={css.foot}>
        {user && (
          <div className={css.user} title={user.email}>
            {user.name}
            {role && role !== 'admin' && `, ${roleNames[role].toLowerCase()}`}
          </div>
        )}
        <Link to="/" className={css.item}>
          <ExternalLink aria-hidden="true" strokeWidth={1.75} /> <span className={css.label}>View the site</span>
        </Link>
        {user && (
          <button type="button" className={css.item} onClick={() => void signOut()}>
            <LogOut aria-hidden="true" strokeWidth={1.75} /> <span className={css.label}>Logout</span>
          </button>
        )}
      </div>
    </>
  );
}
