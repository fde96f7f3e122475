import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { twoFactorSignIn } from '#contract/accounts/accounts.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import css from './CodeForm.module.css';
import { schemas } from '../form-schemas.ts';
import { signInWithCode } from '#ui/base/session.ts';

/** The second step of two-factor login: six digits from the app, or a recovery code. */
export function CodeForm({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const [recovery, setRecovery] = useState(false);
  const form = useAppForm({
    defaultValues: { code: '' },
    keep: 'secret',
    schema: schemas.signInCode,
    call: callOf(twoFactorSignIn),
    errorAt: 'code',
  });
  const login = useMutation({
    mutationFn: ({ code }: typeof form.values) => signInWithCode({ challenge, code }),
    onError(error) {
      if (error instanceof ApiError && error.code === 'challenge_ended') {
        toast({ title: 'Login failed', description: sentenceOf(error), variant: 'destructive' });
        onBack();
      } else form.showError(error);
    },
  });
  return (
    <PostForm call={form.call} hidden={{ challenge }} onSubmit={form.submit((values) => login.mutate(values))}>
      <div>
        <h2 className={css.title}>One more step</h2>
        <p className={css.muted}>
          {recovery
            ? 'Enter one of the recovery codes you saved. Each works once.'
            : 'Enter the 6-digit code from your authenticator app.'}
        </p>
        <noscript>
          <p className={css.muted}>A recovery code works here too.</p>
        </noscript>
      </div>
      <Field label={recovery ? 'Recovery code' : 'Code'} required error={form.errors.code}>
        <Input
          key={recovery ? 'recovery' : 'code'}
          className={css.code}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          // Focus follows the step that the person just started by pressing Login.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          {...form.field('code')}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={login.isPending}>
        Login
      </Button>
      <div className={css.choices} data-needs-script>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            form.reset();
            setRecovery(!recovery);
          }}
        >
          {recovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
      </div>
    </PostForm>
  );
}
