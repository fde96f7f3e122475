import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
/** The window's event after the theme changed. */
export const THEME_CHANGED = 'themechange';

/** Runs in the document head before the first paint, so that the chosen theme doesn't flash. The CSP allows it by its hash. */
export const themeScript = `var d=document.documentElement.dataset;try{var t=localStorage.${KEY};if(t=='light'||t=='dark')d.theme=t}catch{}`;

export function readTheme(): Theme {
  try {
    const storedTheme = localStorage.getItem(KEY);
    return storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked, so the choice lasts until the page is reloaded.
  }
  dispatchEvent(new Event(THEME_CHANGED));
}

function subscribe(changed: () => void) {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === KEY) setTheme(readTheme());
  };
  addEventListener(THEME_CHANGED, changed);
  addEventListener('storage', fromElsewhere);
  return () => {
    removeEventListener(THEME_CHANGED, changed);
    removeEventListener('storage', fromElsewhere);
  };
}

const current = (): Theme => {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current, () => 'system');
