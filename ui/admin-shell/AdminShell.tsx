import { useQuery } from '@tanstack/react-query';
import { Command as CommandIcon, ExternalLink, LogOut, Menu as MenuIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { claimCounts } from '#contract/admin-claims.ts';
import { signOut, useUser } from '#ui/accounts/session.ts';
import { CommandPalette, usePaletteKey, type Command } from '#ui/kit/overlays/CommandPalette.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Mark } from '#ui/kit/display/Mark.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { fetchToasts, Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { setTheme } from '#ui/kit/styles/theme.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { queryOf } from '#ui/platform/query.ts';
import { fetchTrouble } from '#ui/app/RouteError.tsx';
import { AdminOnly } from './AdminOnly.tsx';
import css from './AdminShell.module.css';
import { groups, placeOf, places } from './admin-nav.tsx';
import { StatusLine } from './StatusLine.tsx';

/** The frame of staff's screens: rail, screen, status line; dense, and all of it in reach of the keyboard. */
export function ConsoleShell() {
  const [palette, setPalette] = useState(false);
  const [menu, setMenu] = useState(false);
  const user = useUser();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  usePaletteKey(() => setPalette((open) => !open));
  useGoKeys();
  const [menuOf, setMenuOf] = useState(pathname);
  if (menuOf !== pathname) {
    setMenuOf(pathname);
    setMenu(false);
  }
  useEffect(() => {
    if (pathname) main.current?.scrollTo(0, 0);
  }, [pathname]);
  useEffect(() => {
    fetchToasts();
    fetchTrouble();
  }, []);
  const commands = useCommands();
  const rail = <Rail onPalette={() => setPalette(true)} />;
  return (
    <div className={css.shell} data-density="compact">
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <aside className={css.rail} aria-label="Console">
        {rail}
      </aside>
      <header className={css.top}>
        <Sheet
          side="left"
          title="Console"
          open={menu}
          onOpenChange={setMenu}
          trigger={
            <IconButton label="Menu">
              <MenuIcon />
            </IconButton>
          }
        >
          <div className={css.sheetRail} data-density="compact">
            {rail}
          </div>
        </Sheet>
        <Link to="/admin" className={css.brand}>
          <Mark size={22} /> Enamel
        </Link>
      </header>
      <main id="content" ref={main} tabIndex={-1} className={css.main}>
        <AdminOnly>
          <Outlet />
        </AdminOnly>
      </main>
      <StatusLine signedIn={user?.role === 'admin'} />
      {user?.role === 'admin' && <CommandPalette commands={commands} open={palette} onOpenChange={setPalette} />}
      <Toaster />
    </div>
  );
}

function Rail({ onPalette }: { onPalette: () => void }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const here = placeOf(pathname, search);
  const admin = user?.role === 'admin';
  const counts = useQuery({ ...queryOf(claimCounts, {}), enabled: admin, refetchInterval: 60_000 });
  return (
    <>
      <Link to="/admin" className={css.brand}>
        <Mark size={22} /> Enamel
      </Link>
      {admin && (
        <button type="button" className={css.item} onClick={onPalette}>
          <CommandIcon aria-hidden="true" /> Commands
          <span className={css.end}>
            <Kbd keys="Ctrl K" />
          </span>
        </button>
      )}
      {admin &&
        groups.map(({ name, places: inGroup }) => (
          <nav key={name} className={css.group} aria-label={name}>
            <div className={css.groupName} aria-hidden="true">
              {name}
            </div>
            {inGroup.map(({ id, label, to, icon: Icon, keys }) => (
              <Link key={id} to={to} className={css.item} aria-current={here === id ? 'page' : undefined} title={keys}>
                <Icon aria-hidden="true" strokeWidth={1.75} /> {label}
                {id === 'claims' && counts.data !== undefined && counts.data.pending > 0 && (
                  <span className={css.count}>
                    {counts.data.pending}
                    <span className="hidden-text"> pending</span>
                  </span>
                )}
              </Link>
            ))}
          </nav>
        ))}
      <div className={css.foot}>
        {user && <div className={css.who}>{user.name}</div>}
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

function useCommands(): Command[] {
  const navigate = useNavigate();
  const platform = usePlatform();
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to);
    return [
      ...places.map(({ id, label, to, icon: Icon, keys, keywords }) => ({
        id,
        label,
        group: 'Go to',
        keywords: keywords ?? '',
        icon: <Icon size={16} aria-hidden="true" />,
        shortcut: keys,
        run: go(to),
      })),
      {
        id: 'new-article',
        label: 'Create an article',
        group: 'Do',
        keywords: 'write new',
        run: go('/admin/topics?new=1'),
      },
      { id: 'brands', label: 'AI Brands', group: 'Go to', run: go('/admin?sub=brands') },
      { id: 'csv', label: 'CSV Import', group: 'Go to', keywords: 'data upload', run: go('/admin?sub=data') },
      { id: 'ads', label: 'AdSense Settings', group: 'Go to', run: go('/admin?tab=system&sub=ads') },
      { id: 'security', label: 'Security & Backup', group: 'Go to', run: go('/admin?tab=system&sub=security') },
      { id: 'exports', label: 'Data Exports', group: 'Go to', run: go('/admin?tab=analytics&sub=exports') },
      { id: 'restore', label: 'Restore a deleted listing', group: 'Do', run: go('/admin/listings?deleted=1') },
      ...(platform.staffConsole
        ? [
            {
              id: 'open-import',
              label: 'Import a file',
              group: 'Go to',
              keywords: 'csv',
              run: go('/admin/desk/import'),
            },
            { id: 'desk-servers', label: 'Servers', group: 'Go to', keywords: 'add', run: go('/admin/desk/servers') },
            { id: 'desk-reports', label: 'Offline reports', group: 'Go to', run: go('/admin/desk/reports') },
          ]
        : []),
      { id: 'light', label: 'Light theme', group: 'Look', run: () => setTheme('light') },
      { id: 'dark', label: 'Dark theme', group: 'Look', run: () => setTheme('dark') },
      { id: 'system-theme', label: 'Theme of the system', group: 'Look', run: () => setTheme('system') },
      { id: 'print', label: 'Print this screen', group: 'Do', run: () => platform.print() },
      { id: 'site', label: 'View the site', group: 'Go to', run: go('/') },
      { id: 'logout', label: 'Logout', group: 'Do', run: () => void signOut() },
    ];
  }, [navigate, platform]);
}

/** G and then a letter goes to a place. */
function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let armed = 0;
    const keyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, textarea, select, [role="dialog"]'))
        return;
      const key = event.key.toUpperCase();
      if (key === 'G' && Date.now() > armed) {
        armed = Date.now() + 1_200;
        return;
      }
      if (Date.now() > armed) return;
      armed = 0;
      const place = places.find(({ keys }) => keys === `G ${key}`);
      if (!place) return;
      event.preventDefault();
      // Before the screen itself hears the letter.
      event.stopImmediatePropagation();
      void navigate(place.to);
    };
    addEventListener('keydown', keyDown, true);
    return () => removeEventListener('keydown', keyDown, true);
  }, [navigate]);
}
