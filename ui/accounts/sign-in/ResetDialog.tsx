import { useForm } from 'react-hook-form';
import { forgotPassword } from '#contract/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { emailRules, showServerErrors } from '../form-rules.ts';

export function ResetDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(async ({ email }) => {
    try {
      const { message } = await api(forgotPassword, { body: { email } });
      toast({ title: 'Reset email sent', description: message, variant: 'good' });
      reset();
      onOpenChange(false);
    } catch (error) {
      toast({
        title: 'Reset failed',
        description: sentenceOf(error, 'Failed to send reset email'),
        variant: 'destructive',
      });
      showServerErrors(error, setError, ['email'], 'email');
    }
  });
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
          void submit(event);
        }}
      >
        <Field label="Email" required error={formState.errors.email?.message}>
          <Input type="email" inputMode="email" autoComplete="username" {...register('email', emailRules)} />
        </Field>
        <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
          Send Reset Link
        </Button>
      </Form>
    </Dialog>
  );
}
