import { chmod, copyFile, rename } from 'node:fs/promises';

export interface System {
  /** The path of the running AppImage, if this is one. */
  appImage: string | undefined;
  restartWith(appImage: string): void;
  /** Resolves with an error message, or with an empty string. */
  openPath(path: string): Promise<string>;
}

/** Replaces the running AppImage. On other systems, opens the installer. */
export async function installUpdate(path: string, { appImage, restartWith, openPath }: System): Promise<void> {
  if (appImage && path.endsWith('.AppImage')) {
    const temporaryPath = `${appImage}.new`;
    await copyFile(path, temporaryPath);
    await chmod(temporaryPath, 0o755);
    await rename(temporaryPath, appImage);
    restartWith(appImage);
  } else {
    const problem = await openPath(path);
    if (problem) throw new Error(problem);
  }
}
