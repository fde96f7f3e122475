import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useBrand } from '#ui/base/page/App.tsx';
import { UserMenu } from '#ui/accounts/UserMenu.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Link, NavLink } from '#ui/kit/display/Link.tsx';
import { SiteMark } from '#ui/base/page/SiteMark.tsx';
import { ShortlistLink } from '#ui/listings/compare/ShortlistLink.tsx';
import { navLinks, practiceLinks } from './nav-links.ts';
import css from './Header.module.css';

const loadDrawer = () => import('./NavDrawer.tsx');
const NavDrawer = lazy(loadDrawer);

export function Header() {
  const brand = useBrand();
  const { key } = useLocation();
  const { links, list } = practiceLinks(usePayments());
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [used, setUsed] = useState(false);
  // Navigation closes the drawer.
  const open = openAt === key;
  const setOpen = (next: boolean) => setOpenAt(next ? key : null);
  return (
    <header className={css.header}>
      <div className={css.bar}>
        <Link to="/" className={css.brand}>
          <SiteMark size={30} pathId="mark" className={css.mark} />
          {brand}
        </Link>
        <nav className={css.nav} aria-label="Main">
          {navLinks.map(([to, label]) => (
            <NavLink key={to} to={to} className={css.link}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={css.actions}>
          <nav className={css.practices} aria-label="For practices">
            {links.map(([to, label]) => (
              <NavLink key={to} to={to} className={css.link}>
                {label}
              </NavLink>
            ))}
            <ButtonLink to={list} variant="quiet" className={css.list}>
              List Your Practice
            </ButtonLink>
          </nav>
          <ShortlistLink />
          <UserMenu />
          <IconButton
            label="Open menu"
            className={css.menu}
            aria-haspopup="dialog"
            aria-expanded={open}
            onPointerEnter={() => void loadDrawer()}
            onClick={() => {
              setUsed(true);
              setOpen(true);
            }}
          >
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
              <path d="M4 6.5h16M4 12h16M4 17.5h16" />
            </svg>
          </IconButton>
        </div>
      </div>
      {used && (
        <Suspense fallback={null}>
          <NavDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </header>
  );
}
