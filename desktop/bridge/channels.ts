/** The calls from the page to the main process. The preload creates one function for each. */
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
  'theme',
  'abort',
  'proxy',
  'settings',
  'folder',
  'menu',
] as const;
export type CallName = (typeof callNames)[number];

/** Only the preload makes this call, because only it can turn dropped files into paths. */
export const PRELOAD_ONLY: CallName = 'take';
export const channelOf = (name: CallName): string => `enamel:${name}`;
/** The channel for events from the main process to the page. */
export const EVENTS = 'enamel:event';
