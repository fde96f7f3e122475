import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { showServerErrors } from '../form-rules.ts';
import { useUser } from '../session.ts';

export interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  actionLabel: string;
  danger?: boolean;
  run: (password: string) => Promise<unknown>;
}

/** Asks for the password again before a sensitive change. Closes once the change succeeds. */
export function PasswordDialog({
  open,
  onOpenChange,
  title,
  description,
  actionLabel,
  danger,
  run,
}: PasswordDialogProps) {
  const user = useUser();
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { password: '' } });
  const change = (next: boolean) => {
    reset();
    onOpenChange(next);
  };
  const submit = handleSubmit(async ({ password }) => {
    try {
      await run(password);
      change(false);
    } catch (error) {
      showServerErrors(error, setError, ['password'], 'password');
    }
  });
  return (
    <Dialog title={title} description={description} width="narrow" open={open} onOpenChange={change}>
      <Form onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <Field label="Your password" required error={formState.errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('password', { required: 'Please enter your password.' })}
          />
        </Field>
        <FormActions>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={formState.isSubmitting}>
            {actionLabel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
