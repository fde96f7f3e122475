import type { BrowserWindow, Session, WebFrameMain } from 'electron';
import type { Sender } from '../../bridge/answering.ts';
import { maySave } from '../../policy/files.ts';
import { judgeNavigation, mayDownload, mayFrame, mayUsePermission } from '../../policy/permissions.ts';
import { mayOpenOutside } from '../../policy/urls.ts';

/** Keeps the window on the console's own page. Allowed outside links open in the browser, and no new windows open. */
export function guardWindow(window: BrowserWindow, openOutside: (url: string) => void): void {
  const { webContents } = window;
  const guardNavigation = (event: { preventDefault(): void }, url: string) => {
    const verdict = judgeNavigation(url, false, mayOpenOutside);
    if (verdict === 'stay') return;
    event.preventDefault();
    if (verdict === 'outside') openOutside(url);
  };
  webContents.on('will-navigate', (event) => guardNavigation(event, event.url));
  webContents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || !mayFrame(event.url)) guardNavigation(event, event.url);
  });
  webContents.on('will-redirect', (event) => guardNavigation(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    if (judgeNavigation(url, true, mayOpenOutside) === 'outside') openOutside(url);
    return { action: 'deny' };
  });
}

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, done, details) =>
    done(mayUsePermission(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUsePermission(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // Saving goes over the bridge, which checks the file name and asks for the folder. The PDF viewer's own button is the
  // exception: it saves a document that the page already shows.
  session.on('will-download', (event, item) => {
    const name = item.getFilename();
    if (!mayDownload(item.getURL(), item.getMimeType())) return event.preventDefault();
    item.setSaveDialogOptions({ defaultPath: maySave(name) ? name : 'document.pdf' });
  });
}

/** Describes the caller of a bridge call for `mayCall`. */
export function describeSender(
  isOurs: (contentsId: number) => boolean,
  contentsId: number,
  frame: WebFrameMain | null,
): Sender | null {
  if (!frame) return null;
  return {
    url: frame.url,
    isMainFrame: frame.parent === null,
    isOurWindow: isOurs(contentsId),
  };
}
