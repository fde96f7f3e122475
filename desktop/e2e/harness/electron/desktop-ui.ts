import { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import { dialogs, requireReady, seen, system } from './state.ts';

type Parent = { isDestroyed(): boolean };
/** Dialogs take an optional window first. A destroyed window is an error. */
function readOptions<T>(args: [T] | [Parent, T]): T {
  requireReady('dialog');
  if (args.length === 1) return args[0];
  if (args[0].isDestroyed()) throw new TypeError('Object has been destroyed');
  return args[1];
}

export const dialog = {
  showErrorBox: (title: string, content: string): void => void seen.errors.push(`${title}: ${content}`),
  async showMessageBox(...args: [Electron.MessageBoxOptions] | [Parent, Electron.MessageBoxOptions]) {
    const options = readOptions(args);
    if (options.cancelId !== undefined && options.cancelId >= (options.buttons?.length ?? 0))
      throw new TypeError('cancelId must be a button');
    seen.asked.push(options);
    return { response: dialogs.message, checkboxChecked: false };
  },
  async showSaveDialog(...args: [Electron.SaveDialogOptions] | [Parent, Electron.SaveDialogOptions]) {
    const { defaultPath = '' } = readOptions(args);
    return { canceled: dialogs.save === null, filePath: dialogs.save?.replace('{name}', defaultPath) ?? '' };
  },
  async showOpenDialog(...args: [Electron.OpenDialogOptions] | [Parent, Electron.OpenDialogOptions]) {
    readOptions(args);
    return { canceled: dialogs.open.length === 0, filePaths: dialogs.open };
  },
} satisfies Partial<Record<keyof Electron.Dialog, unknown>>;

export const shell = {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error('Invalid URL');
    seen.outside.push(url);
  },
  showItemInFolder(path: string): void {
    if (!isAbsolute(path)) throw new TypeError('path must be absolute');
    seen.revealed.push(path);
  },
} satisfies Partial<Electron.Shell>;

export const clipboard = {
  writeText: async (): Promise<void> => {},
} satisfies Partial<Electron.Clipboard>;

/** The system gives keys to one program only. */
export const globalShortcut = {
  register(keys: string, call: () => void): boolean {
    requireReady('globalShortcut');
    if (system.takenKeys === keys) return false;
    seen.shortcuts[keys] = call;
    return true;
  },
  unregister: (keys: string): void => void delete seen.shortcuts[keys],
} satisfies Partial<Electron.GlobalShortcut>;

class FakeScreen extends EventEmitter {
  getAllDisplays(): { workArea: Electron.Rectangle; bounds: Electron.Rectangle }[] {
    requireReady('screen');
    return system.displays.map((bounds) => ({ bounds, workArea: bounds }));
  }
}
export const screen = new FakeScreen() satisfies {
  getAllDisplays(): Pick<Electron.Display, 'workArea' | 'bounds'>[];
};

class FakeTheme extends EventEmitter {
  #source: Electron.NativeTheme['themeSource'] = 'system';
  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source;
  }
  set themeSource(source) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`Error processing argument: ${source}`);
    this.#source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? system.isDark : this.#source === 'dark';
  }
}
export const nativeTheme = new FakeTheme() satisfies Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;
