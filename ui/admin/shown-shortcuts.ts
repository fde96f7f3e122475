import { useEffect } from 'react';
import { create } from 'zustand';

/** Keys as in "Shift J", and what they do. */
export type Shortcut = readonly [keys: string, what: string];
export interface ShortcutGroup {
  name: string;
  shortcuts: readonly Shortcut[];
}

export const useShownShortcuts = create<{ groups: readonly ShortcutGroup[] }>(() => ({ groups: [] }));

/** Lists the shortcuts of a part of the screen while it is shown. Pass a constant, or null for none. */
export function useListedShortcuts(group: ShortcutGroup | null): void {
  useEffect(() => {
    if (!group) return undefined;
    useShownShortcuts.setState(({ groups }) => ({ groups: [...groups, group] }));
    return () => useShownShortcuts.setState(({ groups }) => ({ groups: groups.filter((each) => each !== group) }));
  }, [group]);
}
