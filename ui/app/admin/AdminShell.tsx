import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useStaffRole } from '#ui/admin/use-may.ts';
import { CommandPalette, usePaletteKey } from '#ui/kit/overlays/CommandPalette.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { fetchToasts, Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { preloadServerTrouble } from '#ui/app/RouteError.tsx';
import { AdminOnly } from './AdminOnly.tsx';
import css from './AdminShell.module.css';
import { Brand, Rail } from './Rail.tsx';
import { StatusLine } from './StatusLine.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { useCommands } from './use-commands.tsx';
import { useFindEverything } from './use-find-everything.tsx';
import { useGoKeys } from './use-go-keys.ts';

/** The frame of the admin pages: navigation rail, page, and status line. */
export function ConsoleShell() {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const isStaff = useStaffRole() !== null;
  const main = useRef<HTMLElement>(null);
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
  const rail = <Rail onOpenPalette={() => setPaletteOpen(true)} />;
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
        <AdminOnly>
          <Outlet />
        </AdminOnly>
      </main>
      <StatusLine />
      {isStaff && (
        <CommandPalette
          commands={commands}
          find={findEverything}
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
