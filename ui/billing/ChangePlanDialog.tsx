import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePlan, mySubscription, previewPlanChange, type Offer } from '#contract/billing.ts';
import { dollars, planName } from '#contract/plans.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from './Payment.module.css';
import type { Catalogue } from './use-subscribing.ts';

interface ChangePlanDialogProps {
  catalogue: Catalogue;
  /** What was asked for, where something was. */
  start?: Offer;
  onClose: () => void;
  onChanged: () => void;
}

const perOf = ({ interval }: Pick<Offer, 'interval'>) => (interval === 'yearly' ? 'year' : 'month');

/** Another plan or rhythm for a running subscription, with the exact sum before anything is charged. */
export default function ChangePlanDialog({ catalogue, start, onClose, onChanged }: ChangePlanDialogProps) {
  const { data: current } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0 });
  const [picked, setPicked] = useState<string | undefined>(start?.priceId);
  const choices = catalogue.offers.filter(({ priceId }) => priceId !== current?.priceId);
  const sum = useQuery({
    ...queryOf(previewPlanChange, { query: { priceId: picked ?? '' } }),
    enabled: picked !== undefined && current?.canChange === true,
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: () => api(changePlan, { body: { priceId: picked!, at: sum.data?.at } }),
    onSuccess: (after) => {
      toast({ title: 'Plan changed', description: `You now have ${after.planName}.`, variant: 'good' });
      onChanged();
    },
    onError: (error) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
  });
  const blocked = current && !current.canChange;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change your plan"
      description={
        current
          ? `You have ${current.planName}${current.cents === null ? '' : ` at ${dollars(current.cents)} per ${current.interval === 'yearly' ? 'year' : 'month'}`}.`
          : 'Looking up your plan.'
      }
      footer={
        <>
          <Button onClick={onClose}>Keep my plan</Button>
          <Button variant="primary" busy={change.isPending} disabled={!sum.data} onClick={() => change.mutate()}>
            Change plan
          </Button>
        </>
      }
    >
      {blocked ? (
        <Callout tone="warn">
          This plan cannot be changed here. Please write to support and we will do it for you.
        </Callout>
      ) : (
        <div className={css.form}>
          <RadioGroup
            legend="New plan"
            value={picked ?? ''}
            onValueChange={setPicked}
            options={choices.map((offer) => ({
              value: offer.priceId,
              label: `${planName(offer.plan)}, ${dollars(offer.cents)} per ${perOf(offer)}${offer.launch ? ' (launch)' : ''}`,
            }))}
          />
          <div className={css.sum} aria-live="polite">
            {sum.error ? (
              <Callout tone="bad">{sentenceOf(sum.error)}</Callout>
            ) : sum.data ? (
              <p>
                <strong>
                  {sum.data.dueNowCents > 0
                    ? `You pay ${dollars(sum.data.dueNowCents)} now`
                    : sum.data.creditCents > 0
                      ? `Nothing to pay now; ${dollars(sum.data.creditCents)} is credited to your next invoices`
                      : 'Nothing to pay now'}
                </strong>
                , after what is left of your present plan. Then {dollars(sum.data.cents)} per {perOf(sum.data)}, next on{' '}
                {formatUtcDate(sum.data.nextDate)}.
              </p>
            ) : picked === undefined ? (
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
