import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { Checked } from './app.ts';
import { requireReady, seen } from './state.ts';

type Item = Electron.MenuItemConstructorOptions;

/** Electron compares roles without regard to case, and ignores one that it doesn't know. */
const roles = new Set(
  ('undo redo cut copy paste pasteAndMatchStyle delete selectAll reload forceReload toggleDevTools resetZoom zoomIn zoomOut ' +
    'toggleSpellChecker togglefullscreen window minimize close help about services hide hideOthers unhide quit ' +
    'startSpeaking stopSpeaking zoom front appMenu fileMenu editMenu viewMenu windowMenu shareMenu recentDocuments ' +
    'clearRecentDocuments toggleTabBar selectNextTab selectPreviousTab showAllTabs mergeAllWindows moveTabToNewWindow showSubstitutions toggleSmartQuotes toggleSmartDashes toggleTextReplacement') // prettier-ignore
    .split(' ')
    .map((role) => role.toLowerCase()),
);

export class FakeMenu {
  readonly items: Item[];
  static applicationMenu: FakeMenu | null = null;
  static popped: FakeMenu | null = null;
  constructor(items: Item[]) {
    this.items = items;
  }
  static setApplicationMenu(menu: FakeMenu | null): void {
    FakeMenu.applicationMenu = menu;
  }
  static getApplicationMenu = (): FakeMenu | null => FakeMenu.applicationMenu;
  static buildFromTemplate(template: Item[]): FakeMenu {
    for (const item of template) {
      if (!item.label && !item.role && !item.type)
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
      if (item.role && !roles.has(item.role.toLowerCase())) throw new TypeError(`Unknown role ${item.role}`);
      if (
        item.accelerator &&
        !/^((CmdOrCtrl|Cmd|Ctrl|Shift|Alt)\+)*([A-Z\d=,[\]]|F\d+|Left|Right)$/.test(item.accelerator)
      )
        throw new TypeError(`Invalid accelerator ${item.accelerator}`);
      if (Array.isArray(item.submenu)) FakeMenu.buildFromTemplate(item.submenu);
    }
    return new FakeMenu(template);
  }
  popup(): void {
    FakeMenu.popped = this;
  }
}

export class FakeImage {
  #isTemplate = false;
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  isEmpty = (): boolean => !existsSync(this.path);
  setTemplateImage = (flag: boolean): void => void (this.#isTemplate = flag);
  isTemplateImage = (): boolean => this.#isTemplate;
}
export const nativeImage = { createFromPath: (path: string) => new FakeImage(path) };

export class Tray extends EventEmitter {
  static current: Tray | null = null;
  tip = '';
  menu: FakeMenu | null = null;
  constructor(image: FakeImage) {
    super();
    requireReady('Tray');
    if (image.isEmpty()) throw new Error(`Failed to load image from path '${image.path}'`);
    Tray.current = this;
  }
  setToolTip = (tip: string): void => void (this.tip = tip);
  setContextMenu(menu: FakeMenu | null): void {
    this.menu = menu;
    seen.trayUpdates++;
  }
}

/** As in Electron, a notification without a reference is garbage-collected, and its click event is lost. */
export class Notification extends EventEmitter {
  static readonly shown: WeakRef<Notification>[] = [];
  static isSupported = (): boolean => true;
  readonly #note: { title: string; body: string };
  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    requireReady('Notification');
    this.#note = { title, body };
  }
  show(): void {
    seen.notes.push(this.#note);
    Notification.shown.push(new WeakRef(this));
  }
  close = (): boolean => this.emit('close');
  /** False if the notification was collected. */
  static click(index: number): boolean {
    globalThis.gc?.();
    return Notification.shown.at(index)?.deref()?.emit('click') ?? false;
  }
}

export const areChecked = [true, true, true, true] satisfies [
  FakeMenu extends Omit<Checked<FakeMenu, Electron.Menu>, 'items'> ? true : never,
  FakeImage extends Checked<FakeImage, Electron.NativeImage> ? true : never,
  Tray extends Omit<Checked<Tray, Electron.Tray>, 'setContextMenu'> ? true : never,
  Notification extends Checked<Notification, Electron.Notification> ? true : never,
];
