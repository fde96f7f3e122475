import { readTheme, THEME_CHANGED } from '#ui/kit/styles/theme.ts';
import type { Bridge } from './desktop-platform.ts';

/** Reports the chosen theme to the main process, at the start and after each change. */
export function followTheme(bridge: Pick<Bridge, 'theme'>): void {
  const tell = () => void bridge.theme(readTheme()).catch(() => {});
  tell();
  addEventListener(THEME_CHANGED, tell);
}
