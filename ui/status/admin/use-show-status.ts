import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#contract/endpoint.ts';
import { readStaffStatus } from '#contract/status.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';

/** Shows a reply on the page of staff, and what follows from it on others. */
export function useShowStatus() {
  const client = useQueryClient();
  return async (reply: Reply<typeof readStaffStatus>) => {
    client.setQueryData(queryOf(readStaffStatus, {}).queryKey, reply);
    await refresh(client, '/api/site', '/api/status');
  };
}
