import type { BrowserWindow, Session, WebFrameMain } from 'electron';
import type { Sender } from '../../bridge/answering.ts';
import { mayFrame, mayHave, navigation } from '../../policy/permissions.ts';
import { mayOpenOutside } from '../../policy/urls.ts';

/** Nothing leaves the console's page, nothing is opened beside it, nothing is granted that is not on the list. */
export function guardWindow(window: BrowserWindow, outside: (url: string) => void): void {
  const { webContents } = window;
  const leave = (event: { preventDefault(): void }, url: string) => {
    const verdict = navigation(url, false, mayOpenOutside);
    if (verdict === 'stay') return;
    event.preventDefault();
    if (verdict === 'outside') outside(url);
  };
  webContents.on('will-navigate', (event) => leave(event, event.url));
  webContents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || !mayFrame(event.url)) leave(event, event.url);
  });
  webContents.on('will-redirect', (event) => leave(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    if (navigation(url, true, mayOpenOutside) === 'outside') outside(url);
    return { action: 'deny' };
  });
}

export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, done, details) =>
    done(mayHave(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // What is saved goes over the bridge, where its name and place are looked at.
  session.on('will-download', (event) => event.preventDefault());
}

/** Who makes a call over the bridge, in the terms the policy judges by. */
export function senderOf(window: BrowserWindow | null, contentsId: number, frame: WebFrameMain | null): Sender | null {
  if (!frame) return null;
  return {
    url: frame.url,
    isMainFrame: frame.parent === null,
    isOurWindow: window !== null && !window.isDestroyed() && window.webContents.id === contentsId,
  };
}
