import { useEffect, useEffectEvent, useState } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { AuthForms } from './AuthForms.tsx';
import { useUser } from '#ui/base/session.ts';

interface AuthDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Follows the tab. */
  titles?: Record<'login' | 'signup', string>;
  description?: string;
  start?: 'login' | 'signup';
  /** Called after the dialog closes with a login or sign-up. */
  onSignedIn?: (user: Me) => void;
}

/** Login without leaving the page, for flows that need an account halfway through. */
export function AuthDialog({ open, onOpenChange, titles, description, start = 'login', onSignedIn }: AuthDialogProps) {
  const user = useUser();
  const [tab, setTab] = useState(start);
  const finish = useEffectEvent((signedInUser: Me) => {
    onOpenChange(false);
    onSignedIn?.(signedInUser);
  });
  useEffect(() => {
    if (open && user) finish(user);
  }, [open, user]);
  return (
    <Dialog
      title={titles?.[tab] ?? 'Log in or sign up'}
      description={description}
      width="narrow"
      open={open && !user}
      onOpenChange={onOpenChange}
    >
      <AuthForms names="two" start={start} onTabChange={setTab} />
    </Dialog>
  );
}
