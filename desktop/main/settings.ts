import { join } from 'node:path';
import { z } from 'zod';
import { settingsSchema, type Settings } from '../bridge/shapes.ts';
import { JsonFile } from '../offline/json-file.ts';
import type { Host } from './host.ts';

const defaults: Settings = { startsAtLogin: false, staysInTray: false, hasPaletteShortcut: false };
/** An earlier version had fewer settings. */
const savedSchema = z.preprocess((saved) => ({ ...defaults, ...(saved as object) }), settingsSchema);

/** How the console behaves on this computer, for everyone who logs in to it. */
export class ConsoleSettings {
  readonly #file: JsonFile<Settings>;
  readonly #host: Pick<Host, 'setStartsAtLogin' | 'setPaletteShortcut'>;

  constructor(folder: string, host: Pick<Host, 'setStartsAtLogin' | 'setPaletteShortcut'>) {
    this.#file = new JsonFile(join(folder, 'settings.json'), savedSchema, defaults);
    this.#host = host;
  }
  get current(): Settings {
    return this.#file.value;
  }

  /** Saves changed settings once the system has accepted them. */
  async change(changes: Partial<Settings>): Promise<void> {
    const next = { ...this.current, ...changes };
    if (next.startsAtLogin !== this.current.startsAtLogin) await this.#host.setStartsAtLogin(next.startsAtLogin);
    if (next.hasPaletteShortcut !== this.current.hasPaletteShortcut)
      this.#host.setPaletteShortcut(next.hasPaletteShortcut);
    await this.#file.set(next);
  }
}
