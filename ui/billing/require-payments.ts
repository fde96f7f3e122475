import { siteInfo } from '#contract/site.ts';
import { missing, type LoadArgs } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';

/** Answers 404 for a page about payments in a directory without them. */
export async function requirePayments({ cache, call }: Pick<LoadArgs, 'cache' | 'call'>): Promise<void> {
  const { payments } = await cache.ensureQueryData(queryOf(siteInfo, {}, call));
  if (!payments) missing();
}
