type Electron = typeof import('electron');
type MenuItem = Electron.MenuItem;

interface ElectronCommand {
  kind: string;
  value?: object;
  event?: string;
  args?: unknown[];
  path?: string[];
}
interface Recorded {
  seen: { recent: string[]; revealed: string[]; outside: string[]; badge: number; notes: object[] };
  dialogs: { save: string | null; open: string[]; message: number };
}

/**
 * Runs in Electron's main process. Its first call replaces dialogs and what leaves the console, and records it. It is
 * copied there as text, so it uses nothing from outside.
 */
export function runCommand(electron: Electron, { kind, value, event, args = [], path = [] }: ElectronCommand): unknown {
  const { app, dialog, Menu, nativeTheme, shell } = electron;
  const place = globalThis as { enamelTest?: Recorded };
  if (!place.enamelTest) {
    const recorded: Recorded = {
      seen: { recent: [], revealed: [], outside: [], badge: 0, notes: [] },
      dialogs: { save: null, open: [], message: 0 },
    };
    const { seen, dialogs } = (place.enamelTest = recorded);
    app.addRecentDocument = (file) => void seen.recent.push(file);
    app.setBadgeCount = (count = 0) => ((seen.badge = count), true);
    shell.showItemInFolder = (file) => void seen.revealed.push(file);
    shell.openExternal = async (url) => void seen.outside.push(url);
    const optionsOf = <T>(given: unknown[]) => given.at(-1) as T;
    dialog.showMessageBox = async () => ({ response: dialogs.message, checkboxChecked: false });
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath = '' } = optionsOf<Electron.SaveDialogOptions>(given);
      return { canceled: dialogs.save === null, filePath: dialogs.save?.replace('{name}', defaultPath) ?? '' };
    };
    dialog.showOpenDialog = async () => ({ canceled: dialogs.open.length === 0, filePaths: dialogs.open });
  }
  const { seen, dialogs } = place.enamelTest;
  const list = (items: MenuItem[]): object[] =>
    items.map(({ label, role, accelerator, submenu }) => ({
      label,
      role,
      accelerator,
      ...(submenu ? { submenu: list(submenu.items) } : {}),
    }));
  const findItem = (items: MenuItem[], [name, ...more]: string[]): MenuItem | undefined => {
    const item = items.find(({ label, role }) => label === name || role === name);
    return more.length === 0 || !item ? item : findItem(item.submenu?.items ?? [], more);
  };
  const topItems = Menu.getApplicationMenu()?.items ?? [];
  switch (kind) {
    case 'dialogs':
      return Object.assign(dialogs, value);
    case 'seen':
      return seen;
    case 'menu':
      return { menu: list(topItems) };
    case 'click': {
      const item = findItem(topItems, path);
      item?.click();
      return item !== undefined;
    }
    case 'app':
      return app.emit(event!, { preventDefault() {} }, ...args);
    case 'theme':
      return { source: nativeTheme.themeSource, dark: nativeTheme.shouldUseDarkColors };
    case 'crash':
      return electron.BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    case 'quit':
      return app.quit();
    default:
      throw new Error(`Electron has no command ${kind}`);
  }
}
