import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { CodeForm } from './CodeForm.tsx';
import { emailRules, showServerErrors } from '../form-rules.ts';
import { signIn } from '../session.ts';

interface Values {
  email: string;
  password: string;
}

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
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { email, password: '' },
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
    <Form onSubmit={(event) => void submit(event)}>
      <Field label="Email" required error={errors.email?.message}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={onlyForm && email === ''}
          {...register('email', emailRules)}
        />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={onlyForm && email !== ''}
          {...register('password', { required: 'Please enter your password.' })}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        Login
      </Button>
      <Button variant="quiet" block onClick={onForgot}>
        Forgot your password?
      </Button>
    </Form>
  );
}
