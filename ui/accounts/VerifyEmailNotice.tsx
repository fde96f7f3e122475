import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { resendVerification, type Me } from '#contract/accounts/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { loadUser } from './session.ts';
import css from './VerifyEmailNotice.module.css';

/** Asks the user to open the emailed link. Renders nothing once the address is verified. */
export function VerifyEmailNotice({ user, className }: { user: Me; className?: string | undefined }) {
  const { emailVerified, email } = user;
  const resend = useMutation({
    mutationFn: () => api(resendVerification, {}),
    onSuccess: () => toast({ title: 'Email sent', description: `We sent a link to ${email}.`, variant: 'good' }),
    onError: (error) => toast({ title: 'Email not sent', description: sentenceOf(error), variant: 'destructive' }),
  });
  // The link opens in another tab, so the user comes back to this one with a verified address.
  useEffect(() => {
    if (emailVerified) return;
    const reload = () => void loadUser();
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, [emailVerified]);
  if (emailVerified) return null;
  return (
    <Callout title="Verify your email address" {...(className && { className })}>
      <p>
        We sent a link to <strong className={css.email}>{email}</strong>. Open it so that your address counts when you
        claim a practice or accept an invitation.
      </p>
      <Button size="small" className={css.resend} busy={resend.isPending} onClick={() => resend.mutate()}>
        Send the link again
      </Button>
    </Callout>
  );
}
