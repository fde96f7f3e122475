import { readTheme, THEME_CHANGED } from '#ui/kit/styles/theme.ts';
import type { Bridge } from './desktop-platform.ts';

/** Tells the main process the chosen theme, at the start and after each change. */
export function followTheme(bridge: Pick<Bridge, 'theme'>): void {
  const tell = () => void bridge.theme(readTheme()).catch(() => {});
  tell();
  addEventListener(THEME_CHANGED, tell);
}
