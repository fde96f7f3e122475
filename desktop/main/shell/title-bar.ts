import type { BrowserWindowConstructorOptions } from 'electron';

/** The height of the page's title bar (ui/app/console/TitleBar.module.css). */
export const TITLE_BAR_HEIGHT = 40;

/** The page's colors under the buttons of Windows: those of the title bar and of its text. */
export const overlayColors = (isDark: boolean) =>
  isDark ? { color: '#081012', symbolColor: '#f1f0ec' } : { color: '#f5f2ed', symbolColor: '#13282c' };

/** Gives the title bar to the page where the system still draws its buttons on it. Desktops of Linux keep their own. */
export function titleBarOptions(
  system: NodeJS.Platform,
  isDark: boolean,
): Pick<BrowserWindowConstructorOptions, 'titleBarStyle' | 'titleBarOverlay'> {
  if (system !== 'darwin' && system !== 'win32') return {};
  // The line below the bar continues under the buttons.
  const overlay = { height: TITLE_BAR_HEIGHT - 1, ...(system === 'win32' && overlayColors(isDark)) };
  return { titleBarStyle: 'hidden', titleBarOverlay: overlay };
}
