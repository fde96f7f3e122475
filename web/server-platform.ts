import type { Platform } from '#ui/base/platform/platform.ts';

const refuse = (): never => {
  throw new Error('This happens only in a browser');
};

/** Nothing on a server-rendered page can call the platform. */
export const refuseOnServer: Platform = {
  kind: 'web',
  saveFile: refuse,
  saveText: refuse,
  openExternal: refuse,
  print: refuse,
};
