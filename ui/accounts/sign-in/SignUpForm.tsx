import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { register, signup } from '#contract/accounts/accounts.ts';
import { invitationAfter } from '#shared/next-path.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import css from './SignUpForm.module.css';
import { schemas } from '../form-schemas.ts';
import { passwordHint } from '../password-hint.ts';
import { createAccount, registrationFailed } from '#ui/base/session.ts';

const empty = { name: '', firstName: '', lastName: '', email: '', password: '' };

/** The sign-up page asks for one full name, the dialog for first and last name. */
export function SignUpForm({ names, email = '' }: { names: 'one' | 'two'; email?: string }) {
  const form = useAppForm({
    defaultValues: { ...empty, email },
    keep: { draft: 'sign up', except: ['password'], place: 'tab', onServer: true },
    schema: names === 'one' ? schemas.signup : schemas.register,
    call: callOf(names === 'one' ? signup : register),
    errorAt: 'email',
  });
  const { errors, field } = form;
  const invitation = invitationAfter(useLocation().search);
  const signUp = useMutation({
    mutationFn: ({ name, firstName, lastName, password, ...values }: typeof empty) =>
      createAccount({ email: values.email, password, ...(names === 'one' ? { name } : { firstName, lastName }) }),
    onSuccess: form.endDraft,
    onError: (error) => form.showError(error, undefined, registrationFailed),
  });
  return (
    <PostForm
      call={form.call}
      hidden={invitation ? { invitation } : {}}
      onSubmit={form.submit((values) => signUp.mutate(values))}
    >
      {names === 'one' ? (
        <Field label="Full name" required error={errors.name}>
          <Input autoComplete="name" maxLength={200} {...field('name')} />
        </Field>
      ) : (
        <div className={css.names}>
          <Field label="First name" required error={errors.firstName}>
            <Input autoComplete="given-name" maxLength={100} {...field('firstName')} />
          </Field>
          <Field label="Last name" required error={errors.lastName}>
            <Input autoComplete="family-name" maxLength={100} {...field('lastName')} />
          </Field>
        </div>
      )}
      <Field label="Email" required error={errors.email}>
        <Input type="email" inputMode="email" autoComplete="username" {...field('email')} />
      </Field>
      <Field label="Password" required hint={passwordHint()} error={errors.password}>
        <PasswordInput autoComplete="new-password" {...field('password')} />
      </Field>
      <Button type="submit" variant="primary" block busy={signUp.isPending}>
        Create account
      </Button>
      <p className={css.small}>
        By signing up you agree to the <Link to="/terms">Terms</Link> and the <Link to="/privacy">Privacy Policy</Link>.
      </p>
    </PostForm>
  );
}
