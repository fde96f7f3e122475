import { siteInfo } from '#contract/site.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { missing, type LoadArgs } from './page.ts';

/** False in a directory without payments, where nothing may mention plans. */
export const usePayments = (): boolean => useReply(queryOf(siteInfo, {})).data?.payments !== false;

/** Answers 404 for a page about payments in a directory without them. */
export async function requirePayments({ cache, call }: Pick<LoadArgs, 'cache' | 'call'>): Promise<void> {
  const { payments } = await cache.ensureQueryData(queryOf(siteInfo, {}, call));
  if (!payments) missing();
}
