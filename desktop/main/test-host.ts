import { fileURLToPath } from 'node:url';
import type { ConsoleEvent } from '../bridge/shapes.ts';
import type { Host } from './host.ts';
import { wallClock } from './reports/scheduler.ts';

/** A machine for tests of the main process: a folder, a keychain that only turns bytes over, and Node's own fetch. */
export function hostIn(folder: string, more: Partial<Host> = {}): Host & { told: ConsoleEvent[]; noted: string[] } {
  const told: ConsoleEvent[] = [];
  const noted: string[] = [];
  const turned = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  return {
    version: '0.1.0',
    system: 'linux',
    folder,
    bundle: folder,
    csvWorker: fileURLToPath(new URL('../offline/csv-worker-test.mjs', import.meta.url)),
    safeStorage: {
      isEncryptionAvailable: () => true,
      encryptString: (text) => turned(Buffer.from(text)),
      decryptString: (sealed) => turned(sealed).toString('utf8'),
    },
    fetch: (url, init) => fetch(url, init),
    askSave: async () => null,
    askOpen: async () => [],
    reveal: () => {},
    openOutside: async () => {},
    rememberFile: () => {},
    forgetFiles: () => {},
    askFolder: async () => null,
    printPdf: async () => new Uint8Array(),
    clock: wallClock,
    notify: (title, body) => void noted.push(`${title}: ${body}`),
    notifyAway: (title, body) => void noted.push(`${title}: ${body}`),
    badge: () => {},
    running: () => {},
    tell: (event) => void told.push(event),
    log: () => {},
    told,
    noted,
    ...more,
  };
}
