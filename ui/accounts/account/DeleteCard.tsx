import { useState } from 'react';
import { deleteAccount } from '#contract/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { forgetSession } from '../session.ts';

export function DeleteCard() {
  const [open, setOpen] = useState(false);
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
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
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
