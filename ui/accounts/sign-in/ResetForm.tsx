import { useMutation } from '@tanstack/react-query';
import { forgotPassword } from '#contract/accounts/accounts.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { schemas } from '../form-schemas.ts';

export const resetTexts = {
  title: 'Reset Your Password',
  description: "We'll email you a link to choose a new one. It works for 24 hours.",
};

/** Asks for the link to choose a new password. */
export function ResetForm({ onSent }: { onSent: () => void }) {
  const form = useAppForm({
    defaultValues: { email: '' },
    keep: 'secret',
    schema: schemas.forgotPassword,
    call: callOf(forgotPassword),
    errorAt: 'email',
  });
  const send = useMutation({
    mutationFn: (body: typeof form.values) => api(forgotPassword, { body }),
    onSuccess({ message }) {
      toast({ title: 'Reset email sent', description: message, variant: 'good' });
      form.reset();
      onSent();
    },
    onError(error) {
      const sentence = 'Failed to send reset email';
      toast({ title: 'Reset failed', description: sentenceOf(error, sentence), variant: 'destructive' });
      form.showError(error, undefined, sentence);
    },
  });
  return (
    <PostForm call={form.call} onSubmit={form.submit((values) => send.mutate(values))}>
      <Field label="Email" required error={form.errors.email}>
        <Input type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
      </Field>
      <Button type="submit" variant="primary" block busy={send.isPending}>
        Send Reset Link
      </Button>
    </PostForm>
  );
}
