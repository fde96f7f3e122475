import type { Deps } from '#server/base/http/context.ts';
import { postJson } from '#server/articles/outbound.ts';
import { contentVersionsOf, subjects, type ContentVersions } from '../page-cache/content-versions.ts';

const WAIT_MS = 10_000;
const MAX_BYTES = 100_000;

/** The versions whose changes this process has purged. A start purges all, because a release may render pages in another way. */
const purged = new WeakMap<Deps, ContentVersions>();

/**
 * Asks the CDN to drop the pages that show what has changed, by their tags, if the operator set its address. With several
 * servers, each one purges what changed since its own last call, so a change may be purged twice and is never left out.
 */
export async function purgeChangedPages(deps: Deps): Promise<void> {
  const { CDN_PURGE_URL, CDN_PURGE_TOKEN, AI_ALLOW_LOOPBACK } = deps.config;
  if (!CDN_PURGE_URL || !CDN_PURGE_TOKEN) return;
  const current = await contentVersionsOf(deps).read();
  const before = purged.get(deps);
  const tags = subjects.filter((subject) => before?.[subject] !== current[subject]);
  if (tags.length === 0) return;
  const { status } = await postJson(
    CDN_PURGE_URL,
    { Authorization: `Bearer ${CDN_PURGE_TOKEN}` },
    { tags },
    { allowLoopback: AI_ALLOW_LOOPBACK, timeoutMs: WAIT_MS, maxBytes: MAX_BYTES },
  );
  if (status < 200 || status > 299) throw new Error(`The CDN answered the purge with ${status}.`);
  purged.set(deps, current);
}
