// Replaces the Electron module in tests. Windows are pages of the test's browser, app:// is a local socket, and the
// keychain is a cipher.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const tell = (message) => process.send?.(message);
const handlers = new Map();
let protocolHandler = null;
const dialogs = { save: null, open: [], message: 0 };
export const seen = {
  outside: [],
  revealed: [],
  installed: [],
  notes: [],
  badge: 0,
  recent: [],
  learned: [],
  replaced: [],
  printed: [],
  asked: [],
  permission: null,
  check: null,
};

const ready = Promise.resolve();
class App extends EventEmitter {
  isPackaged = false;
  #paths = { userData: process.env.ENAMEL_DESK_DIR };
  setPath(name, path) {
    this.#paths[name] = path;
  }
  getPath = (name) => this.#paths[name];
  getVersion = () => '0.1.0';
  whenReady() {
    // macOS sends the file that starts an app before the app is ready.
    if (process.env.FAKE_OPENED)
      setImmediate(() => this.emit('open-file', { preventDefault() {} }, process.env.FAKE_OPENED));
    return ready;
  }
  requestSingleInstanceLock = () => true;
  setAsDefaultProtocolClient = () => true;
  addRecentDocument = (path) => seen.recent.push(path);
  clearRecentDocuments = () => (seen.recent = []);
  setBadgeCount = (count) => (seen.badge = count);
  relaunch() {}
  quit() {
    const event = { preventDefault: () => (event.isPrevented = true), isPrevented: false };
    this.emit('before-quit', event);
    if (!event.isPrevented) this.emit('will-quit', event);
  }
  exit() {
    process.exit(0);
  }
}
export const app = new App();

class Contents extends EventEmitter {
  id = 1;
  opener = null;
  session = { addWordToSpellCheckerDictionary: (word) => seen.learned.push(word) };
  replaceMisspelling = (word) => seen.replaced.push(word);
  send = (channel, ...args) => tell({ kind: 'send', channel, args });
  setWindowOpenHandler = (handler) => (this.opener = handler);
  printToPDF = async () => Buffer.from('%PDF-1.4 as printed');
}
let current = null;
export class BrowserWindow extends EventEmitter {
  webContents = new Contents();
  options;
  shown = false;
  constructor(options) {
    super();
    this.options = options;
    // Windows without a preload are hidden ones for printing.
    if (options.webPreferences.preload) current = this;
  }
  destroy() {}
  hide = () => (this.shown = false);
  setOverlayIcon() {}
  async loadURL(url) {
    this.url = url;
    if (url.startsWith('data:')) seen.printed.push(Buffer.from(url.split(',')[1], 'base64').toString());
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  isDestroyed = () => false;
  isMinimized = () => false;
  isMaximized = () => false;
  isFocused = () => process.env.FAKE_FOCUS === 'yes';
  getNormalBounds = () => ({ x: 0, y: 0, width: 1280, height: 840 });
  show = () => (this.shown = true);
  focus() {}
  restore() {}
  maximize() {}
}

export const powerMonitor = new EventEmitter();
export const ipcMain = { handle: (channel, handler) => handlers.set(channel, handler) };
let menu = [];
let popped = [];
let tray = { tip: '', menu: [] };
export const Menu = {
  setApplicationMenu: (template) => (menu = template),
  buildFromTemplate: (template) => Object.assign(template, { popup: () => (popped = template) }),
};
let icon = null;
export class Tray extends EventEmitter {
  constructor() {
    super();
    icon = this;
  }
  setToolTip = (tip) => (tray.tip = tip);
  setContextMenu = (template) => (tray.menu = template);
}
export const nativeTheme = { shouldUseDarkColors: false };
/** Copies a menu template without its functions. */
const plainMenu = (items) =>
  items.map(({ submenu, click, ...item }) => ({
    ...item,
    ...(click ? { clicks: true } : {}),
    ...(Array.isArray(submenu) ? { submenu: plainMenu(submenu) } : {}),
  }));
/** Finds a menu entry by its path of labels. */
const entryAt = (items, [label, ...more]) => {
  const entry = items.find((item) => item.label === label || item.role === label);
  return more.length === 0 || !entry ? entry : entryAt(entry.submenu, more);
};
export const nativeImage = { createFromPath: () => ({}) };
export class Notification {
  static isSupported = () => true;
  constructor(note) {
    seen.notes.push(note);
  }
  on() {}
  show() {}
}
export const dialog = {
  showErrorBox: (title, content) => console.error(`${title}: ${content}`),
  showMessageBox: async (options) => (seen.asked.push(options), { response: dialogs.message }),
  showSaveDialog: async (_window, { defaultPath }) =>
    dialogs.save ? { canceled: false, filePath: dialogs.save.replace('{name}', defaultPath) } : { canceled: true },
  showOpenDialog: async () => ({ canceled: dialogs.open.length === 0, filePaths: dialogs.open }),
};
export const shell = {
  openExternal: async (url) => void seen.outside.push(url),
  openPath: async (path) => (seen.installed.push(path), ''),
  showItemInFolder: (path) => void seen.revealed.push(path),
};
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1440, height: 900 } }] };
export const net = { fetch: (url, { bypassCustomProtocolHandlers: _own, ...init }) => fetch(url, init) };

