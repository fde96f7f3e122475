import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Reply } from '#contract/endpoint.ts';
import { viewInvitation } from '#contract/managers.ts';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { api } from '#ui/platform/api.ts';
import { AuthForms } from './AuthForms.tsx';
import { CardPage } from './CardPage.tsx';
import { nextPath, useSession } from '../session.ts';

const UserLoadFailed = lazy(async () => ({ default: (await import('../UserLoadFailed.tsx')).UserLoadFailed }));

const why = 'For practices: claim your listing and keep it up to date.';
const whyFree =
  'A free account costs nothing and needs no card. Patients find your basic listing as it is; upgrade when you want to claim and edit it.';

function AuthPage() {
  const { user, hasFailed } = useSession();
  const { search, state } = useLocation() as { search: string; state: { passwordChanged?: boolean } | null };
  const query = new URLSearchParams(search);
  const invitation = useInvitation(search);
  if (user) {
    const mustEnroll = user.twoFactor.required && !user.twoFactor.enabled;
    return <Navigate to={mustEnroll ? '/account' : nextPath(search)} replace />;
  }
  return (
    <CardPage
      title="Welcome to Enamel"
      lead={invitation.data ? describeInvitation(invitation.data) : query.get('plan') === 'free' ? whyFree : why}
      hasMark
    >
      <Head title="Login" description="Login to Enamel or create an account." noindex />
      {state?.passwordChanged && (
        <Callout tone="good" announce>
          Password changed. Log in.
        </Callout>
      )}
      {hasFailed ? (
        <Suspense fallback={null}>
          <UserLoadFailed />
        </Suspense>
      ) : invitation.isLoading ? (
        <Skeleton height={320} />
      ) : (
        <AuthForms
          names="one"
          start={query.get('tab') === 'signup' || invitation.data?.hasAccount === false ? 'signup' : 'login'}
          reset={query.has('reset')}
          email={invitation.data?.email}
        />
      )}
    </CardPage>
  );
}

const describeInvitation = ({ inviter, listing, place }: Reply<typeof viewInvitation>): string =>
  `${inviter} invites you to manage ${[listing, place].filter(Boolean).join(', ')}. Log in or sign up with the invited address to accept.`;

/** The invitation that the page leads to after the login. */
function useInvitation(search: string) {
  const token = new URLSearchParams(nextPath(search).split('?')[1]?.split('#')[0]).get('invitation');
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api(viewInvitation, { body: { token: token ?? '' } }),
    enabled: token !== null,
  });
}

export const page: Page = { Component: AuthPage };
