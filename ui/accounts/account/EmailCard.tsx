import { useState } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmailForm } from './EmailForm.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { EmailProblemNotice } from '../EmailProblemNotice.tsx';
import { VerifyEmailNotice } from '../VerifyEmailNotice.tsx';

export function EmailCard({ user }: { user: Me }) {
  const [open, setOpen] = useState(false);
  const { email, emailVerified } = user;
  return (
    <SettingsCard
      id="email"
      title={
        <>
          Email <Badge tone={emailVerified ? 'good' : 'neutral'}>{emailVerified ? 'Verified' : 'Not verified'}</Badge>
        </>
      }
      text={email}
      action={!open && <Button onClick={() => setOpen(true)}>Change email</Button>}
    >
      {open ? (
        <EmailForm user={user} onClose={() => setOpen(false)} />
      ) : (
        <>
          <EmailProblemNotice key={email} />
          <VerifyEmailNotice user={user} />
        </>
      )}
    </SettingsCard>
  );
}
