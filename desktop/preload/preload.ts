import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { callNames, channelOf, EVENTS, PRELOAD_ONLY } from '../bridge/channels.ts';

/**
 * The page gets one function per call and nothing else of Electron. The preload turns dropped files into paths, because
 * the page must not see them; it receives handles instead.
 */
const bridge: Record<string, unknown> = {
  onEvent(listener: (event: unknown) => void) {
    const onMessage = (_event: unknown, message: unknown) => listener(message);
    ipcRenderer.on(EVENTS, onMessage);
    return () => void ipcRenderer.removeListener(EVENTS, onMessage);
  },
  async drop(files: File[]) {
    const paths = [...files].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    return paths.length === 0 ? { ok: true, value: [] } : ipcRenderer.invoke(channelOf(PRELOAD_ONLY), paths);
  },
};
for (const name of callNames)
  if (name !== PRELOAD_ONLY) bridge[name] = (...args: unknown[]) => ipcRenderer.invoke(channelOf(name), ...args);

contextBridge.exposeInMainWorld('enamel', bridge);
