import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, type Me } from '#contract/accounts/accounts.ts';
import { isStaff } from '#shared/roles.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { schemas } from '../form-schemas.ts';
import { passwordHint } from '../password-hint.ts';

export function PasswordCard({ user, onChanged }: { user: Me; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const minLength = isStaff(user.role) ? 15 : 8;
  const form = useAppForm({
    defaultValues: { currentPassword: '', newPassword: '' },
    keep: 'secret',
    schema: schemas.changePassword,
    // The schema has the minimum for everyone.
    check: ({ newPassword }): Record<string, string> =>
      newPassword !== '' && newPassword.length < minLength
        ? { newPassword: `Please use at least ${minLength} characters.` }
        : {},
  });
  const close = () => {
    form.reset();
    setOpen(false);
  };
  const save = useMutation({
    mutationFn: (body: typeof form.values) => api(changePassword, { body }),
    onSuccess() {
      toast({
        title: 'Success',
        description: "Your password has been changed. You're signed out on other devices.",
        variant: 'good',
      });
      close();
      onChanged();
    },
    onError: (error) => form.showError(error, 'currentPassword'),
  });
  return (
    <SettingsCard
      id="password"
      title="Password"
      text="You'll be signed out on other devices."
      action={!open && <Button onClick={() => setOpen(true)}>Change password</Button>}
    >
      {open && (
        <Form onSubmit={form.submit((values) => save.mutate(values))}>
          {/* Password managers read the account from this field. */}
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <Field label="Current password" required error={form.errors.currentPassword}>
            <PasswordInput autoComplete="current-password" {...form.field('currentPassword')} />
          </Field>
          <Field label="New password" required hint={passwordHint(minLength)} error={form.errors.newPassword}>
            <PasswordInput autoComplete="new-password" {...form.field('newPassword')} />
          </Field>
          <FormActions>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              Save password
            </Button>
          </FormActions>
        </Form>
      )}
    </SettingsCard>
  );
}
