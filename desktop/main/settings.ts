import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema, type Settings } from '../bridge/shapes.ts';
import { replaceFile } from '../offline/replace-file.ts';
import type { Host } from './host.ts';

const defaults: Settings = { startsAtLogin: false, staysInTray: false, hasPaletteShortcut: false };
type SettingsHost = Pick<Host, 'setStartsAtLogin' | 'setPaletteShortcut'>;

/** How the console behaves on this computer, for everyone who logs in to it. */
export class ConsoleSettings {
  readonly #path: string;
  readonly #host: SettingsHost;
  #current: Settings;

  constructor(folder: string, host: SettingsHost) {
    this.#path = join(folder, 'settings.json');
    this.#host = host;
    this.#current = readSettings(this.#path);
  }
  get current(): Settings {
    return this.#current;
  }

  /** Saves changed settings once the system has accepted them. */
  async change(changes: Partial<Settings>): Promise<void> {
    const next = { ...this.#current, ...changes };
    if (next.startsAtLogin !== this.#current.startsAtLogin) await this.#host.setStartsAtLogin(next.startsAtLogin);
    if (next.hasPaletteShortcut !== this.#current.hasPaletteShortcut)
      this.#host.setPaletteShortcut(next.hasPaletteShortcut);
    await replaceFile(this.#path, JSON.stringify(next, null, 2));
    this.#current = next;
  }
}

function readSettings(path: string): Settings {
  try {
    return settingsSchema.parse({ ...defaults, ...(JSON.parse(readFileSync(path, 'utf8')) as object) });
  } catch {
    return defaults;
  }
}
