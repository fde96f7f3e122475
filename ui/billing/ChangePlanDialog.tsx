import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePlan, mySubscription, previewPlanChange, type Offer } from '#contract/billing/billing.ts';
import { dollars, planName } from '#shared/billing/plans.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ChangePlanDialog.module.css';
import { LostPerks } from './LostPerks.tsx';
import type { Catalog } from './use-subscribe.ts';

interface ChangePlanDialogProps {
  catalog: Catalog;
  /** The offer to select first. */
  initialOffer?: Offer;
  onClose: () => void;
  onChanged: () => void;
}

const periodOf = ({ interval }: Pick<Offer, 'interval'>) => (interval === 'yearly' ? 'year' : 'month');

/** Changes the plan or billing period of an active subscription, with the exact amount shown before any charge. */
export default function ChangePlanDialog({ catalog, initialOffer, onClose, onChanged }: ChangePlanDialogProps) {
  const { data: current } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0 });
  const [priceId, setPriceId] = useState<string | undefined>(initialOffer?.priceId);
  const otherOffers = catalog.offers.filter((offer) => offer.priceId !== current?.priceId);
  const preview = useQuery({
    ...queryOf(previewPlanChange, { query: { priceId: priceId ?? '' } }),
    enabled: priceId !== undefined && current?.canChange === true,
    staleTime: 0,
    gcTime: 0,
  });
  const planChange = useMutation({
    mutationFn: () => api(changePlan, { body: { priceId: priceId!, at: preview.data?.at } }),
    onSuccess: (subscription) => {
      toast({ title: 'Plan changed', description: `You now have ${subscription.planName}.`, variant: 'good' });
      onChanged();
    },
    onError: (error) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
  });
  const blocked = current && !current.canChange;
  const chosenPlan = otherOffers.find((offer) => offer.priceId === priceId)?.plan;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change your plan"
      description={
        current
          ? `You have ${current.planName}${current.cents === null ? '' : ` at ${dollars(current.cents)} per ${periodOf({ interval: current.interval ?? 'monthly' })}`}.`
          : 'Loading your plan.'
      }
      footer={
        <>
          <Button onClick={onClose}>Keep my plan</Button>
          <Button
            variant="primary"
            busy={planChange.isPending}
            disabled={!preview.data}
            onClick={() => planChange.mutate()}
          >
            Change plan
          </Button>
        </>
      }
    >
      {blocked ? (
        <Callout tone="warn">You can't change this plan here. Contact support and we'll do it for you.</Callout>
      ) : (
        <div className={layout.stack}>
          <RadioGroup
            legend="New plan"
            value={priceId ?? ''}
            onValueChange={setPriceId}
            options={otherOffers.map((offer) => ({
              value: offer.priceId,
              label: `${planName(offer.plan)}, ${dollars(offer.cents)} per ${periodOf(offer)}${offer.launch ? ' (launch)' : ''}`,
            }))}
          />
          {current && chosenPlan && <LostPerks from={current.plan} to={chosenPlan} />}
          <div className={css.preview} aria-live="polite">
            {preview.error ? (
              <Callout tone="bad">{sentenceOf(preview.error)}</Callout>
            ) : preview.data ? (
              <p>
                <strong>
                  {preview.data.dueNowCents > 0
                    ? `You'll pay ${dollars(preview.data.dueNowCents)} today, after credit for the time left on your current plan.`
                    : preview.data.creditCents > 0
                      ? `Nothing due today. We'll credit ${dollars(preview.data.creditCents)} to your next invoices.`
                      : 'Nothing due today.'}
                </strong>{' '}
                Then {dollars(preview.data.cents)} per {periodOf(preview.data)}, starting{' '}
                {formatUtcDate(preview.data.nextDate)}.
              </p>
            ) : priceId === undefined ? (
              <p>Choose a plan to see what it costs.</p>
            ) : (
              <Skeleton height="3em" />
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
