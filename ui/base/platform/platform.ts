import { createContext, use } from 'react';
import type { StaffConsole } from './console.ts';

/** A saved file. `reveal` shows it in the file manager, if the host can. */
export interface Saved {
  reveal?: () => void;
}

/** The host's services for the UI, implemented by the website and the desktop console. */
export interface Platform {
  kind: 'web' | 'desktop';
  /** Console features; desktop only. */
  staffConsole?: StaffConsole;
  /** Saves an API response as a file. Resolves after saving, or with false if the user cancels. */
  saveFile(url: string, name: string): Promise<Saved | false>;
  /** Saves text, which may be generated while it is saved. */
  saveText(name: string, text: string | AsyncIterable<string>): Promise<Saved | false>;
  /** Opens a URL in the user's browser, mail, or phone app. Other URLs are ignored. */
  openExternal(url: string): void;
  print(): void;
}

export const PlatformContext = createContext<Platform | null>(null);
export function usePlatform(): Platform {
  const platform = use(PlatformContext);
  if (!platform) throw new Error('No platform above this component');
  return platform;
}

/** For pages of the desktop console only. */
export function useStaffConsole(): StaffConsole {
  const { staffConsole } = usePlatform();
  if (!staffConsole) throw new Error('This screen needs the desktop console');
  return staffConsole;
}
