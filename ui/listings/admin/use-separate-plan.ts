import { useMutation, useQueryClient } from '@tanstack/react-query';
import { separateInsurancePlan, undoCatalogMerge } from '#contract/listings/admin-catalog.ts';
import { formatNumber } from '#ui/kit/format.ts';
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

/** Undoes the merge of a service, a practice type, or a practice. */
export function useUndoCatalogMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(undoCatalogMerge, { params: { id: String(id) } }),
    async onSuccess({ listings }) {
      const count = `${formatNumber(listings)} ${listings === 1 ? 'listing has' : 'listings have'}`;
      toast({ title: 'Separated', description: `${count} the former name again.`, variant: 'good' });
      await refresh(client, ...staleAfterChange);
    },
    onError: (error) => toastError(error),
  });
}
