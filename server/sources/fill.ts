import { sources } from '#shared/sources/sources.ts';
import { outboundRules } from '#server/articles/brands.ts';
import { OutboundError } from '#server/articles/outbound.ts';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal } from '#server/base/http/errors.ts';
import type { FetchRules } from './fetch-file.ts';
import { findSettings } from './queries-overview.ts';
import { fetchAndApply } from './sources.ts';
import { visitAll } from './websites/visit-websites.ts';
import type { VisitRules } from './websites/visit-site.ts';

/** Gets the outcome of each source, or the reason why it did nothing. */
type Report = (source: string, outcome: string) => void | Promise<void>;

/**
 * Fills a directory from all sources that have an address, in an order in which each can match what the earlier ones added: the
 * registry, the geocoder, the boards, the map, and the websites. Statements of websites become suggestions. A source that fails
 * doesn't keep the others from running. Returns how many failed.
 */
export async function fillDirectory(
  deps: Deps,
  report: Report,
  { fetching, visiting }: { fetching?: FetchRules; visiting?: Partial<VisitRules> } = {},
): Promise<number> {
  const urls = new Map((await findSettings(deps.db)).map(({ key, url }) => [key, url]));
  let failed = 0;
  for (const info of sources) {
    const url = urls.get(info.key) ?? info.address;
    if (info.kind === 'website') {
      const visited = await visitAll(deps, () => undefined, visiting);
      await report(info.key, `${visited.toLocaleString('en-US')} websites visited`);
    } else if (url)
      try {
        const failure = await fetchAndApply(deps, info, url, fetching ?? outboundRules(deps));
        if (failure !== null) failed++;
        await report(info.key, failure ?? 'applied');
      } catch (error) {
        const why = error instanceof OutboundError ? error.message : asRefusal(error)?.message;
        if (why === undefined) throw error;
        failed++;
        await report(info.key, why);
      }
    else await report(info.key, 'has no address, so it was left out');
  }
  return failed;
}
