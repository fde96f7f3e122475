import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Deps } from '#server/base/http/context.ts';
import { findNewestRelease, saveNewestRelease, type Release } from './queries-release.ts';

const WAIT_MS = 10_000;
const MAX_BYTES = 1_000_000;

/** The latest release, as GitHub describes it at /repos/OWNER/NAME/releases/latest. */
const latestRelease = z.object({ tag_name: z.string().max(60), html_url: z.url({ protocol: /^https?$/ }).max(500) });

const { version: ownVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Release;

/** Numbers of a version such as v1.2.3. Null for others, such as v2.0.0-beta.1, of which we say nothing. */
function readVersion(version: string): number[] | null {
  const parts = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version);
  return parts && parts.slice(1).map(Number);
}

function isNewer(version: string, than: string): boolean {
  const [one, other] = [readVersion(version), readVersion(than)];
  if (!one || !other) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && one[at]! > other[at]!;
}

async function readAtMost(response: Response, bytes: number): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > bytes) throw new Error(`it is longer than ${bytes} bytes`);
  }
  return text;
}

/**
 * Once a day, asks RELEASE_NOTICE_URL for the latest release. The request says nothing about this server. A failure is
 * logged and not repeated, because the next day's request is soon enough.
 */
export async function askForRelease({ config, db, clock, log }: Deps): Promise<void> {
  if (!config.RELEASE_NOTICE_URL) return;
  try {
    const response = await fetch(config.RELEASE_NOTICE_URL, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const { tag_name, html_url } = latestRelease.parse(JSON.parse(await readAtMost(response, MAX_BYTES)));
    await saveNewestRelease(db, { version: tag_name, url: html_url }, clock.now());
  } catch (error) {
    log.warn({ err: error }, 'RELEASE_NOTICE_URL has no release that we can read');
  }
}

/** The latest release, if the notice is on and it is newer than this server. */
export async function findNewerRelease({
  config,
  db,
}: Pick<Deps, 'config' | 'db'>): Promise<(Release & { running: string }) | null> {
  if (!config.RELEASE_NOTICE_URL) return null;
  const release = await findNewestRelease(db);
  return release && isNewer(release.version, ownVersion) ? { ...release, running: ownVersion } : null;
}
