import { useMutation } from '@tanstack/react-query';
import { forgotPassword } from '#contract/accounts/accounts.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { schemas } from '../form-schemas.ts';

export function ResetDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const form = useAppForm({ defaultValues: { email: '' }, keep: 'secret', schema: schemas.forgotPassword });
  const send = useMutation({
    mutationFn: (body: typeof form.values) => api(forgotPassword, { body }),
    onSuccess({ message }) {
      toast({ title: 'Reset email sent', description: message, variant: 'good' });
      form.reset();
      onOpenChange(false);
    },
    onError(error) {
      const sentence = 'Failed to send reset email';
      toast({ title: 'Reset failed', description: sentenceOf(error, sentence), variant: 'destructive' });
      form.showError(error, 'email', sentence);
    },
  });
  const submit = form.submit((values) => send.mutate(values));
  return (
    <Dialog
      title="Reset Your Password"
      description="We'll email you a link to choose a new one. It works for 24 hours."
      width="narrow"
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form
        onSubmit={(event) => {
          // React events bubble to the form that rendered this dialog.
          event.stopPropagation();
          submit(event);
        }}
      >
        <Field label="Email" required error={form.errors.email}>
          <Input type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
        </Field>
        <Button type="submit" variant="primary" block busy={send.isPending}>
          Send Reset Link
        </Button>
      </Form>
    </Dialog>
  );
}
