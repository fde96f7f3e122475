import { useState } from 'react';
import { deleteAccount } from '#contract/accounts.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import css from './Account.module.css';
import { PasswordDialog } from './PasswordDialog.tsx';
import { forgetSession } from '../session.ts';

export function DeleteCard() {
  const [open, setOpen] = useState(false);
  const remove = async (password: string) => {
    await api(deleteAccount, { body: { password } });
    forgetSession();
    toast({ title: 'Account deleted', description: 'Your account is gone. Thank you for having been here.' });
  };
  return (
    <Card as="section" aria-labelledby="delete">
      <div className={css.row}>
        <div className={css.words}>
          <h2 id="delete" className={css.title}>
            Delete account
          </h2>
          <p className={css.soft}>
            Your practices stay in the directory without an owner, and your name leaves every claim. This cannot be
            undone.
          </p>
        </div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      <PasswordDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="Your listings are released and your sign-ins end. This action cannot be undone."
        action="Delete my account"
        danger
        run={remove}
      />
    </Card>
  );
}
