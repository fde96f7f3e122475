import { useRef, useState, type FormEvent } from 'react';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { dismissToast, toast } from '#ui/kit/overlays/toast.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './TestCardForm.module.css';
import type { PaymentFormProps } from './StripeForm.tsx';

interface PaymentIntentResponse {
  status?: string;
  error?: { message: string };
}
const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0025 0000 3155', 'requires bank verification'],
] as const;

const requiredMessages = {
  number: 'Please enter a card number.',
  expiry: 'Please enter the expiry date.',
  cvc: 'Please enter the security code.',
};
type CardField = keyof typeof requiredMessages;
const fields = Object.keys(requiredMessages) as CardField[];

const formatCardNumber = (text: string) =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
const formatExpiry = (text: string) => {
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
};

/** Replaces Stripe's form in sandbox mode. Like Stripe's form, it calls the payment provider, not our server. */
export default function TestCardForm({ clientSecret, publishableKey, label, onPaid }: PaymentFormProps) {
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' });
  const [busy, setBusy] = useState<'pay' | 'pass' | 'fail' | null>(null);
  const [needsBankCheck, setNeedsBankCheck] = useState(false);
  const [missingFields, setMissingFields] = useState<readonly CardField[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  /** The toast of the last failed attempt, dismissed when the person tries again. */
  const failure = useRef(0);

  async function send(which: 'pay' | 'pass' | 'fail', action: string, params: Record<string, string>): Promise<void> {
    setBusy(which);
    setProblem(null);
    dismissToast(failure.current);
    try {
      const intentId = clientSecret.split('_secret_')[0];
      const response = await fetch(`/stripe-sandbox/v1/payment_intents/${intentId}/${action}`, {
        method: 'POST',
        body: new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...params }),
      });
      const intent = (await response.json()) as PaymentIntentResponse;
      setNeedsBankCheck(intent.status === 'requires_action');
      if (intent.error) {
        setProblem(intent.error.message);
        failure.current = toast({ title: 'Payment Failed', description: intent.error.message, variant: 'destructive' });
      } else if (intent.status === 'succeeded') onPaid();
    } catch {
      const description = 'Something went wrong. Please try again.';
      setProblem(description);
      toast({ title: 'Payment Error', description, variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }

  function pay(event: FormEvent): void {
    event.preventDefault();
    const emptyFields = fields.filter((part) => card[part] === '');
    setMissingFields(emptyFields);
    if (emptyFields[0]) return document.getElementById(`card-${emptyFields[0]}`)?.focus();
    const [month = '', year = ''] = card.expiry.split('/').map((part) => part.trim());
    void send('pay', 'confirm', {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number.replace(/\s/g, ''),
      'payment_method_data[card][exp_month]': String(Number(month)),
      'payment_method_data[card][exp_year]': String(Number(year)),
      'payment_method_data[card][cvc]': card.cvc,
    });
  }

  const errorOf = (part: CardField) =>
    missingFields.includes(part) && card[part] === '' ? requiredMessages[part] : undefined;
  if (needsBankCheck)
    return (
      <div className={layout.stack}>
        <Callout title="Verify it's you with your bank" announce>
          With a real card, your bank's page would open here. Choose an outcome.
        </Callout>
        <div className={css.pair}>
          <Button
            busy={busy === 'fail'}
            disabled={busy === 'pass'}
            onClick={() => void send('fail', 'sandbox_challenge', { passed: 'false' })}
          >
            Fail
          </Button>
          <Button
            variant="primary"
            busy={busy === 'pass'}
            disabled={busy === 'fail'}
            onClick={() => void send('pass', 'sandbox_challenge', { passed: 'true' })}
          >
            Complete
          </Button>
        </div>
      </div>
    );

  return (
    <form method="post" className={layout.stack} noValidate onSubmit={pay} autoComplete="off">
      <div className={css.hint}>
        <p>
          <Badge tone="warn">Test mode</Badge> No real money moves. Use a test card, any future date and any 3 digits.
        </p>
        <ul>
          {testCards.map(([number, outcome]) => (
            <li key={number}>
              <button
                type="button"
                className={css.cardNumber}
                onClick={() => setCard({ number, expiry: '12 / 34', cvc: '123' })}
              >
                {number}
              </button>{' '}
              {outcome}
            </li>
          ))}
        </ul>
      </div>
      <Field id="card-number" label="Card number" required error={errorOf('number')}>
        <Input
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
          value={card.number}
          onChange={(event) => setCard({ ...card, number: formatCardNumber(event.currentTarget.value) })}
        />
      </Field>
      <div className={css.pair}>
        <Field id="card-expiry" label="Expiry date" required error={errorOf('expiry')}>
          <Input
            inputMode="numeric"
            placeholder="MM / YY"
            value={card.expiry}
            onChange={(event) => setCard({ ...card, expiry: formatExpiry(event.currentTarget.value) })}
          />
        </Field>
        <Field id="card-cvc" label="Security code" required error={errorOf('cvc')}>
          <Input
            inputMode="numeric"
            placeholder="CVC"
            maxLength={4}
            value={card.cvc}
            onChange={(event) => setCard({ ...card, cvc: event.currentTarget.value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      {problem && (
        <Callout tone="bad" announce>
          {problem}
        </Callout>
      )}
      <Button type="submit" variant="primary" size="large" block busy={busy === 'pay'}>
        {label}
      </Button>
    </form>
  );
}
