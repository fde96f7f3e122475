import { useEffect, useEffectEvent } from 'react';
import type { Me } from '#contract/accounts.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { AuthForms } from './AuthForms.tsx';
import { useUser } from '../session.ts';

export interface AuthDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title?: string;
  description?: string;
  start?: 'login' | 'signup';
  /** Called once when somebody has signed in or up here; the dialog has closed by then. */
  onSignedIn?: (user: Me) => void;
}

/** Signing in without leaving the page, for flows that need an account half way. */
export function AuthDialog({ open, onOpenChange, title, description, start, onSignedIn }: AuthDialogProps) {
  const user = useUser();
  const finish = useEffectEvent((who: Me) => {
    onOpenChange(false);
    onSignedIn?.(who);
  });
  useEffect(() => {
    if (open && user) finish(user);
  }, [open, user]);
  return (
    <Dialog
      title={title ?? 'Login or sign up'}
      description={description}
      width="narrow"
      open={open && !user}
      onOpenChange={onOpenChange}
    >
      <AuthForms names="two" start={start} />
    </Dialog>
  );
}
