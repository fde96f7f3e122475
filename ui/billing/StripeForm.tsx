import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js';
import { useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { nextPath } from '#ui/base/session.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { dismissToast, toast } from '#ui/kit/overlays/toast.ts';
import { layout } from '#ui/kit/layout.ts';

export interface PaymentFormProps {
  clientSecret: string;
  publishableKey: string;
  label: string;
  /** The bank's own page returns here. The dashboard by default. */
  returnPath?: string | undefined;
  onPaid: () => void;
}

const stripeByKey = new Map<string, ReturnType<typeof loadStripe>>();
const getStripe = (key: string) => {
  let stripe = stripeByKey.get(key);
  if (!stripe) stripeByKey.set(key, (stripe = loadStripe(key)));
  return stripe;
};

/** Stripe's own form, so card details never reach our pages. */
export default function StripeForm({ publishableKey, clientSecret, ...rest }: PaymentFormProps) {
  return (
    <Elements stripe={getStripe(publishableKey)} options={{ clientSecret, appearance: createAppearance() }}>
      <Fields {...rest} />
    </Elements>
  );
}

function Fields({ label, returnPath, onPaid }: Pick<PaymentFormProps, 'label' | 'returnPath' | 'onPaid'>) {
  const stripe = useStripe();
  const elements = useElements();
  const { publicUrl } = useSite();
  const { search } = useLocation();
  const next = new URLSearchParams(search).has('next') ? nextPath(search) : null;
  // The dashboard confirms a payment that the bank's page interrupted, and then leads on.
  const usualPath = next ? `/dashboard?next=${encodeURIComponent(next)}` : '/dashboard';
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The toast of the last failed attempt, dismissed when the person tries again. */
  const failure = useRef(0);

  async function pay(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!stripe || !elements || busy) return;
    setBusy(true);
    setProblem(null);
    dismissToast(failure.current);
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${publicUrl}${returnPath ?? usualPath}` },
        redirect: 'if_required',
      });
      if (!error) return onPaid();
      const sentence = error.message ?? "Your payment wasn't accepted.";
      setProblem(sentence);
      failure.current = toast({ title: 'Payment Failed', description: sentence, variant: 'destructive' });
    } catch {
      const description = 'Something went wrong. Please try again.';
      setProblem(description);
      toast({ title: 'Payment Error', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form method="post" className={layout.stack} onSubmit={(event) => void pay(event)}>
      <PaymentElement
        onReady={() => setReady(true)}
        onLoadError={() => setProblem("We couldn't load the payment form. Check your connection and try again.")}
      />
      {problem && (
        <Callout tone="bad" announce>
          {problem}
        </Callout>
      )}
      <Button type="submit" variant="primary" size="large" block busy={busy} disabled={!ready}>
        {label}
      </Button>
    </form>
  );
}

/** Stripe's frame can't read our CSS tokens, so a canvas resolves them to hex colors. */
function createAppearance(): Appearance {
  const probe = document.createElement('span');
  document.body.append(probe);
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const resolveColor = (token: string, fallback: string): string => {
    probe.style.color = `var(${token})`;
    if (!context) return fallback;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return `#${[r!, g!, b!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const variables = {
    colorPrimary: resolveColor('--accent', '#0b7c80'),
    colorBackground: resolveColor('--raised', '#ffffff'),
    colorText: resolveColor('--ink', '#17292b'),
    colorTextSecondary: resolveColor('--ink-soft', '#4f6062'),
    colorDanger: resolveColor('--bad', '#b3261e'),
    fontFamily: 'Figtree, system-ui, sans-serif',
    borderRadius: '10px',
  };
  probe.remove();
  return { variables };
}
