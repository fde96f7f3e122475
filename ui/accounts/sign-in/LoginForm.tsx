import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import css from './Accounts.module.css';
import { CodeForm } from './CodeForm.tsx';
import { emailRules, showServerErrors } from '../form-rules.ts';
import { signIn } from '../session.ts';

interface Values {
  email: string;
  password: string;
}

interface LoginFormProps {
  onForgot: () => void;
  /** Who signed in here before; they have only to say their password. */
  known?: string;
  /** There is nothing else to begin with in this window. */
  first?: boolean;
}

/** Email and password, then the code where the account asks for one. */
export function LoginForm({ onForgot, known = '', first = false }: LoginFormProps) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { email: known, password: '' },
  });
  const { errors, isSubmitting } = formState;
  if (challenge) return <CodeForm challenge={challenge} onBack={() => setChallenge(null)} />;
  const submit = handleSubmit(async (values) => {
    try {
      const answer = await signIn(values);
      if ('challenge' in answer) setChallenge(answer.challenge);
    } catch (error) {
      showServerErrors(error, setError, ['email', 'password'], 'password');
    }
  });
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Email" required error={errors.email?.message}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={first && known === ''}
          {...register('email', emailRules)}
        />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={first && known !== ''}
          {...register('password', { required: 'Please enter your password.' })}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        Login
      </Button>
      <Button variant="quiet" block onClick={onForgot}>
        Forgot your password?
      </Button>
    </form>
  );
}
