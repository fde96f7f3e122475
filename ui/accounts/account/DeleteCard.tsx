import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteAccount } from '#contract/accounts/accounts.ts';
import { mySubscription } from '#contract/billing/billing.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { forgetSession, useUser } from '#ui/base/session.ts';

export function DeleteCard() {
  const [open, setOpen] = useState(false);
  const user = useUser();
  const { data: subscription } = useQuery({
    ...queryOf(mySubscription, {}),
    enabled: user !== null && user.subscriptionPlan !== 'free',
    staleTime: 0,
  });
  const mustCancelPlan = subscription?.canCancel ?? false;
  const remove = async (password: string) => {
    await api(deleteAccount, { body: { password } });
    forgetSession();
    toast({ title: 'Account deleted', description: 'Your account has been deleted.' });
  };
  return (
    <SettingsCard
      id="delete"
      title="Delete account"
      text="Your practices stay in the directory without an owner, and we'll remove your name from your claims. This cannot be undone."
      action={
        <Button variant="danger" disabled={mustCancelPlan} onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
      {mustCancelPlan && subscription && (
        <Callout tone="warn" title={`Cancel ${subscription.planName} first`}>
          <p>
            Otherwise you would be charged again. You can delete your account as soon as the plan is canceled.{' '}
            <Link to="/dashboard/billing">Cancel your plan</Link>
          </p>
        </Callout>
      )}
      <PasswordDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="You'll lose access to your listings and be signed out. This action cannot be undone."
        actionLabel="Delete my account"
        danger
        run={remove}
      />
    </SettingsCard>
  );
}
