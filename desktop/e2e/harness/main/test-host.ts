import { fileURLToPath } from 'node:url';
import type { ConsoleEvent } from '../../../bridge/shapes.ts';
import { StaffConsole } from '../../../main/console.ts';
import { wallClock, type Host } from '../../../main/host.ts';

/** A host for tests: a folder, a keychain that flips bits, and Node's own fetch. */
export function createTestHost(
  folder: string,
  overrides: Partial<Host> = {},
): Host & { events: ConsoleEvent[]; notifications: string[] } {
  const events: ConsoleEvent[] = [];
  const notifications: string[] = [];
  const flipBits = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  return {
    version: '0.1.0',
    system: 'linux',
    folder,
    bundle: folder,
    csvWorker: fileURLToPath(new URL('../../../offline/csv-worker-test.mjs', import.meta.url)),
    safeStorage: {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.concat([Buffer.from('v11'), flipBits(Buffer.from(text))]),
      decryptStringAsync: async (sealed) => ({
        result: flipBits(sealed.subarray(3)).toString('utf8'),
        shouldReEncrypt: false,
      }),
    },
    fetch: (url, init) => fetch(url, init),
    findCertificateOwner: () => null,
    logInToProxy: async () => false,
    askSave: async () => null,
    askOpen: async () => [],
    askFolder: async () => null,
    ask: async () => 0,
    personalFolders: [],
    reveal: () => {},
    openOutside: async () => {},
    addRecentFile: () => {},
    clearRecentFiles: () => {},
    showRecentFiles: () => {},
    printPdf: async () => new Uint8Array(),
    clock: wallClock,
    notify: (title, body) => void notifications.push(`${title}: ${body}`),
    notifyUnlessFocused: (title, body) => void notifications.push(`${title}: ${body}`),
    showMenu: () => {},
    setBadge: () => {},
    showRunningJobs: () => {},
    setTheme: async () => {},
    setStartsAtLogin: async () => {},
    setPaletteShortcut: () => {},
    restart: async () => {},
    sendEvent: (event) => void events.push(event),
    log: () => {},
    events,
    notifications,
    ...overrides,
  };
}

/** Calls the API as the page of a console does, and returns the reply. Throws for an error. */
export async function callThrough<T>(
  staffConsole: StaffConsole,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await staffConsole.protocol(
    new Request(`app://enamel${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }),
  );
  if (!answer.ok) throw new Error(`${method} ${path} ${answer.status}`);
  return (await answer.json()) as T;
}
