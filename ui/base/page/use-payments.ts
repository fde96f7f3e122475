import { siteInfo } from '#contract/site.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';

/** False in a directory without payments, where nothing may mention plans. */
export const usePayments = (): boolean => useReply(queryOf(siteInfo, {})).data?.payments !== false;
