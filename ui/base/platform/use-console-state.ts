import { useSyncExternalStore } from 'react';
import { useStaffConsole } from './platform.ts';
import type { ConsoleState } from './console.ts';

export function useConsoleState(): ConsoleState {
  const staffConsole = useStaffConsole();
  return useSyncExternalStore(staffConsole.watch, staffConsole.state);
}
