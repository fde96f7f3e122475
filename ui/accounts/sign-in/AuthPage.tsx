import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { viewInvitation } from '#contract/listings/managers.ts';
import { getDentist } from '#contract/listings/listings.ts';
import { viewTransfer } from '#contract/listings/transfers.ts';
import { claimAfter } from '#shared/claim-after.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { api, type Call } from '#ui/base/platform/api.ts';
import { AuthForms } from './AuthForms.tsx';
import { CardPage } from './CardPage.tsx';
import { ResetForm, resetTexts } from './ResetForm.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { nextPath, useSession } from '#ui/base/session.ts';

const UserLoadFailed = lazy(async () => ({ default: (await import('#ui/base/UserLoadFailed.tsx')).UserLoadFailed }));

const why = 'For practices: claim your listing and keep it up to date.';
const whyFree =
  'A free account costs nothing and needs no card. Patients find your basic listing as it is; upgrade when you want to claim and edit it.';

function AuthPage() {
  const brand = useBrand();
  const { user, hasFailed } = useSession();
  const payments = usePayments();
  const { search, state } = useLocation() as { search: string; state: { passwordChanged?: boolean } | null };
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const invitation = useQuery(invitationQuery(search));
  const hrefOf = (form: 'login' | 'signup' | 'reset') => {
    const next = query.get('next');
    const params = new URLSearchParams(next === null ? {} : { next });
    if (form === 'signup') params.set('tab', 'signup');
    if (form === 'reset') params.set('reset', '1');
    return params.size > 0 ? `/auth?${params.toString()}` : '/auth';
  };
  if (user) {
    const mustEnroll = user.twoFactor.required && !user.twoFactor.enabled;
    return <Navigate to={mustEnroll ? '/account' : nextPath(search)} replace />;
  }
  const reset = query.get('reset');
  if (reset !== null)
    return (
      <CardPage title={resetTexts.title} lead={resetTexts.description}>
        <Head title={resetTexts.title} noindex />
        {reset === 'sent' ? (
          <Callout tone="good" title="Reset email sent" announce>
            If there is an account with this address, we've emailed a reset link.
          </Callout>
        ) : (
          <ResetForm onSent={() => void navigate('/auth?reset=sent', { replace: true })} />
        )}
        <ButtonLink to={hrefOf('login')} block variant="quiet">
          Back to login
        </ButtonLink>
      </CardPage>
    );
  return (
    <CardPage
      title={`Welcome to ${brand}`}
      lead={invitation.data ? invitation.data.lead : query.get('plan') === 'free' && payments ? whyFree : why}
      hasMark
    >
      <Head title="Login" description={`Login to ${brand} or create an account.`} noindex />
      {(state?.passwordChanged || query.has('changed')) && (
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
          hrefOf={hrefOf}
          email={invitation.data?.email}
        />
      )}
    </CardPage>
  );
}

interface Invitation {
  lead: string;
  email?: string;
  hasAccount?: boolean;
}

async function loadInvitation(token: string, call: Call): Promise<Invitation> {
  const { inviter, listing, place, email, hasAccount } = await call(viewInvitation, { body: { token } });
  const what = [listing, place].filter(Boolean).join(', ');
  const lead = `${inviter} invites you to manage ${what}. Log in or sign up with the invited address to accept.`;
  return { lead, email, hasAccount };
}

async function loadOffer(id: string, token: string, call: Call): Promise<Invitation> {
  const { from, listing, email, hasAccount } = await call(viewTransfer, { params: { id }, body: { token } });
  const what = [listing.practiceName ?? listing.name, listing.place].filter(Boolean).join(', ');
  const lead = `${from ?? 'Its owner'} offers you the listing of ${what}. Log in or sign up with the address that got the offer.`;
  return { lead, email: email ?? '', hasAccount };
}

/** Null for a deleted listing, which doesn't keep anyone from logging in. */
async function loadClaim(id: string, call: Call): Promise<Invitation | null> {
  const listing = await call(getDentist, { params: { id } }).catch(() => null);
  if (!listing) return null;
  const { name, city, state } = listing;
  const place = [city, state].filter(Boolean).join(', ');
  return { lead: `Log in or sign up to claim ${name}${place && ` in ${place}`}. You continue there.` };
}

/** The invitation, the offer of a listing, or the claim that the page leads to after the login. */
function invitationQuery(search: string, call: Call = api) {
  const { pathname, searchParams } = new URL(nextPath(search), 'https://here.invalid');
  const offerId = /^\/transfer\/(\d+)$/.exec(pathname)?.[1];
  const token = searchParams.get(offerId ? 'token' : 'invitation');
  const claimId = claimAfter(search);
  return {
    queryKey: ['invitation', offerId, token, claimId],
    queryFn: () =>
      claimId
        ? loadClaim(claimId, call)
        : offerId
          ? loadOffer(offerId, token ?? '', call)
          : loadInvitation(token ?? '', call),
    enabled: token !== null || claimId !== null,
  };
}

export const page: Page = {
  Component: AuthPage,
  async load({ cache, call, server, url }) {
    const query = invitationQuery(url.search, call);
    // An invitation that has ended leaves the plain forms.
    if (server && query.enabled) await cache.prefetchQuery(query);
  },
};
