import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const electronFolder = fileURLToPath(new URL('../../../node_modules/electron', import.meta.url));

/** The path of Electron's binary; null if it was not downloaded (`npx install-electron`). */
export function findElectron(): string | null {
  // Importing the package would try to download the binary.
  if (!existsSync(join(electronFolder, 'path.txt'))) return null;
  const path = join(electronFolder, 'dist', readFileSync(join(electronFolder, 'path.txt'), 'utf8'));
  return existsSync(path) ? path : null;
}

/** Says why the tests can't run in Electron on this machine; null if they can. */
export function explainMissingElectron(): string | null {
  const { platform, env } = process;
  if (findElectron() === null) return 'the Electron binary is not installed (npx install-electron)';
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY)
    return 'there is no display (xvfb-run provides one)';
  return null;
}
