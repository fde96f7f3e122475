import { useMutation, useQueryClient } from '@tanstack/react-query';
import { separateInsurancePlan } from '#contract/listings/admin-catalog.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { staleAfterChange } from './catalog-names.ts';

/** Undoes the merge of an insurance plan. */
export function useSeparatePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(separateInsurancePlan, { params: { id: String(id) } }),
    async onSuccess() {
      toast({ title: 'Separated', description: 'The two plans are separate again.', variant: 'good' });
      await refresh(client, ...staleAfterChange);
    },
    onError: (error) => toastError(error),
  });
}
