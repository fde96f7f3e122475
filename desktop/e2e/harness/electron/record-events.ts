interface Emitter {
  emit(name: string | symbol, ...args: unknown[]): boolean;
}
interface TracedElectron {
  app: Emitter;
  BrowserWindow: { getAllWindows(): (Emitter & { webContents: Emitter })[] };
}

/**
 * Writes the names of the events of a console's life to a file, one a line, in the double and in Electron. It is copied to
 * Electron's main process as text, so it uses nothing from outside.
 */
export function recordEvents(electron: unknown, file: string): void {
  const { appendFileSync } = process.getBuiltinModule('node:fs');
  const { app, BrowserWindow } = electron as TracedElectron;
  const names = ['before-quit', 'close', 'closed', 'window-all-closed', 'will-quit', 'quit', 'render-process-gone', 'did-finish-load']; // prettier-ignore
  const windows = BrowserWindow.getAllWindows();
  for (const emitter of [app, ...windows, ...windows.map(({ webContents }) => webContents)]) {
    const emit = emitter.emit.bind(emitter);
    emitter.emit = (name, ...args) => {
      if (names.includes(String(name))) appendFileSync(file, `${String(name)}\n`);
      return emit(name, ...args);
    };
  }
}
