import { Field } from '#ui/kit/controls/Field.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';

/** Rules of a form with an OwnPasswordField. */
export const checkOwnPassword = ({ password }: { password: string }): Record<string, string> =>
  password === '' ? { password: 'Please enter your own password.' } : {};

interface OwnPasswordFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** Asks for the user's own password, so that a stranger at an unattended screen can't submit the form. */
export const OwnPasswordField = ({ error, ...field }: OwnPasswordFieldProps) => (
  <Field label="Your own password" required error={error}>
    <PasswordInput autoComplete="current-password" {...field} />
  </Field>
);
