import { useState, type FormEvent } from 'react';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './Payment.module.css';
import type { PaymentFormProps } from './PaymentDialog.tsx';

interface Answer {
  status?: string;
  error?: { message: string };
}
const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0025 0000 3155', 'asks for a step with the bank'],
] as const;

const missing = {
  number: 'Please enter a card number.',
  expiry: 'Please enter the expiry date.',
  cvc: 'Please enter the security code.',
};
type Part = keyof typeof missing;
const parts = Object.keys(missing) as Part[];

const fours = (text: string) =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');
const monthYear = (text: string) => {
  const digits = text.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
};

/** Stands in for the provider's form while payments go to the sandbox. Like it, it speaks to the provider, not to our server. */
export default function TestCardForm({ clientSecret, publishableKey, label, onPaid }: PaymentFormProps) {
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' });
  const [busy, setBusy] = useState<'pay' | 'pass' | 'fail' | null>(null);
  const [asked, setAsked] = useState(false);
  const [empties, setEmpties] = useState<readonly Part[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function send(which: 'pay' | 'pass' | 'fail', action: string, fields: Record<string, string>): Promise<void> {
    setBusy(which);
    setTrouble(null);
    try {
      const intent = clientSecret.split('_secret_')[0];
      const response = await fetch(`/stripe-sandbox/v1/payment_intents/${intent}/${action}`, {
        method: 'POST',
        body: new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...fields }),
      });
      const answer = (await response.json()) as Answer;
      setAsked(answer.status === 'requires_action');
      if (answer.error) {
        setTrouble(answer.error.message);
        toast({ title: 'Payment Failed', description: answer.error.message, variant: 'destructive' });
      } else if (answer.status === 'succeeded') onPaid();
    } catch {
      const description = 'Something went wrong. Please try again.';
      setTrouble(description);
      toast({ title: 'Payment Error', description, variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }

  function pay(event: FormEvent): void {
    event.preventDefault();
    const left = parts.filter((part) => card[part] === '');
    setEmpties(left);
    if (left[0]) return document.getElementById(`card-${left[0]}`)?.focus();
    const [month = '', year = ''] = card.expiry.split('/').map((part) => part.trim());
    void send('pay', 'confirm', {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number.replace(/\s/g, ''),
      'payment_method_data[card][exp_month]': String(Number(month)),
      'payment_method_data[card][exp_year]': String(Number(year)),
      'payment_method_data[card][cvc]': card.cvc,
    });
  }

  const errorOf = (part: Part) => (empties.includes(part) && card[part] === '' ? missing[part] : undefined);
  if (asked)
    return (
      <div className={css.form}>
        <Callout title="Your bank wants to make sure that it is you" announce>
          In real life your bank's page would open here. Say how it ends.
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
    <form className={css.form} noValidate onSubmit={pay} autoComplete="off">
      <div className={css.test}>
        <p>
          <Badge tone="warn">Test mode</Badge> No real money moves. Use a test card, any date to come and any three
          digits.
        </p>
        <ul>
          {testCards.map(([number, what]) => (
            <li key={number}>
              <button
                type="button"
                className={css.fill}
                onClick={() => setCard({ number, expiry: '12 / 34', cvc: '123' })}
              >
                {number}
              </button>{' '}
              {what}
            </li>
          ))}
        </ul>
      </div>
      <Field id="card-number" label="Card number" required error={errorOf('number')}>
        <Input
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
          value={card.number}
          onChange={(event) => setCard({ ...card, number: fours(event.currentTarget.value) })}
        />
      </Field>
      <div className={css.pair}>
        <Field id="card-expiry" label="Expiry date" required error={errorOf('expiry')}>
          <Input
            inputMode="numeric"
            placeholder="MM / YY"
            value={card.expiry}
            onChange={(event) => setCard({ ...card, expiry: monthYear(event.currentTarget.value) })}
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
      {trouble && (
        <Callout tone="bad" announce>
          {trouble}
        </Callout>
      )}
      <Button type="submit" variant="primary" size="large" block busy={busy === 'pay'}>
        {label}
      </Button>
    </form>
  );
}
