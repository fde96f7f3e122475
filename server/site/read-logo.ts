import type { Deps } from '#server/base/http/context.ts';
import { hashOfUrl, readPicture } from '#server/listings/photos/media.ts';

const WIDTH = 400;
const READ_MS = 5_000;

/** The bytes of the site's own logo, or null if it has none. */
export async function readLogo({
  db,
  config,
  settings,
}: Pick<Deps, 'db' | 'config' | 'settings'>): Promise<Buffer | null> {
  const hash = hashOfUrl(settings.current.logo);
  return hash === null ? null : readPicture({ db, config, signal: AbortSignal.timeout(READ_MS) }, hash, WIDTH);
}
