import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';

export interface KeptVersion {
  restore(): void;
  discard(): void;
}

/**
 * Keeps the running AppImage under a second name while an update replaces it, because electron-updater deletes it before it
 * moves the new one into place. A full disk would otherwise leave no version at all.
 */
export function keepAppImage(appImage: string | undefined): KeptVersion {
  if (!appImage) return { restore: () => {}, discard: () => {} };
  const keptPath = `${appImage}.previous`;
  rmSync(keptPath, { force: true });
  linkSync(appImage, keptPath);
  return {
    restore() {
      if (existsSync(appImage)) rmSync(keptPath, { force: true });
      else renameSync(keptPath, appImage);
    },
    discard: () => rmSync(keptPath, { force: true }),
  };
}
