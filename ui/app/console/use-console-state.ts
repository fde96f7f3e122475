import { useSyncExternalStore } from 'react';
import { useDesk } from '#ui/platform/platform.ts';
import type { DeskState } from '#ui/platform/console.ts';

export function useDeskState(): DeskState {
  const desk = useDesk();
  return useSyncExternalStore(desk.watch, desk.state);
}
