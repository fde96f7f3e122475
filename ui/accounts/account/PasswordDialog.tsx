import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { schemas } from '../form-schemas.ts';
import { useUser } from '#ui/base/session.ts';

export interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  actionLabel: string;
  danger?: boolean;
  /** Also asks for a code of two-factor login. */
  withCode?: boolean;
  run: (password: string, code: string) => Promise<unknown>;
}

/** Asks for the password again before a sensitive change. Closes once the change succeeds. */
export function PasswordDialog({
  open,
  onOpenChange,
  title,
  description,
  actionLabel,
  danger,
  withCode = false,
  run,
}: PasswordDialogProps) {
  const user = useUser();
  const form = useAppForm({
    defaultValues: { password: '', code: '' },
    keep: 'secret',
    schema: withCode ? schemas.turnOffTwoFactor : schemas.password,
  });
  const change = (next: boolean) => {
    form.reset();
    onOpenChange(next);
  };
  const confirm = useMutation({
    mutationFn: ({ password, code }: typeof form.values) => run(password, code),
    onSuccess: () => change(false),
    onError: (error) => form.showError(error, 'password'),
  });
  return (
    <Dialog title={title} description={description} width="narrow" open={open} onOpenChange={change}>
      <Form onSubmit={form.submit((values) => confirm.mutate(values))}>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <Field label="Your password" required error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.field('password')} />
        </Field>
        {withCode && (
          <Field
            label="Code"
            required
            hint="From your authenticator app, or one of your recovery codes."
            error={form.errors.code}
          >
            <Input autoComplete="one-time-code" spellCheck={false} {...form.field('code')} />
          </Field>
        )}
        <FormActions>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={confirm.isPending}>
            {actionLabel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
