import { globalShortcut } from 'electron';
import { PALETTE_SHORTCUT } from '../../bridge/shapes.ts';

/** Opens the console's search from any program. Throws if another program has the keys. */
export function setPaletteShortcut(isOn: boolean, openPalette: () => void): void {
  globalShortcut.unregister(PALETTE_SHORTCUT);
  if (isOn && !globalShortcut.register(PALETTE_SHORTCUT, openPalette))
    throw new Error('Another program uses these keys.');
}
