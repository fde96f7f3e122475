import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cancelEmailChange, resendVerification, type Me } from '#contract/accounts/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { loadUser, updateUser, useUser } from '../base/session.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './VerifyEmailNotice.module.css';

/** Asks the user to open the emailed link to a new address, or to an unverified one. Otherwise renders nothing. */
export function VerifyEmailNotice({ user, className }: { user: Me; className?: string | undefined }) {
  const { emailVerified, email, pendingEmail } = user;
  if (emailVerified && pendingEmail === null) return null;
  return (
    <Callout
      title={pendingEmail ? 'Confirm your new email address' : 'Verify your email address'}
      {...(className && { className })}
    >
      <p>
        We sent a link to <strong className={layout.breakable}>{pendingEmail ?? email}</strong>.{' '}
        {pendingEmail ? `Until you open it, you log in with ${email}.` : 'Verify it to speed up your claim.'}
      </p>
      <div className={css.actions}>
        <VerifyEmailButtons />
      </div>
    </Callout>
  );
}

/** Sends the link again, or ends the change to the new address. */
export function VerifyEmailButtons() {
  const user = useUser();
  const address = user?.pendingEmail ?? user?.email;
  const resend = useMutation({
    mutationFn: () => api(resendVerification, {}),
    onSuccess: () => toast({ title: 'Email sent', description: `We sent a link to ${address}.`, variant: 'good' }),
    onError: (error) => toast({ title: 'Email not sent', description: sentenceOf(error), variant: 'destructive' }),
  });
  const cancel = useMutation({
    mutationFn: () => api(cancelEmailChange, {}),
    onSuccess(me) {
      updateUser(me);
      toast({ title: 'Change canceled', description: `Your email address stays ${me.email}.`, variant: 'good' });
    },
    onError: (error) => toast({ title: 'Not canceled', description: sentenceOf(error), variant: 'destructive' }),
  });
  // The link opens in another tab, so the user comes back to this one with a verified address.
  useEffect(() => {
    const reload = () => void loadUser();
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, []);
  return (
    <>
      <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
        Send the link again
      </Button>
      {user?.pendingEmail && (
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the change
        </Button>
      )}
    </>
  );
}
