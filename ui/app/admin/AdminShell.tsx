import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { startsLike } from '#ui/admin/starts-like.ts';
import { useStaffRole } from '#ui/admin/use-may.ts';
import { CommandPalette, usePaletteKey } from '#ui/kit/overlays/CommandPalette.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { fetchToasts, Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { preloadServerTrouble } from '#ui/app/RouteError.tsx';
import { siteInfo } from '#contract/site.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import StatusBanner from '#ui/status/StatusBanner.tsx';
import { AdminOnly } from './AdminOnly.tsx';
import '#ui/kit/styles/compact.css';
import css from './AdminShell.module.css';
import { Brand, Rail } from './Rail.tsx';
import { RoomTabs } from './RoomTabs.tsx';
import { StatusLine } from './StatusLine.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { useCommands } from './use-commands.tsx';
import { useFindEverything } from './use-find-everything.tsx';
import { useNavigation } from './console-nav.tsx';

const CHORD_TIMEOUT = 1_200;

/** G followed by a letter opens the page with that shortcut. */
function useGoKeys(): void {
  const navigate = useNavigate();
  const { places } = useNavigation();
  useEffect(() => {
    let armedUntil = 0;
    const keyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target?.closest('input:not([type=radio], [type=checkbox]), textarea, select, [role="dialog"]')
      )
        return;
      const key = event.key.toUpperCase();
      if (key === 'G' && Date.now() > armedUntil) {
        armedUntil = Date.now() + CHORD_TIMEOUT;
        return;
      }
      if (Date.now() > armedUntil) return;
      armedUntil = 0;
      const place = places.find(({ keys }) => keys === `G ${key}`);
      if (!place) return;
      event.preventDefault();
      // Runs before the page's own shortcuts.
      event.stopImmediatePropagation();
      void navigate(place.to);
    };
    addEventListener('keydown', keyDown, true);
    return () => removeEventListener('keydown', keyDown, true);
  }, [navigate, places]);
}

/** The frame of the admin pages: navigation rail, page, and status line. */
export function ConsoleShell() {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const isStaff = useStaffRole() !== null;
  const { staffConsole } = usePlatform();
  const main = useRef<HTMLElement>(null);
  const { data: site } = useReply(queryOf(siteInfo, {}));
  const { pathname } = useLocation();
  usePaletteKey(() => setPaletteOpen((open) => !open));
  useGoKeys();
  const [menuPathname, setMenuPathname] = useState(pathname);
  if (menuPathname !== pathname) {
    setMenuPathname(pathname);
    setMenuOpen(false);
  }
  useEffect(() => {
    if (pathname) main.current?.scrollTo(0, 0);
  }, [pathname]);
  useEffect(() => {
    fetchToasts();
    preloadServerTrouble();
  }, []);
  const commands = useCommands();
  const findEverything = useFindEverything();
  // The console has the search in its title bar.
  const rail = <Rail onOpenPalette={staffConsole ? null : () => setPaletteOpen(true)} />;
  return (
    <div className={css.shell} data-density="compact">
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <aside className={css.rail} aria-label="Admin panel">
        {rail}
      </aside>
      <header className={css.top}>
        <Sheet
          side="left"
          title="Admin Panel"
          open={menuOpen}
          onOpenChange={setMenuOpen}
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
        <Brand />
      </header>
      <main id="content" ref={main} tabIndex={-1} className={css.main}>
        {site?.banner && <StatusBanner banner={site.banner} />}
        <AdminOnly>
          <RoomTabs />
          <Outlet />
        </AdminOnly>
      </main>
      <StatusLine />
      {isStaff && (
        <CommandPalette
          commands={commands}
          find={findEverything}
          startsLike={startsLike}
          placeholder="Search everything, or type a command…"
          open={paletteOpen}
          onOpenChange={setPaletteOpen}
        />
      )}
      {isStaff && <ShortcutSheet />}
      <Toaster />
    </div>
  );
}
