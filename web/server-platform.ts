import type { Platform } from '#ui/platform/platform.ts';

const refuse = (): never => {
  throw new Error('This happens only in a browser');
};

/** While a page is rendered on the server there is nobody to act. */
export const refuseOnServer: Platform = {
  kind: 'web',
  saveFile: refuse,
  saveText: refuse,
  openExternal: refuse,
  print: refuse,
};
