import { Command as CommandIcon, ExternalLink, LogOut } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { signOut, useUser } from '#ui/accounts/session.ts';
import { useClaimCounts } from '#ui/claims/admin/use-claim-counts.ts';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Mark } from '#ui/kit/display/Mark.tsx';
import { useNavigation } from './console-nav.tsx';
import css from './Rail.module.css';

export const Brand = () => (
  <Link to="/admin" className={css.brand}>
    <Mark size={22} /> Enamel
  </Link>
);

/** Navigation, with the number of pending claims. */
export function Rail({ onOpenPalette }: { onOpenPalette: () => void }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const { groups, findPlace, isOutOfReach } = useNavigation();
  const currentPlace = findPlace(pathname, search);
  const isAdmin = user?.role === 'admin';
  const counts = useClaimCounts(isAdmin);
  return (
    <>
      <Brand />
      {isAdmin && (
        <button type="button" className={css.item} onClick={onOpenPalette}>
          <CommandIcon aria-hidden="true" /> Commands
          <span className={css.end}>
            <Kbd keys="Ctrl K" />
          </span>
        </button>
      )}
      {isAdmin &&
        groups.map((group) => (
          <nav key={group.name} className={css.group} aria-label={group.name} data-faded={isOutOfReach(group)}>
            <div className={css.groupName} aria-hidden="true">
              {group.name}
              {isOutOfReach(group) && ', offline'}
            </div>
            {group.places.map(({ id, label, to, icon: Icon, keys }) => (
              <Link
                key={id}
                to={to}
                className={css.item}
                aria-current={currentPlace === id ? 'page' : undefined}
                title={keys}
              >
                <Icon aria-hidden="true" strokeWidth={1.75} /> {label}
                {id === 'claims' && counts !== null && counts.pending > 0 && (
                  <span className={css.count}>
                    {counts.pending}
                    <span className="hidden-text"> pending</span>
                  </span>
                )}
              </Link>
            ))}
          </nav>
        ))}
      <div className={css.foot}>
        {user && <div className={css.user}>{user.name}</div>}
        <Link to="/" className={css.item}>
          <ExternalLink aria-hidden="true" strokeWidth={1.75} /> View the site
        </Link>
        {user && (
          <button type="button" className={css.item} onClick={() => void signOut()}>
            <LogOut aria-hidden="true" strokeWidth={1.75} /> Logout
          </button>
        )}
      </div>
    </>
  );
}
