import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { CodeForm } from './CodeForm.tsx';
import { schemas } from '../form-schemas.ts';
import { loginFailed, signIn } from '../session.ts';

interface LoginFormProps {
  onForgot: () => void;
  /** Prefills the email, so that only the password is missing. */
  email?: string;
  /** The window shows only this form, so its first empty field takes the focus. */
  onlyForm?: boolean;
}

/** Email and password, then the code if the account uses two-factor login. */
export function LoginForm({ onForgot, email = '', onlyForm = false }: LoginFormProps) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const form = useAppForm({ defaultValues: { email, password: '' }, keep: 'secret', schema: schemas.login });
  const login = useMutation({
    mutationFn: signIn,
    onSuccess(answer) {
      if ('challenge' in answer) setChallenge(answer.challenge);
    },
    onError: (error) => form.showError(error, 'password', loginFailed),
  });
  if (challenge) return <CodeForm challenge={challenge} onBack={() => setChallenge(null)} />;
  return (
    <Form onSubmit={form.submit((values) => login.mutate(values))}>
      <Field label="Email" required error={form.errors.email}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={onlyForm && email === ''}
          {...form.field('email')}
        />
      </Field>
      <Field label="Password" required error={form.errors.password}>
        <PasswordInput
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={onlyForm && email !== ''}
          {...form.field('password')}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={login.isPending}>
        Login
      </Button>
      <Button variant="quiet" block onClick={onForgot}>
        Forgot your password?
      </Button>
    </Form>
  );
}
