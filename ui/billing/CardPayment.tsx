import { lazy, Suspense } from 'react';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import type { PaymentFormProps } from './StripeForm.tsx';
import type { Catalog } from './use-subscribe.ts';

const StripeForm = lazy(() => import('./StripeForm.tsx'));
const TestCardForm = lazy(() => import('./TestCardForm.tsx'));

interface CardPaymentProps extends Omit<PaymentFormProps, 'publishableKey'> {
  catalog: Pick<Catalog, 'testMode' | 'publishableKey'>;
}

/** The card form of Stripe, or of the sandbox. */
export function CardPayment({ catalog, ...props }: CardPaymentProps) {
  const Form = catalog.testMode ? TestCardForm : StripeForm;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Form {...props} publishableKey={catalog.publishableKey ?? ''} />
    </Suspense>
  );
}

const FormSkeleton = () => (
  <Loading label="Loading the payment form" className={layout.stack}>
    <Skeleton height={72} />
    <Skeleton height={72} />
    <Skeleton height={44} />
  </Loading>
);
