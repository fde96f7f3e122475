import { clipboard, shell } from 'electron';
import type { ConsoleEvent } from '../../bridge/shapes.ts';
import { mayOpenOutside, pathOfPage } from '../../policy/urls.ts';

/** Opens a page of the console in its window, and an allowed website in the browser. */
export function openLink(url: string, sendEvent: (event: ConsoleEvent) => void): void {
  const to = pathOfPage(url);
  if (to !== null) sendEvent({ kind: 'go', to });
  else if (mayOpenOutside(url)) void shell.openExternal(url);
}

/** Copies a page of the console as its address on the website, where colleagues open it. */
export function copyLink(url: string, server: string): void {
  const path = pathOfPage(url);
  void clipboard.writeText(path === null ? url : `${server}${path}`);
}
