import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#ui/kit/overlays/toast.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';

/** A mutation that reports success and refreshes the queries with the listing. `onDeleted` marks a deletion. */
export function useListingChange<T>(run: (input: T) => Promise<unknown>, message: string, onDeleted?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    async onSuccess() {
      onDeleted?.();
      toast({ title: 'Success', description: message, variant: 'good' });
      // A deleted listing would fail to load, so only the lists are refreshed.
      await refresh(client, `/api/admin/listings${onDeleted ? '?' : ''}`, '/api/admin/tables', '/api/dentists');
    },
    onError: (error) => toastError(error),
  });
}
