import { dollars, facts, planName } from '#shared/billing/plans.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { CardPayment } from './CardPayment.tsx';
import css from './PaymentDialog.module.css';
import type { Checkout } from './request-checkout.ts';
import type { Catalog } from './use-subscribe.ts';

interface PaymentDialogProps {
  checkout: Checkout;
  catalog: Catalog;
  onClose: () => void;
  onPaid: (checkout: Checkout) => void;
}

export default function PaymentDialog({ checkout, catalog, onClose, onPaid }: PaymentDialogProps) {
  const { offer, clientSecret } = checkout;
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
      <CardPayment
        catalog={catalog}
        clientSecret={clientSecret}
        label={`Pay ${dollars(offer.cents)}`}
        onPaid={() => onPaid(checkout)}
      />
    </Dialog>
  );
}
