import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NsisUpdater, type AppUpdater, type CancellationToken } from 'electron-updater';
import { AppImageReplacer } from '../../../main/updates/app-image-replacer.ts';

interface Executor {
  doDownload(options: object, task: object, redirects: number): void;
}
const require = createRequire(import.meta.url);
// electron-updater emits an event of Electron's own updater before the app quits.
const modules = require('node:module') as { _load(name: string, ...more: unknown[]): unknown };
const load = modules._load;
modules._load = (name, ...more) => (name === 'electron' ? { autoUpdater: new EventEmitter() } : load(name, ...more));
const { NodeHttpExecutor } = require('builder-util/out/nodeHttpExecutor') as { NodeHttpExecutor: new () => Executor };
const { configureRequestUrl } = require('builder-util-runtime') as {
  configureRequestUrl(url: URL, options: object): void;
};

/** Downloads with Node, as electron-updater does with Chromium's network stack. */
class HttpExecutor extends NodeHttpExecutor {
  download(url: URL, destination: string, options: { cancellationToken: CancellationToken }): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const requestOptions = {};
      configureRequestUrl(url, requestOptions);
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

/** The real updater of a system, with plain HTTP in place of Chromium's. */
export function createUpdater(kind: 'AppImage' | 'NSIS', folder: string, url: string, quit: () => void): AppUpdater {
  const adapter = {
    version: '0.1.0',
    name: 'Enamel',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => {},
    relaunch: () => {},
    quit,
    onQuit: () => {},
  };
  const updater = kind === 'NSIS' ? new NsisUpdater(null, adapter) : new AppImageReplacer(null, adapter);
  Object.assign(updater, { httpExecutor: new HttpExecutor() });
  updater.setFeedURL({ provider: 'generic', url });
  return updater;
}
