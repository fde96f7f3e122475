import { APP_ORIGIN, isOwnPage } from './urls.ts';

/** What the page may ask the system for. Copying text is all it needs; notifications are the main process's. */
const allowed = new Set(['clipboard-sanitized-write']);

export const mayHave = (permission: string, url: string): boolean => allowed.has(permission) && isOwnPage(url);

/** A call over the bridge counts only when the console's own page, in the main frame of its window, makes it. */
export const mayCall = (sender: { url: string; isMainFrame: boolean; isOurWindow: boolean } | null): boolean =>
  sender !== null && sender.isMainFrame && sender.isOurWindow && isOwnPage(sender.url);

export type Navigation = 'stay' | 'deny' | 'outside';

/** Where a click or a script wants to go. */
export function navigation(url: string, opened: boolean, outside: (url: string) => boolean): Navigation {
  if (isOwnPage(url)) return opened ? 'deny' : 'stay';
  return outside(url) ? 'outside' : 'deny';
}

/** What a frame inside the page may show: a document the page holds in memory, and the browser's own viewer around it. */
export const mayFrame = (url: string): boolean =>
  url.startsWith(`blob:${APP_ORIGIN}/`) || url.startsWith('chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/');
