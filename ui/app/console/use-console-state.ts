import { useSyncExternalStore } from 'react';
import { useStaffConsole } from '#ui/platform/platform.ts';
import type { ConsoleState } from '#ui/platform/console.ts';

export function useConsoleState(): ConsoleState {
  const staffConsole = useStaffConsole();
  return useSyncExternalStore(staffConsole.watch, staffConsole.state);
}
