import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import electronUpdater from 'electron-updater';

/** Always the same name, so that what a crash leaves is overwritten by the next update. */
const STAGED_NAME = '.enamel-update';

/**
 * Replaces the running AppImage in one step. electron-updater deletes it before it moves the new one into place, so a crash
 * or a full disk in between would leave no version.
 */
export class AppImageReplacer extends electronUpdater.AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { isForceRunAfter: boolean }): boolean {
    const running = process.env.APPIMAGE;
    const { installerPath } = this;
    if (!running || !isAbsolute(running) || installerPath === null) {
      this.dispatchError(new Error('There is no AppImage to replace, or nothing to replace it with.'));
      return false;
    }
    const target = join(dirname(running), nameFor(running, installerPath));
    const stagedPath = join(dirname(running), STAGED_NAME);
    try {
      copySynced(installerPath, stagedPath);
      renameSync(stagedPath, target);
    } catch (error) {
      rmSync(stagedPath, { force: true });
      throw error;
    }
    if (target !== running) rmSync(running, { force: true });
    rmSync(installerPath, { force: true });
    if (isForceRunAfter) void this.spawnLog(target, [], { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' });
    return true;
  }
}

/** A name with a version gets the new version. Any other name was chosen by the person, and stays. */
const nameFor = (running: string, installer: string): string =>
  /\d+\.\d+\.\d+/.test(basename(running)) ? basename(installer) : basename(running);

/** The copy lies next to its target, because a rename is atomic only within a file system. */
function copySynced(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
