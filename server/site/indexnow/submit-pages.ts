import { listingPath } from '#shared/listings/listing-path.ts';
import { MAX_ID } from '#shared/limits.ts';
import { changeOf, listPublishedArticles } from '#server/articles/articles.ts';
import { checkEndpoint, postJson } from '#server/articles/outbound.ts';
import type { Deps } from '#server/base/http/context.ts';
import { PermanentFailure } from '#server/base/jobs/queue.ts';
import { findChangedAddresses, findDeletedAddresses } from '#server/listings/slugs.ts';
import { findOldestWriteSeconds, findSent, saveSent, type Sent } from './queries-indexnow.ts';

/** IndexNow takes no more addresses at once. */
const BATCH_SIZE = 10_000;
/** Clocks of servers differ a little, and a change is a moment older than its transaction. */
const SETTLE_MS = 60_000;

type Site = Pick<Deps['config'], 'PUBLIC_URL' | 'SAMPLE_DATA' | 'CRAWLERS_SEARCH'>;

/** True if everyone can reach the site, search engines may read it, and its listings are real. */
function isPublic({ PUBLIC_URL, SAMPLE_DATA, CRAWLERS_SEARCH }: Site): boolean {
  if (SAMPLE_DATA > 0 || !CRAWLERS_SEARCH) return false;
  try {
    checkEndpoint(PUBLIC_URL, { allowLoopback: false });
    return true;
  } catch {
    return false;
  }
}

async function submit({ config }: Deps, key: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const base = config.PUBLIC_URL;
  const { status } = await postJson(
    config.INDEXNOW_URL,
    {},
    {
      host: new URL(base).host,
      key,
      keyLocation: `${base}/${key}.txt`,
      urlList: paths.map((path) => base + path),
    },
    { allowLoopback: config.AI_ALLOW_LOOPBACK, timeoutMs: 30_000, maxBytes: 100_000 },
  );
  if (status === 200 || status === 202) return;
  const sentence = `IndexNow answered with ${status}.`;
  throw status === 429 || status >= 500 ? new Error(sentence) : new PermanentFailure(sentence);
}

/**
 * Sends search engines the addresses of listings and articles that changed since the last run, if the operator set a key and the site
 * is public. The first run only notes the time, because search engines find older pages in the sitemap.
 */
export async function submitChangedPages(deps: Deps, batchSize = BATCH_SIZE): Promise<void> {
  const { db, clock, config } = deps;
  const key = config.INDEXNOW_KEY;
  if (!key || !isPublic(config)) return;
  const now = clock.now();
  const until = new Date(now.getTime() - SETTLE_MS - (await findOldestWriteSeconds(db)) * 1000);
  const first = await findSent(db);
  if (!first) return void (await saveSent(db, { at: until.toISOString(), id: MAX_ID }, now));
  const since = new Date(first.at);
  if (until <= since) return;

  const articles = (await listPublishedArticles(db, now)).filter((article) => {
    const changed = changeOf(article);
    return changed > since && changed <= until;
  });
  const deleted = await findDeletedAddresses(db, since, until);
  const others = [...articles.map(({ slug }) => `/articles/${slug}`), ...deleted.map(listingPath)];
  for (let from = 0; from < others.length; from += batchSize)
    await submit(deps, key, others.slice(from, from + batchSize));

  let sent: Sent = first;
  for (;;) {
    const changed = await findChangedAddresses(db, sent, until, batchSize);
    const last = changed.at(-1);
    if (!last) break;
    await submit(deps, key, changed.map(listingPath));
    await saveSent(db, (sent = { at: last.at, id: last.id }), now);
  }
  await saveSent(db, { at: until.toISOString(), id: MAX_ID }, now);
}
