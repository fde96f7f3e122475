import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { viewInvitation } from '#contract/listings/managers.ts';
import { viewTransfer } from '#contract/listings/transfers.ts';
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
      lead={invitation.data ? invitation.data.lead : query.get('plan') === 'free' ? whyFree : why}
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

interface Invitation {
  lead: string;
  email: string;
  hasAccount: boolean;
}

async function loadInvitation(token: string): Promise<Invitation> {
  const { inviter, listing, place, email, hasAccount } = await api(viewInvitation, { body: { token } });
  const what = [listing, place].filter(Boolean).join(', ');
  const lead = `${inviter} invites you to manage ${what}. Log in or sign up with the invited address to accept.`;
  return { lead, email, hasAccount };
}

async function loadOffer(id: string, token: string): Promise<Invitation> {
  const { from, listing, email, hasAccount } = await api(viewTransfer, { params: { id }, body: { token } });
  const what = [listing.practiceName ?? listing.name, listing.place].filter(Boolean).join(', ');
  const lead = `${from ?? 'Its owner'} offers you the listing of ${what}. Log in or sign up with the address that got the offer.`;
  return { lead, email: email ?? '', hasAccount };
}

/** The invitation, or the offer of a listing, that the page leads to after the login. */
function useInvitation(search: string) {
  const { pathname, searchParams } = new URL(nextPath(search), 'https://here.invalid');
  const offerId = /^\/transfer\/(\d+)$/.exec(pathname)?.[1];
  const token = searchParams.get(offerId ? 'token' : 'invitation');
  return useQuery({
    queryKey: ['invitation', offerId, token],
    queryFn: () => (offerId ? loadOffer(offerId, token ?? '') : loadInvitation(token ?? '')),
    enabled: token !== null,
  });
}

export const page: Page = { Component: AuthPage };
