import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { useUser } from '#ui/base/session.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { schemas } from '../form-schemas.ts';

/** Asks for the password, and then the browser asks for the fingerprint, the face, or the PIN. */
export function NewPasskeyDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const user = useUser();
  const form = useAppForm({ defaultValues: { name: '', password: '' }, keep: 'secret', schema: schemas.passkey });
  const add = useMutation({
    mutationFn: async (values: typeof form.values) => (await import('../passkeys.ts')).createPasskey(values),
    onSuccess({ name }) {
      onClose();
      onAdded();
      toast({ title: 'Passkey added', description: `You can now log in with ${name}.`, variant: 'good' });
    },
    onError: (error) => form.showError(error, 'name'),
  });
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face, or device PIN. We never see those."
      action="Continue"
      isBusy={add.isPending}
      onSubmit={form.submit((values) => add.mutate(values))}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <Field label="Name" required hint="For example: My laptop." error={form.errors.name}>
        <Input autoComplete="off" maxLength={60} {...form.field('name')} />
      </Field>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.field('password')} />
      </Field>
    </FormDialog>
  );
}
