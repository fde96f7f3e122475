import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { callNames, channelOf, EVENTS, PRELOAD_ONLY } from '../bridge/channels.ts';

/**
 * The page gets one function a call, and nothing of Electron. Dropped files are turned into paths here, where the page
 * cannot look; it gets handles for them.
 */
const bridge: Record<string, unknown> = {
  onEvent(listener: (event: unknown) => void) {
    const heard = (_event: unknown, message: unknown) => listener(message);
    ipcRenderer.on(EVENTS, heard);
    return () => void ipcRenderer.removeListener(EVENTS, heard);
  },
  async drop(files: File[]) {
    const paths = [...files].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    return paths.length === 0 ? { ok: true, value: [] } : ipcRenderer.invoke(channelOf(PRELOAD_ONLY), paths);
  },
};
for (const name of callNames)
  if (name !== PRELOAD_ONLY) bridge[name] = (...args: unknown[]) => ipcRenderer.invoke(channelOf(name), ...args);

contextBridge.exposeInMainWorld('enamel', bridge);
