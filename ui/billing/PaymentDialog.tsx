import { lazy, Suspense } from 'react';
import { dollars, facts, planName } from '#contract/plans.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './PaymentDialog.module.css';
import type { Catalog, Checkout } from './use-subscribe.ts';

const StripeForm = lazy(() => import('./StripeForm.tsx'));
const TestCardForm = lazy(() => import('./TestCardForm.tsx'));

export interface PaymentFormProps {
  clientSecret: string;
  publishableKey: string;
  label: string;
  onPaid: () => void;
}

interface PaymentDialogProps {
  checkout: Checkout;
  catalog: Catalog;
  onClose: () => void;
  onPaid: (checkout: Checkout) => void;
}

export default function PaymentDialog({ checkout, catalog, onClose, onPaid }: PaymentDialogProps) {
  const { offer, clientSecret } = checkout;
  const Form = catalog.testMode ? TestCardForm : StripeForm;
  const period = offer.interval === 'yearly' ? 'year' : 'month';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Complete Your Subscription"
      description={`Renews every ${period} until you cancel. ${facts.moneyBackDays}-day money-back guarantee on your first payment.`}
    >
      <dl className={css.summary}>
        <div>
          <dt>
            {planName(offer.plan)}
            {offer.launch && <Badge tone="accent">Launch discount</Badge>}
          </dt>
          <dd>
            {dollars(offer.cents)} per {period}
          </dd>
        </div>
        <div className={css.total}>
          <dt>Due today</dt>
          <dd>{dollars(offer.cents)}</dd>
        </div>
      </dl>
      <Suspense fallback={<FormSkeleton />}>
        <Form
          clientSecret={clientSecret}
          publishableKey={catalog.publishableKey ?? ''}
          label={`Pay ${dollars(offer.cents)}`}
          onPaid={() => onPaid(checkout)}
        />
      </Suspense>
    </Dialog>
  );
}

const FormSkeleton = () => (
  <Loading label="Loading the payment form" className={layout.stack}>
    <Skeleton height={72} />
    <Skeleton height={72} />
    <Skeleton height={44} />
  </Loading>
);
