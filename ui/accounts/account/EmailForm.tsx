import { useMutation } from '@tanstack/react-query';
import { changeEmail, type Me } from '#contract/accounts/accounts.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { schemas } from '../form-schemas.ts';
import { updateUser } from '#ui/base/session.ts';

export function EmailForm({ user, onClose }: { user: Me; onClose: () => void }) {
  const form = useAppForm({
    defaultValues: { email: '', password: '' },
    keep: { draft: 'change email', except: ['password'] },
    schema: schemas.changeEmail,
  });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => api(changeEmail, { body }),
    onSuccess(me) {
      form.endDraft();
      updateUser(me);
      toast({
        title: 'Success',
        description: me.pendingEmail
          ? `We sent a link to ${me.pendingEmail}. Open it to finish the change.`
          : `Your email address stays ${me.email}.`,
        variant: 'good',
      });
      onClose();
    },
    onError: (error) => form.showError(error, 'email'),
  });
  return (
    <Form onSubmit={form.submit((values) => save.mutate(values))}>
      {/* Password managers read the account from this field. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <Field
        label="New email"
        required
        hint={`We’ll email a link to this address. Until you open it, you log in with ${user.email}.`}
        error={form.errors.email}
      >
        <Input type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      </Field>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.field('password')} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Send the link
        </Button>
      </FormActions>
    </Form>
  );
}
