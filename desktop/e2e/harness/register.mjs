import Module, { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { register as registerTypeScript } from 'tsx/esm/api';

// Worker threads read CSV files and don't use Electron.
if (isMainThread) {
  registerTypeScript();
  const url = new URL('./electron/index.ts', import.meta.url).href;
  const fake = JSON.stringify(url);
  const hook = `export const resolve = (name, context, next) => name === 'electron' ? { url: ${fake}, shortCircuit: true } : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  const double = await import(url);
  const load = Module._load;
  // electron-updater requires Electron.
  Module._load = (name, ...more) => (name === 'electron' ? double : load(name, ...more));
}
