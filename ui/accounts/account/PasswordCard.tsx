import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changePassword, type Me } from '#contract/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import css from './Account.module.css';
import { newPasswordRules, passwordHint, showServerErrors } from '../form-rules.ts';

export function PasswordCard({ user, onChanged }: { user: Me; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const least = user.role === 'admin' ? 15 : 8;
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
        description: 'Your password has been changed. Other sign-ins have ended.',
        variant: 'good',
      });
      close();
      onChanged();
    } catch (error) {
      showServerErrors(error, setError, ['currentPassword', 'newPassword'], 'currentPassword');
    }
  });
  return (
    <Card as="section" aria-labelledby="password">
      <div className={css.row}>
        <div className={css.words}>
          <h2 id="password" className={css.title}>
            Password
          </h2>
          <p className={css.soft}>Changing it ends your sign-ins everywhere else.</p>
        </div>
        {!open && <Button onClick={() => setOpen(true)}>Change password</Button>}
      </div>
      {open && (
        <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <Field label="Current password" required error={errors.currentPassword?.message}>
            <PasswordInput
              autoComplete="current-password"
              {...register('currentPassword', { required: 'Please enter your password.' })}
            />
          </Field>
          <Field label="New password" required hint={passwordHint(least)} error={errors.newPassword?.message}>
            <PasswordInput autoComplete="new-password" {...register('newPassword', newPasswordRules(least))} />
          </Field>
          <div className={css.end}>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isSubmitting}>
              Save password
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
