import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';

/** A running console under test: the double's (`ConsoleApp`) or Electron's (`ElectronConsole`). */
export interface TestedConsole {
  /** The folder of the console's own files. */
  readonly folder: string;
  /** The origin of requests that a test sends to the console's protocol without a page. */
  readonly origin: string;
  /** Faults of the double. Each one fails the test. */
  readonly faults: string[];
  start(): Promise<void>;
  /** Kills the process without a shutdown, as a crash would. */
  kill(): Promise<void>;
  /** Applies from the next start on. */
  setEnv(env: Record<string, string>): void;
  /** Carries out a command in the main process, such as a click on a menu entry. */
  ask<T>(kind: string, more?: object): Promise<T>;
  /** Writes the names of events of the main process to a file, one a line. */
  recordEvents(file: string): Promise<void>;
  /** Calls the bridge. */
  invoke<T = unknown>(call: string, args: unknown[], sender?: object): Promise<T>;
  /** Drops files with real paths on the window. */
  drop(page: Page, ...files: string[]): Promise<void>;
  /** Shows the console in this page. The double's preload learns the paths of chosen files. */
  show(page: Page, paths?: Record<string, string>): Promise<void>;
}

/** Drops files by trusted events, as the system does. */
export async function dispatchDrop(page: Page, files: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await cdp.detach();
}

/** Names a file as the double's preload sees it. */
export function nameDroppedFile(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${basename(path)} ${size} ${Math.floor(mtimeMs)}`;
}
