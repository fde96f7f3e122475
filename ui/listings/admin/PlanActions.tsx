import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retireInsurancePlan, type CatalogEntry } from '#contract/listings/admin-catalog.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { staleAfterChange } from './catalog-names.ts';
import { useSeparatePlan } from './use-separate-plan.ts';

/** The actions on an insurance plan, in addition to renaming and merging it. */
export function PlanActions({ plan }: { plan: CatalogEntry }) {
  const client = useQueryClient();
  const separate = useSeparatePlan();
  const retire = useMutation({
    mutationFn: (retired: boolean) => api(retireInsurancePlan, { params: { id: String(plan.id) }, body: { retired } }),
    onSuccess: () => refresh(client, ...staleAfterChange),
    onError: (error) => toastError(error),
  });
  if (plan.gone === 'merged')
    return (
      <Button
        size="small"
        busy={separate.isPending}
        aria-label={`Separate ${plan.name}`}
        onClick={() => separate.mutate(plan.id)}
      >
        Separate
      </Button>
    );
  if (plan.gone === 'retired')
    return (
      <Button
        size="small"
        busy={retire.isPending}
        aria-label={`Offer ${plan.name} again`}
        onClick={() => retire.mutate(false)}
      >
        Offer again
      </Button>
    );
  const listings = `${formatNumber(plan.listings)} ${plan.listings === 1 ? 'listing keeps' : 'listings keep'}`;
  return (
    <Confirm
      title={`Retire “${plan.name}”?`}
      description={`Patients won’t see it, and owners can’t choose it. ${listings} it, so you can offer it again at any time.`}
      action="Retire it"
      onConfirm={async () => void (await retire.mutateAsync(true))}
      trigger={
        <Button size="small" variant="quiet" aria-label={`Retire ${plan.name}`}>
          Retire
        </Button>
      }
    />
  );
}
