import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loginItemEntry } from './shell/login-item.ts';
import { ConsoleSettings } from './settings.ts';
import { makeFolder } from '../e2e/harness/main/test-folder.ts';

let folder: string;
let asked: boolean[];
const defaults = { startsAtLogin: false, staysInTray: false, hasPaletteShortcut: false };
const host = {
  setPaletteShortcut: (isOn: boolean) => {
    if (isOn) throw new Error('Another program uses these keys.');
  },
  setStartsAtLogin: async (starts: boolean) => {
    if (asked.length > 5) throw new Error('refused');
    asked.push(starts);
  },
};
beforeEach(async () => {
  folder = makeFolder();
  asked = [];
});

describe('the settings of the console', () => {
  it('survive a restart, and reach the system only when they change', async () => {
    const settings = new ConsoleSettings(folder, host);
    expect(settings.current).toEqual(defaults);
    await settings.change({ staysInTray: true });
    expect(asked).toEqual([]);
    await settings.change({ startsAtLogin: true });
    expect(asked).toEqual([true]);
    expect(new ConsoleSettings(folder, host).current).toEqual({ ...defaults, startsAtLogin: true, staysInTray: true });
    expect((await stat(join(folder, 'settings.json'))).mode & 0o077).toBe(0);
  });

  it('stay as they were if the system refuses', async () => {
    const settings = new ConsoleSettings(folder, host);
    asked = Array.from({ length: 6 }, () => true);
    await expect(settings.change({ startsAtLogin: true })).rejects.toThrow('refused');
    expect(settings.current.startsAtLogin).toBe(false);
    await expect(settings.change({ hasPaletteShortcut: true })).rejects.toThrow('these keys');
    expect(settings.current).toEqual(defaults);
    await expect(readFile(join(folder, 'settings.json'))).rejects.toThrow();
  });

  it('fall back to their defaults if the file is damaged or older', async () => {
    await writeFile(join(folder, 'settings.json'), '{"staysInTray":true}');
    expect(new ConsoleSettings(folder, host).current).toEqual({ ...defaults, staysInTray: true });
    await writeFile(join(folder, 'settings.json'), '{"staysInTray":"yes"');
    expect(new ConsoleSettings(folder, host).current).toEqual(defaults);
  });
});

describe('the login item on Linux', () => {
  it('quotes its path as desktop entries ask, and starts in the tray', () => {
    expect(loginItemEntry('/opt/Enamel 1/enamel', 'Enamel')).toContain('Exec="/opt/Enamel 1/enamel" --hidden\n');
    expect(loginItemEntry('/a"b$c%d', 'Enamel')).toContain('Exec="/a\\\\"b\\\\$c%%d" --hidden\n');
  });
});
