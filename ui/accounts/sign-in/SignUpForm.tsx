import { useForm } from 'react-hook-form';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import css from './SignUpForm.module.css';
import { emailRules, requireText, newPasswordRules, passwordHint, showServerErrors } from '../form-rules.ts';
import { createAccount } from '../session.ts';

const empty = { name: '', firstName: '', lastName: '', email: '', password: '' };

/** The sign-up page asks for one full name, the dialog for first and last name. */
export function SignUpForm({ names }: { names: 'one' | 'two' }) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: empty, shouldUnregister: true });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name, firstName, lastName, email, password }) => {
    try {
      await createAccount({ email, password, ...(names === 'one' ? { name } : { firstName, lastName }) });
    } catch (error) {
      showServerErrors(error, setError, ['name', 'firstName', 'lastName', 'email', 'password'], 'email');
    }
  });
  return (
    <Form onSubmit={(event) => void submit(event)}>
      {names === 'one' ? (
        <Field label="Full name" required error={errors.name?.message}>
          <Input autoComplete="name" maxLength={200} {...register('name', requireText('Please enter your name.'))} />
        </Field>
      ) : (
        <div className={css.names}>
          <Field label="First name" required error={errors.firstName?.message}>
            <Input
              autoComplete="given-name"
              maxLength={100}
              {...register('firstName', requireText('Please enter your first name.'))}
            />
          </Field>
          <Field label="Last name" required error={errors.lastName?.message}>
            <Input
              autoComplete="family-name"
              maxLength={100}
              {...register('lastName', requireText('Please enter your last name.'))}
            />
          </Field>
        </div>
      )}
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" inputMode="email" autoComplete="username" {...register('email', emailRules)} />
      </Field>
      <Field label="Password" required hint={passwordHint()} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules())} />
      </Field>
      <Button type="submit" variant="primary" block busy={isSubmitting}>
        Create account
      </Button>
      <p className={css.small}>
        By signing up you agree to the <Link to="/terms">Terms</Link> and the <Link to="/privacy">Privacy Policy</Link>.
      </p>
    </Form>
  );
}
