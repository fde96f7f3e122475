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
  /** Called after the dialog closes with a login or sign-up. */
  onSignedIn?: (user: Me) => void;
}

/** Login without leaving the page, for flows that need an account halfway through. */
export function AuthDialog({ open, onOpenChange, title, description, start, onSignedIn }: AuthDialogProps) {
  const user = useUser();
  const finish = useEffectEvent((signedInUser: Me) => {
    onOpenChange(false);
    onSignedIn?.(signedInUser);
  });
  useEffect(() => {
    if (open && user) finish(user);
  }, [open, user]);
  return (
    <Dialog
      title={title ?? 'Log in or sign up'}
      description={description}
      width="narrow"
      open={open && !user}
      onOpenChange={onOpenChange}
    >
      <AuthForms names="two" start={start} />
    </Dialog>
  );
}
