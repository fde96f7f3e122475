import { chmod, copyFile, rename } from 'node:fs/promises';

export interface System {
  /** The AppImage that runs, where one does. */
  appImage: string | undefined;
  restartWith(appImage: string): void;
  /** Answers what went wrong, or nothing. */
  openPath(path: string): Promise<string>;
}

/** An AppImage takes the place of the one that runs; elsewhere the system's installer does the rest. */
export async function install(path: string, { appImage, restartWith, openPath }: System): Promise<void> {
  if (appImage && path.endsWith('.AppImage')) {
    const beside = `${appImage}.new`;
    await copyFile(path, beside);
    await chmod(beside, 0o755);
    await rename(beside, appImage);
    restartWith(appImage);
  } else {
    const problem = await openPath(path);
    if (problem) throw new Error(problem);
  }
}
