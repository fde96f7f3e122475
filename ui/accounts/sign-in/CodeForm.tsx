import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ApiError, sentenceOf } from '#ui/platform/api.ts';
import css from './Accounts.module.css';
import { requireText, showServerErrors } from '../form-rules.ts';
import { signInWithCode } from '../session.ts';

/** The second step: six digits of the app, or one of the codes kept for a lost phone. */
export function CodeForm({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const [recovery, setRecovery] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { code: '' } });
  const submit = handleSubmit(async ({ code }) => {
    try {
      await signInWithCode({ challenge, code });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge_ended') {
        toast({ title: 'Login failed', description: sentenceOf(error), variant: 'destructive' });
        onBack();
      } else showServerErrors(error, setError, ['code'], 'code');
    }
  });
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h2 className={css.title}>One more step</h2>
        <p className={css.soft}>
          {recovery
            ? 'Enter one of the recovery codes you kept. Each works once.'
            : 'Enter the six digits your authenticator app shows for Enamel.'}
        </p>
      </div>
      <Field label={recovery ? 'Recovery code' : 'Code'} required error={formState.errors.code?.message}>
        <Input
          key={recovery ? 'recovery' : 'code'}
          className={css.code}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          // The person has just pressed Login; the next thing to do is to type the code.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          {...register('code', requireText('Please enter a code.'))}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
        Login
      </Button>
      <div className={css.pair}>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            reset();
            setRecovery(!recovery);
          }}
        >
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
      </div>
    </form>
  );
}
