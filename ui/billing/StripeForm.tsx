import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js';
import { useState, type FormEvent } from 'react';
import { useSite } from '#ui/app/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './Payment.module.css';
import type { PaymentFormProps } from './PaymentDialog.tsx';

const loaded = new Map<string, ReturnType<typeof loadStripe>>();
const stripeFor = (key: string) => {
  let stripe = loaded.get(key);
  if (!stripe) loaded.set(key, (stripe = loadStripe(key)));
  return stripe;
};

/** The provider's own form: card details never touch our pages. */
export default function StripeForm({ publishableKey, clientSecret, ...rest }: PaymentFormProps) {
  return (
    <Elements stripe={stripeFor(publishableKey)} options={{ clientSecret, appearance: appearance() }}>
      <Fields {...rest} />
    </Elements>
  );
}

function Fields({ label, onPaid }: Pick<PaymentFormProps, 'label' | 'onPaid'>) {
  const stripe = useStripe();
  const elements = useElements();
  const { publicUrl } = useSite();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function pay(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!stripe || !elements || busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${publicUrl}/dashboard` },
        redirect: 'if_required',
      });
      if (!error) return onPaid();
      const sentence = error.message ?? 'Your payment was not accepted.';
      setTrouble(sentence);
      toast({ title: 'Payment Failed', description: sentence, variant: 'destructive' });
    } catch {
      const description = 'Something went wrong. Please try again.';
      setTrouble(description);
      toast({ title: 'Payment Error', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={css.form} onSubmit={(event) => void pay(event)}>
      <PaymentElement
        onReady={() => setReady(true)}
        onLoadError={() =>
          setTrouble('The payment form could not be loaded. Please check your connection and try again.')
        }
      />
      {trouble && (
        <Callout tone="bad" announce>
          {trouble}
        </Callout>
      )}
      <Button type="submit" variant="primary" size="large" block busy={busy} disabled={!ready}>
        {label}
      </Button>
    </form>
  );
}

/** The provider's frame cannot see our tokens; it is handed plain colours that a canvas has resolved. */
function appearance(): Appearance {
  const probe = document.createElement('span');
  document.body.append(probe);
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colour = (token: string, otherwise: string): string => {
    probe.style.color = `var(${token})`;
    if (!pen) return otherwise;
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
    return `#${[r!, g!, b!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const variables = {
    colorPrimary: colour('--accent', '#0b7c80'),
    colorBackground: colour('--raised', '#ffffff'),
    colorText: colour('--ink', '#17292b'),
    colorTextSecondary: colour('--ink-soft', '#4f6062'),
    colorDanger: colour('--bad', '#b3261e'),
    fontFamily: 'Figtree, system-ui, sans-serif',
    borderRadius: '10px',
  };
  probe.remove();
  return { variables };
}
