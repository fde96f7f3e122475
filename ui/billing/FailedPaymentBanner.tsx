import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import { confirmPayment, getBillingCatalog } from '#contract/billing/billing.ts';
import { dollars, planName } from '#shared/billing/plans.ts';
import { loadUser } from '#ui/base/session.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { CardPayment } from './CardPayment.tsx';
import css from './FailedPaymentBanner.module.css';
import { requestCheckout, type Checkout } from './request-checkout.ts';

type FailedPayment = NonNullable<Me['failedPayment']>;

/** Says on every page that a renewal couldn't be charged, and takes another card in place. */
export default function FailedPaymentBanner({ payment }: { payment: FailedPayment }) {
  const cache = useQueryClient();
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const catalog = cache.getQueryData(queryOf(getBillingCatalog, {}).queryKey);
  const start = useMutation({
    mutationFn: async () => {
      const { offers } = await cache.fetchQuery(queryOf(getBillingCatalog, {}));
      // Any price of the plan finds the unpaid subscription. The launch price may no longer be on sale.
      const offer = offers.find(({ plan, launch }) => plan === payment.plan && !launch);
      if (!offer) throw new Error('This plan is no longer on sale. Please contact us.');
      const outcome = await requestCheckout(offer);
      if (outcome.kind === 'failed') throw new Error(outcome.sentence);
      return outcome;
    },
    onSuccess: (outcome) => (outcome.kind === 'checkout' ? setCheckout(outcome.checkout) : void showPaid()),
    onError: (error) =>
      toast({ title: 'Payment Setup Failed', description: sentenceOf(error), variant: 'destructive' }),
  });
  const showPaid = async () => {
    setCheckout(null);
    toast({
      title: 'Payment Successful!',
      description: `Thank you. ${payment.planName} continues.`,
      variant: 'good',
    });
    await loadUser();
    await refresh(cache, '/api/billing', '/api/user');
  };
  const confirm = async ({ subscriptionId }: Checkout) => {
    // If this fails, the payment provider's webhook still informs the server.
    await api(confirmPayment, { body: { subscriptionId, planName: planName(payment.plan) } }).catch((error: unknown) =>
      console.warn('The payment is not confirmed yet.', String(error)),
    );
    await showPaid();
  };
  const amount = dollars(payment.cents);
  return (
    <aside className={css.banner} aria-label="Failed payment">
      <p>
        <strong>
          We couldn't charge your card for {payment.planName} ({amount}).
        </strong>{' '}
        {describeFeatures(payment)}
      </p>
      <Button size="small" variant="primary" busy={start.isPending} onClick={() => start.mutate()}>
        Update card
      </Button>
      {checkout && catalog && (
        <Dialog
          open
          onOpenChange={(open) => !open && setCheckout(null)}
          title="Update your card"
          description={`We charge ${amount} for ${payment.planName} now. Renewals use this card from then on.`}
        >
          <CardPayment
            catalog={catalog}
            clientSecret={checkout.clientSecret}
            label={`Pay ${amount}`}
            onPaid={() => void confirm(checkout)}
          />
        </Dialog>
      )}
    </aside>
  );
}

function describeFeatures({ featuresUntil }: FailedPayment): string {
  return new Date(featuresUntil).getTime() > Date.now()
    ? `Your paid features stay on until ${formatUtcDate(featuresUntil)}.`
    : 'Your photos and website link are hidden until the payment goes through.';
}