const key = createHash('sha256').update('the keychain of this test').digest();
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => process.env.FAKE_KEYCHAIN !== 'none',
  async encryptStringAsync(plain) {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  async decryptStringAsync(sealed) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
    return { result: plain, shouldReEncrypt: false };
  },
};

class Session extends EventEmitter {
  setPermissionRequestHandler = (handler) => (seen.permission = handler);
  setPermissionCheckHandler = (handler) => (seen.check = handler);
  setDevicePermissionHandler() {}
}
export const session = { defaultSession: new Session() };

export const protocol = {
  registerSchemesAsPrivileged() {},
  handle(scheme, handler) {
    if (scheme === 'app') protocolHandler = handler;
  },
};

/** Serves app://enamel on a socket, and translates the origin. */
const server = createServer((req, res) => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const entries = Object.entries(req.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const headers = new Headers(entries);
  if (headers.get('origin') === base) headers.set('origin', 'app://enamel');
  const body = req.method === 'GET' || req.method === 'HEAD' ? undefined : Readable.toWeb(req);
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const request = new Request(`app://enamel${req.url}`, {
    method: req.method,
    headers,
    body,
    duplex: 'half',
    signal: gone.signal,
  });
  protocolHandler(request)
    .then(async (answer) => {
      res.writeHead(answer.status, Object.fromEntries(answer.headers));
      // A response that is cut off becomes a network error in the page, as in Electron. Other errors are faults.
      if (answer.body)
        await pipeline(Readable.fromWeb(answer.body), res).catch((error) => {
          if (error?.code !== 'offline') throw error;
        });
      else res.end();
    })
    .catch((error) => {
      if (!gone.signal.aborted) tell({ kind: 'fault', message: String(error?.stack ?? error) });
      res.destroy();
    });
});

process.on('message', async (message) => {
  const { id, kind } = message;
  const answer = (value) => tell({ kind: 'answer', id, value });
  try {
    if (kind === 'listen') {
      const wait = async () => {
        while (!protocolHandler || !current?.url) await new Promise((done) => setTimeout(done, 10));
      };
      await wait();
      server.listen(0, '127.0.0.1', () => answer(server.address().port));
    } else if (kind === 'invoke') {
      const { channel, args, sender = {} } = message;
      const frame = { url: sender.url ?? 'app://enamel/index.html', parent: sender.sub ? {} : null };
      const event = { sender: { id: sender.other ? 99 : 1 }, senderFrame: sender.none ? null : frame };
      answer(await handlers.get(channel)(event, ...args));
    } else if (kind === 'dialogs') answer(Object.assign(dialogs, message.value));
    else if (kind === 'seen') answer({ ...seen, permission: undefined, check: undefined });
    else if (kind === 'app') answer(app.emit(message.event, { preventDefault() {} }, ...message.args));
    else if (kind === 'navigate') {
      let stopped = false;
      const isMainFrame = message.frame !== 'inner';
      current.webContents.emit(message.event, {
        url: message.url,
        isMainFrame,
        preventDefault: () => (stopped = true),
      });
      answer(stopped);
    } else if (kind === 'menu') {
      answer({ menu: plainMenu(menu), tray: { ...tray, menu: plainMenu(tray.menu) }, popped: plainMenu(popped) });
    } else if (kind === 'click') {
      const items = { menu, tray: tray.menu, popped }[message.in ?? 'menu'];
      const entry = entryAt(items, message.path);
      answer(entry?.click ? (entry.click(), true) : false);
    } else if (kind === 'quit') {
      app.quit();
      answer(true);
    } else if (kind === 'tray') answer(icon.emit('click'));
    else if (kind === 'window') {
      let stopped = false;
      if (message.event)
        (message.event === 'context-menu' ? current.webContents : current).emit(
          message.event,
          { preventDefault: () => (stopped = true) },
          message.args,
        );
      answer({ shown: current.shown, stopped });
    } else if (kind === 'open') answer(current.webContents.opener({ url: message.url }));
    else if (kind === 'permission') {
      let granted = null;
      seen.permission({}, message.permission, (yes) => (granted = yes), { requestingUrl: message.url });
      answer({ granted, checked: seen.check({}, message.permission, message.url) });
    } else if (kind === 'options') answer(current.options);
  } catch (error) {
    tell({ kind: 'fault', message: String(error?.stack ?? error) });
    answer(null);
  }
});
