import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelSubscription, mySubscription, type SubscriptionView } from '#contract/billing/billing.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { LostPerks } from './LostPerks.tsx';

/** Choosing the free plan cancels the paid one, so a subscriber sees first what that ends, and when. */
export default function FreePlanDialog({ onClose, onCanceled }: { onClose: () => void; onCanceled: () => void }) {
  const cache = useQueryClient();
  const { data, error } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0 });
  const cancel = useMutation({
    mutationFn: () => api(cancelSubscription, {}),
    async onSuccess(view) {
      cache.setQueryData(queryOf(mySubscription, {}).queryKey, view);
      toast({ title: 'Free Plan Selected', description: describeEnd(view) });
      await refresh(cache, '/api/billing/invoices', '/api/user');
      onCanceled();
    },
    onError: (failure) => toast({ title: 'Error', description: sentenceOf(failure), variant: 'destructive' }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Go back to the free plan?"
      description={data ? describeStart(data) : 'Loading your plan.'}
      footer={
        <>
          <Button onClick={onClose}>Keep my plan</Button>
          <Button variant="danger" busy={cancel.isPending} disabled={!data?.canCancel} onClick={() => cancel.mutate()}>
            Cancel plan
          </Button>
        </>
      }
    >
      {error ? (
        <Callout tone="bad" title="We couldn't load your subscription">
          {sentenceOf(error)}
        </Callout>
      ) : !data ? (
        <Skeleton height="12em" />
      ) : (
        <LostPerks from={data.plan} to="free" />
      )}
    </Dialog>
  );
}

const describeEnd = ({ planName, cancelling, date }: SubscriptionView): string =>
  cancelling && date ? `${planName} stays active until ${formatUtcDate(date)}.` : `${planName} has ended.`;

function describeStart(view: SubscriptionView): string {
  const { planName, cancelling, canCancel, date, status } = view;
  if (cancelling && date) return `${planName} is already canceled and ends on ${formatUtcDate(date)}.`;
  if (!canCancel) return "You can't cancel this plan here. Contact support and we'll do it for you.";
  return date && status !== 'past_due'
    ? `${planName} stays active until ${formatUtcDate(date)}. You keep your listing, and you won't be charged again.`
    : `${planName} ends now. You keep your listing, and you won't be charged again.`;
}
