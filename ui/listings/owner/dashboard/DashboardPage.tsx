import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Me } from '#contract/accounts/accounts.ts';
import { ownerHome } from '#contract/dashboard.ts';
import { acceptInvitation } from '#contract/listings/managers.ts';
import { myListings } from '#contract/listings/own-listings.ts';
import { DashboardNav } from '#ui/accounts/DashboardNav.tsx';
import { authPath, useSession } from '#ui/base/session.ts';
import { UserLoadFailed } from '#ui/base/UserLoadFailed.tsx';
import { EmailProblemNotice } from '#ui/accounts/EmailProblemNotice.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { BillingCard } from '#ui/billing/BillingCard.tsx';
import { SalesPanel } from '#ui/billing/SalesPanel.tsx';
import { SubscriptionCard } from '#ui/billing/SubscriptionCard.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { callOf, PostForm, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Loading, NeedsScript, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { myGroups } from '#contract/groups/groups.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import css from './DashboardPage.module.css';
import { AccountCard, HelpCard } from './AccountCards.tsx';
import { TransferOffers } from '../../transfers/TransferOffers.tsx';
import { listingTabPath } from '#ui/listings/listing-tabs.ts';
import { ClaimRequests, OwnerHome } from './OwnerHome.tsx';

function Dashboard() {
  const { user, isReady, hasFailed } = useSession();
  const { pathname, search, hash } = useLocation();
  if (isReady && !user) return <Navigate to={authPath(pathname + search)} replace />;
  // Emails sent before appointments had their own page link here.
  if (/^#appointment-\d+$/.test(hash)) return <Navigate to={`/dashboard/appointments${search}${hash}`} replace />;
  return (
    <div className={layout.page}>
      <Head title="My Practice Dashboard" noindex />
      <DashboardNav />
      <header className={css.head}>
        <div>
          <h1>My Practice Dashboard</h1>
          {/* The space keeps the height of the line until the name has loaded. */}
          <p className={css.lead}>{user ? welcome(user) : '\u00a0'}</p>
        </div>
        <ButtonLink to="/add-listing" icon={<Plus />}>
          Add a listing
        </ButtonLink>
      </header>
      {user && <EmailProblemNotice key={user.email} className={css.notice} />}
      {user ? (
        <DashboardContent user={user} />
      ) : hasFailed ? (
        <UserLoadFailed />
      ) : (
        <DashboardSkeleton withoutScripts={<InvitationForm />} />
      )}
    </div>
  );
}

/** Greets a user who signed up today without “back.” */
function welcome({ name, createdAt }: Me): string {
  const isNew = Date.now() - new Date(createdAt).getTime() < 86_400_000;
  return isNew ? `Welcome, ${name}.` : `Welcome back, ${name}.`;
}

/** An invitation is the only thing here that works without scripts. */
function InvitationForm() {
  const token = new URLSearchParams(useLocation().search).get('invitation');
  const call = callOf(acceptInvitation);
  const posted = usePostedForm(call);
  if (token === null) return <NeedsScript />;
  return (
    <Card>
      {posted?.error && <Callout tone="bad">{posted.error.message}</Callout>}
      <PostForm call={call} hidden={{ token }}>
        <p>Accept the invitation to manage a listing or to join a group. Working there then needs JavaScript.</p>
        <Button type="submit" variant="primary">
          Accept the invitation
        </Button>
      </PostForm>
    </Card>
  );
}

const DashboardSkeleton = ({ withoutScripts }: { withoutScripts?: ReactNode }) => (
  <Loading label="Loading your dashboard" className={css.columns} withoutScripts={withoutScripts}>
    <Skeleton height={320} />
    <Skeleton height={320} />
  </Loading>
);

function DashboardContent({ user }: { user: Me }) {
  useAcceptInvitation();
  const payments = usePayments();
  return (
    <div className={css.columns}>
      {payments && <SalesPanel className={css.wide} />}
      <div className={css.main}>
        <TransferOffers />
        <Home user={user} />
        <ClaimRequests />
        <GroupLinks />
      </div>
      <aside className={css.aside} aria-label={payments ? 'Account and plan' : 'Account'}>
        {payments && (
          <>
            <SubscriptionCard />
            <BillingCard latest={3} />
          </>
        )}
        <AccountCard />
        <HelpCard />
      </aside>
    </div>
  );
}

function Home({ user }: { user: Me }) {
  const { data: home, error } = useQuery({ ...queryOf(ownerHome, {}), staleTime: 0 });
  if (error)
    return (
      <Callout tone="bad" title="Error loading your practice listings">
        {sentenceOf(error)}
      </Callout>
    );
  if (!home)
    return (
      <Loading label="Loading your practices">
        <Skeleton height={320} />
      </Loading>
    );
  return <OwnerHome user={user} home={home} />;
}

/** Opening the link of an invitation while signed in accepts it. */
function useAcceptInvitation(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('invitation');
  const acceptedToken = useRef<string | null>(null);
  useEffect(() => {
    if (!token || acceptedToken.current === token) return;
    acceptedToken.current = token;
    void (async () => {
      try {
        const { id, name, isGroup } = await api(acceptInvitation, { body: { token } });
        const description = isGroup ? `You’re now in ${name}.` : `You can now edit ${name}.`;
        toast({ title: 'Invitation accepted', description, variant: 'good' });
        // Cancels a request sent before the invitation was accepted, because its response lacks the new listing.
        await client.cancelQueries({ queryKey: queryOf(myListings, {}).queryKey });
        await refresh(client, '/api/user/dentists', '/api/user/home', '/api/user/groups');
        await navigate(isGroup ? `/dashboard/groups/${id}` : listingTabPath(id), { replace: true });
      } catch (error) {
        toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive', duration: 10_000 });
        await navigate('/dashboard', { replace: true });
      }
    })();
  }, [token, client, navigate]);
}

/** The groups of a person on their dashboard. Without any, those who may have one can start there. */
function GroupLinks() {
  const { data } = useQuery({ ...queryOf(myGroups, {}), staleTime: 0 });
  if (!data || (data.groups.length === 0 && !data.mayCreate)) return null;
  return (
    <Card as="section" aria-labelledby="groups" className={layout.stack}>
      <div className={layout.between}>
        <h2 id="groups" className={css.title}>
          Groups
        </h2>
        <ButtonLink to="/dashboard/groups" size="small">
          {data.groups.length === 0 ? 'Create a group' : data.mayCreate ? 'All groups' : 'Your groups'}
        </ButtonLink>
      </div>
      {data.groups.length === 0 ? (
        <p className={layout.muted}>For several locations: give people roles, and change all of them at once.</p>
      ) : (
        <ul className={layout.tight}>
          {data.groups.map(({ id, name, locations }) => (
            <li key={id}>
              <Link to={`/dashboard/groups/${id}`}>{name}</Link>{' '}
              <span className={layout.note}>{countOf(locations, ['location', 'locations'])}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export const page: Page = { Component: Dashboard };
