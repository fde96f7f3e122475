import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Me } from '#contract/accounts/accounts.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { DashboardNav } from '../DashboardNav.tsx';
import css from './AccountPage.module.css';
import { ApiKeysCard } from './ApiKeysCard.tsx';
import { DeleteCard } from './DeleteCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SignedIn } from '../SignedIn.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';
import { WebhooksCard } from './webhooks/WebhooksCard.tsx';
import { MyDataButton } from '#ui/insights/MyDataButton.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmailForm } from './EmailForm.tsx';
import { EmailProblemNotice } from '../EmailProblemNotice.tsx';
import { VerifyEmailNotice } from '../VerifyEmailNotice.tsx';

function EmailCard({ user }: { user: Me }) {
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

const DataCard = () => (
  <SettingsCard
    id="data"
    title="Your data"
    text="Everything we store about your account, in one file."
    action={<MyDataButton />}
  />
);

function Account({ user }: { user: Me }) {
  const cache = useQueryClient();
  const onChanged = () => void refresh(cache, '/api/auth/sessions');
  const { hash } = useLocation();
  // Emails link to a section, which appears only after the browser has looked for the hash.
  useEffect(() => {
    if (/^#[a-z-]+$/.test(hash)) document.querySelector(hash)?.scrollIntoView();
  }, [hash]);
  const mustEnroll = user.twoFactor.required && !user.twoFactor.enabled;
  return (
    <div className={layout.page}>
      {!mustEnroll && <DashboardNav />}
      <section className={css.page}>
        <h1>Your account</h1>
        {mustEnroll && (
          <Callout tone="warn" title="Please set up two-factor sign-in" announce>
            Administrators must use it. You can continue once it is on.
          </Callout>
        )}
        {!mustEnroll && (
          <>
            <ProfileCard user={user} />
            <EmailCard user={user} />
          </>
        )}
        <TwoFactorCard user={user} onChanged={onChanged} />
        <PasswordCard user={user} onChanged={onChanged} />
        {!mustEnroll && (
          <>
            <PasskeysCard />
            <SessionsCard />
            <ApiKeysCard />
            <WebhooksCard />
            <NotificationsCard />
            <DataCard />
            <DeleteCard />
          </>
        )}
      </section>
    </div>
  );
}

export const page: Page = {
  Component: () => (
    <>
      <Head title="Your account" noindex />
      <SignedIn>{(user) => <Account user={user} />}</SignedIn>
    </>
  ),
};
