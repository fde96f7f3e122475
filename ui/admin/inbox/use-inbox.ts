import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { openInboxItem, type InboxDetail, type InboxKind } from '#contract/inbox.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';

export const itemQuery = (kind: InboxKind, id: number) => queryOf(openInboxItem, { params: { kind, id: String(id) } });

/** Reloads every inbox list, the opened item, the claims, the badges, and Home. */
export const refreshInbox = (client: QueryClient): Promise<void> =>
  refresh(
    client,
    '/api/admin/inbox/',
    '/api/admin/tables/',
    '/api/admin/claim-requests',
    '/api/admin/counts',
    '/api/admin/home',
  );

/** The fields of an item that a change needs. */
export type ChangedItem = Pick<InboxDetail, 'assignee' | 'assigneeId' | 'id' | 'isOpen' | 'kind' | 'snoozedUntil'>;

/** A change of one item. After a failure, such as a colleague's change in between, the stored item shows. */
export function useItemChange<Input>(
  item: Pick<InboxDetail, 'id' | 'kind'>,
  change: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(stored) {
      if (isDetail(stored)) client.setQueryData(itemQuery(item.kind, item.id).queryKey, stored);
      await refreshInbox(client);
    },
    async onError(error) {
      toastError(error);
      await refreshInbox(client);
    },
  });
}

const isDetail = (value: unknown): value is InboxDetail =>
  typeof value === 'object' && value !== null && 'noteCount' in value;
