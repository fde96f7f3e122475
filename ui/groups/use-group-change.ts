import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openGroup, type Group } from '#contract/groups/groups.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';

/** Makes a call that replies with the changed group, and shows that. */
export function useGroupChange<Values = void>(
  id: number,
  change: (values: Values) => Promise<Group>,
  {
    onSuccess,
    onError = (error) => toastError(error),
  }: { onSuccess?: () => void; onError?: (error: unknown) => void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (group) => {
      client.setQueryData(queryOf(openGroup, { params: { id: String(id) } }).queryKey, group);
      onSuccess?.();
    },
    onError,
  });
}
