import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import css from '../sign-in/Accounts.module.css';
import { showServerErrors } from '../form-rules.ts';
import { useUser } from '../session.ts';

export interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Says what happens. */
  action: string;
  danger?: boolean;
  run: (password: string) => Promise<unknown>;
}

/** Before what matters a person shows once more who they are. Closes when it went well. */
export function PasswordDialog({ open, onOpenChange, title, description, action, danger, run }: PasswordDialogProps) {
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
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <Field label="Your password" required error={formState.errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('password', { required: 'Please enter your password.' })}
          />
        </Field>
        <div className={css.end}>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={formState.isSubmitting}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
