import { createRequire, syncBuiltinESMExports } from 'node:module';
import { CancellationToken } from 'electron-updater';
import { Jobs } from '../../../main/jobs.ts';
import { createUpdater } from './test-updater.ts';
import { openNewestFeed } from '../../../main/updates/feed-signature.ts';
import { Updates } from '../../../main/updates/updates.ts';

/**
 * Downloads and installs an update in a process of its own, which dies before a given step of the installation, or has a
 * full disk at a step that writes.
 */
const [folder, url, killedBefore, fullAt] = process.argv.slice(2) as [string, string, string, string?];

let stepsLeft = Infinity;
let isInstalling = false;
const require = createRequire(import.meta.url);
const fs = require('node:fs') as Record<string, (...args: unknown[]) => unknown>;
const childProcess = require('node:child_process') as typeof fs;
for (const [module, names] of [
  [
    fs,
    [
      'chmodSync',
      'closeSync',
      'copyFileSync',
      'fsyncSync',
      'linkSync',
      'openSync',
      'renameSync',
      'rmSync',
      'unlinkSync',
    ],
  ],
  [childProcess, ['execFileSync']],
] as const)
  for (const name of names) {
    const original = module[name]!;
    module[name] = (...args) => {
      if (name === fullAt && isInstalling) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
      if (stepsLeft-- <= 0) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    };
  }
syncBuiltinESMExports();

const updates = new Updates({
  updater: createUpdater('AppImage', folder, url, () => process.exit(0)),
  createCancellation: () => new CancellationToken(),
  version: '0.1.0',
  publicKey: null,
  newestFeed: openNewestFeed(folder),
  jobs: new Jobs(() => {}),
  askToQuit: async () => true,
  onChange: () => {},
  showDialog: () => {},
  notify: () => {},
  log: () => {},
});
await updates.check(false);
await updates.fetch();
isInstalling = true;
if (fullAt === undefined) stepsLeft = Number(killedBefore);
await updates.restart();
