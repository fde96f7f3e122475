import { APP_ORIGIN, isOwnPage } from './urls.ts';

/** The page only needs to copy text. The main process shows notifications. */
const allowedPermissions = new Set(['clipboard-sanitized-write']);

export const mayUsePermission = (permission: string, url: string): boolean =>
  allowedPermissions.has(permission) && isOwnPage(url);

/** Only the console's own page, in the main frame of the console's window, may call the bridge. */
export const mayCall = (sender: { url: string; isMainFrame: boolean; isOurWindow: boolean } | null): boolean =>
  sender !== null && sender.isMainFrame && sender.isOurWindow && isOwnPage(sender.url);

type Navigation = 'stay' | 'deny' | 'outside';

export function judgeNavigation(
  url: string,
  opensWindow: boolean,
  mayOpenOutside: (url: string) => boolean,
): Navigation {
  if (isOwnPage(url)) return opensWindow ? 'deny' : 'stay';
  return mayOpenOutside(url) ? 'outside' : 'deny';
}

/** Frames may show documents that the page has in memory, in Chromium's PDF viewer (the extension below). */
export const mayFrame = (url: string): boolean =>
  url.startsWith(`blob:${APP_ORIGIN}/`) || url.startsWith('chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/');

/** The PDF viewer may save the document that the page has in memory. */
export const mayDownload = (url: string, type: string): boolean =>
  url.startsWith(`blob:${APP_ORIGIN}/`) && type === 'application/pdf';
