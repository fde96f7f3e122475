import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changePassword, type Me } from '#contract/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { newPasswordRules, passwordHint, showServerErrors } from '../form-rules.ts';

export function PasswordCard({ user, onChanged }: { user: Me; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const minLength = user.role === 'admin' ? 15 : 8;
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const close = () => {
    reset();
    setOpen(false);
  };
  const submit = handleSubmit(async (body) => {
    try {
      await api(changePassword, { body });
      toast({
        title: 'Success',
        description: "Your password has been changed. You're signed out on other devices.",
        variant: 'good',
      });
      close();
      onChanged();
    } catch (error) {
      showServerErrors(error, setError, ['currentPassword', 'newPassword'], 'currentPassword');
    }
  });
  return (
    <SettingsCard
      id="password"
      title="Password"
      text="You'll be signed out on other devices."
      action={!open && <Button onClick={() => setOpen(true)}>Change password</Button>}
    >
      {open && (
        <Form onSubmit={(event) => void submit(event)}>
          {/* Password managers read the account from this field. */}
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <Field label="Current password" required error={errors.currentPassword?.message}>
            <PasswordInput
              autoComplete="current-password"
              {...register('currentPassword', { required: 'Please enter your password.' })}
            />
          </Field>
          <Field label="New password" required hint={passwordHint(minLength)} error={errors.newPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('newPassword', newPasswordRules(minLength))} />
          </Field>
          <FormActions>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isSubmitting}>
              Save password
            </Button>
          </FormActions>
        </Form>
      )}
    </SettingsCard>
  );
}
