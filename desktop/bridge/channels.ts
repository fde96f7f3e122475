/** Every call the page can make of the main process, and the one channel that comes back. The preload is built from this. */
export const callNames = [
  'state',
  'server',
  'files',
  'take',
  'csv',
  'save',
  'cancel',
  'reveal',
  'settle',
  'report',
  'update',
  'openOutside',
] as const;
export type CallName = (typeof callNames)[number];

/** Only the preload makes this one: it alone can turn a dropped file into where it lies. */
export const PRELOAD_ONLY: CallName = 'take';
export const channelOf = (name: CallName): string => `enamel:${name}`;
export const EVENTS = 'enamel:event';
