type Listener = Parameters<Electron.IpcMain['handle']>[1];
const handlers = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, listener);
  },
} satisfies Pick<Electron.IpcMain, 'handle'>;

/** Arguments and results are copied as in `postMessage`. An error reaches the page as its message only. */
export async function invoke(channel: string, event: unknown, args: unknown[]): Promise<unknown> {
  const listener = handlers.get(channel);
  if (!listener) throw new Error(`No handler registered for '${channel}'`);
  try {
    return structuredClone(await listener(event as Electron.IpcMainInvokeEvent, ...structuredClone(args)));
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error });
  }
}
