/** The calls that the double received. Tests read them. */
export const seen = {
  outside: [] as string[],
  revealed: [] as string[],
  notes: [] as { title: string; body: string }[],
  asked: [] as Electron.MessageBoxOptions[],
  errors: [] as string[],
  badge: 0,
  recent: [] as string[],
  learned: [] as string[],
  replaced: [] as string[],
  printed: [] as string[],
  trayUpdates: 0,
  shortcuts: {} as Record<string, () => void>,
};
export const dialogs = { save: null as string | null, open: [] as string[], message: 0 };
/** The system's state, from the environment at the start, or from a message of the test. */
export const system = {
  keychain: (process.env.FAKE_KEYCHAIN ?? 'keyring') as 'keyring' | 'fallback',
  isFocused: process.env.FAKE_FOCUS === 'yes',
  isDark: false,
  /** Keys that another program has. */
  takenKeys: '',
  /** A proxy that lets requests through after this login. Chromium remembers the accepted one. */
  proxy: null as { host: string; port: number; user: string; password: string } | null,
  displays: [{ x: 0, y: 0, width: 1440, height: 900 }],
};
export const isReady = { value: false };
export function requireReady(name: string): void {
  if (!isReady.value) throw new Error(`${name} cannot be used before the app is ready`);
}

export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}
export const createEvent = (): PreventableEvent => {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
};
export const tell = (message: object): void => void process.send?.(message);
