import { createContext, use } from 'react';
import type { StaffConsole } from './console.ts';

/** A file that has been saved. Where the host can show it, `reveal` does. */
export interface Saved {
  reveal?: () => void;
}

/** What a host offers the UI. The web implements it with a browser's means, the desktop with native ones. */
export interface Platform {
  kind: 'web' | 'desktop';
  /** The desktop console; undefined on the web. */
  staffConsole?: StaffConsole;
  /** Saves what a URL of the API answers under this name; resolves when it is saved, or with false when cancelled. */
  saveFile(url: string, name: string): Promise<Saved | false>;
  /** Saves a text the page has made, or makes while it is saved. */
  saveText(name: string, text: string | AsyncIterable<string>): Promise<Saved | false>;
  /** Opens an address in the person's browser or mail program; anything that is neither is not opened. */
  openExternal(url: string): void;
  print(): void;
}

export const PlatformContext = createContext<Platform | null>(null);
export function usePlatform(): Platform {
  const platform = use(PlatformContext);
  if (!platform) throw new Error('No platform above this component');
  return platform;
}

/** For screens that exist only in the desktop console. */
export function useStaffConsole(): StaffConsole {
  const { staffConsole } = usePlatform();
  if (!staffConsole) throw new Error('This screen needs the desktop console');
  return staffConsole;
}
