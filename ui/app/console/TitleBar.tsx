import { Menu, Search } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useStaffRole } from '#ui/admin/use-may.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { pressPaletteKey } from '#ui/kit/overlays/CommandPalette.tsx';
import css from './TitleBar.module.css';

/** The window's title bar, on which macOS and Windows draw their buttons. It moves the window, and its field opens the palette. */
export function TitleBar() {
  const staffConsole = useStaffConsole();
  const { system, signedIn, ended } = useConsoleState();
  const brand = useBrand();
  const isStaff = useStaffRole() !== null;
  const { pathname } = useLocation();
  const hasPalette = isStaff && (signedIn || ended) && pathname.startsWith('/admin');
  return (
    <section className={css.bar} data-system={system} aria-label="Title bar">
      {system === 'windows' && (
        // A window without the system's title bar has no menu bar.
        <IconButton label="Application menu" className={css.menu} onClick={() => void staffConsole.showMenu()}>
          <Menu aria-hidden="true" />
        </IconButton>
      )}
      {hasPalette && (
        <button type="button" className={css.search} aria-haspopup="dialog" onClick={pressPaletteKey}>
          <Search aria-hidden="true" />
          <span className={css.label}>Search {brand}</span>
          <Kbd keys={system === 'mac' ? '⌘ K' : 'Ctrl K'} />
        </button>
      )}
    </section>
  );
}
