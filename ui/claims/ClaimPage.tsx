import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBlocker, useNavigate, useParams } from 'react-router-dom';
import { getMe } from '#contract/accounts/accounts.ts';
import { myClaims, type OwnClaim } from '#contract/claims/claims.ts';
import { getDentist, listingPath, type Profile } from '#contract/listings/listings.ts';
import { startClaim } from '#contract/claims/started-claims.ts';
import { VerifyEmailNotice } from '#ui/accounts/VerifyEmailNotice.tsx';
import { authPath, useSession, useUser } from '#ui/base/session.ts';
import { UserLoadFailed } from '#ui/base/UserLoadFailed.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { PlanOffer } from '#ui/billing/PlanOffer.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ClaimForm } from './ClaimForm.tsx';
import css from './ClaimPage.module.css';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import { claimPath } from './claim-path.ts';

const steps = ['Account', 'Plan', 'Your claim', 'Review'] as const;

/**
 * Takes a person from an account to a sent claim. The step depends only on what the server knows of the person, so the page
 * resumes after a reload, a login, a payment, or on another device.
 */
function ClaimPage() {
  const { id = '' } = useParams();
  const { user, isReady, hasFailed } = useSession();
  const { data: listing, error } = useQuery({
    ...queryOf(getDentist, { params: { id } }),
    enabled: /^\d+$/.test(id),
    // The server may not know the person, and then its listing doesn't name them as the owner.
    refetchOnMount: 'always',
  });
  const { data: claims } = useQuery({ ...queryOf(myClaims, {}), enabled: user !== null });
  const claim = claims?.find(({ dentistId, status }) => dentistId === listing?.id && status === 'pending');
  const isMissing = !/^\d+$/.test(id) || (error instanceof ApiError && error.status === 404);
  const isLoading = !isMissing && !error && (!listing || !isReady || (user && !claims));
  const step = !user ? 0 : claim ? 3 : !user.canClaimPractice ? 1 : 2;
  return (
    <div className={layout.text}>
      <Head title="Claim Your Practice" noindex />
      <header className={layout.head}>
        <h1>{listing ? `Claim ${listing.name}` : 'Claim your practice'}</h1>
        {listing && <p className={layout.lead}>{describePlace(listing)}</p>}
      </header>
      {hasFailed ? (
        <UserLoadFailed />
      ) : isLoading ? (
        <Loading label="Loading your claim" withoutScripts={listing && <WithoutScripts listing={listing} />}>
          <Skeleton height={360} />
        </Loading>
      ) : isMissing ? (
        <Callout tone="warn" title="We couldn't find this listing">
          <p>
            It may have been merged or removed. <Link to="/find-practice">Find your practice</Link>
          </p>
        </Callout>
      ) : !listing ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : listing.claimed ? (
        <AlreadyClaimed listing={listing} isOwn={user !== null && listing.userId === user.id} />
      ) : (
        <>
          <Steps current={step} />
          {step === 0 && <AccountStep listing={listing} />}
          {step === 1 && <PlanStep listing={listing} />}
          {step === 2 && <ClaimStep key={listing.id} listing={listing} />}
          {claim && <ReviewStep claim={claim} />}
        </>
      )}
    </div>
  );
}

/** The server renders pages for visitors, so it knows the person only here, where scripts don't take over. */
function WithoutScripts({ listing }: { listing: Profile }) {
  const { data: user } = useQuery({ ...queryOf(getMe, {}), enabled: false });
  const { data: claims } = useQuery({ ...queryOf(myClaims, {}), enabled: false });
  const claim = claims?.find(({ dentistId, status }) => dentistId === listing.id && status === 'pending');
  if (listing.claimed) return <AlreadyClaimed listing={listing} isOwn={false} />;
  if (!user) return <AccountStep listing={listing} />;
  if (claim) return <ReviewStep claim={claim} />;
  if (!user.canClaimPractice)
    return (
      <Callout title="Paying needs JavaScript">
        Claiming is part of the Professional plan, and our payment provider’s form runs in your browser. Please turn
        JavaScript on and reload this page.
      </Callout>
    );
  return (
    <Card as="section" className={css.step} aria-labelledby="step">
      <h2 id="step">Show us that you run it</h2>
      <p>We review every request within 2-3 business days.</p>
      <ClaimForm listing={listing} user={user} onSent={ignore} onCancel={ignore} />
    </Card>
  );
}
const ignore = () => {};

const describePlace = ({ address, city, state, zipCode }: Profile): string =>
  [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

function Steps({ current }: { current: number }) {
  const payments = usePayments();
  return (
    <ol className={css.steps} aria-label="Steps of your claim">
      {steps.map((name, index) =>
        name === 'Plan' && !payments ? null : (
          <li
            key={name}
            aria-current={index === current ? 'step' : undefined}
            data-state={index < current ? 'done' : index === current ? 'current' : 'next'}
          >
            {name}
            {index < current && <span className="hidden-text">, done</span>}
          </li>
        ),
      )}
    </ol>
  );
}

function AlreadyClaimed({ listing, isOwn }: { listing: Profile; isOwn: boolean }) {
  return (
    <Callout title={isOwn ? 'You manage this practice' : 'This practice has already been claimed'}>
      <p>
        {isOwn ? (
          <Link to="/dashboard">Open your dashboard</Link>
        ) : (
          <>
            If you run it, <Link to="/contact">write to us</Link> and we will look into it.{' '}
            <Link to={listingPath(listing)}>Back to the listing</Link>
          </>
        )}
      </p>
    </Callout>
  );
}

function AccountStep({ listing }: { listing: Profile }) {
  const next = authPath(claimPath(listing.id));
  return (
    <Card as="section" className={css.step} aria-labelledby="step">
      <h2 id="step">First, an account</h2>
      <p>Your claim and your listing belong to it. You come back here afterwards.</p>
      <div className={css.actions}>
        <ButtonLink to={`${next}&tab=signup`} variant="primary">
          Create an account
        </ButtonLink>
        <ButtonLink to={next}>Log in</ButtonLink>
      </div>
    </Card>
  );
}

function PlanStep({ listing }: { listing: Profile }) {
  useStartedClaim(listing.id);
  return (
    <Card as="section" className={css.step} aria-labelledby="step">
      <h2 id="step">Choose a plan</h2>
      <p>
        Claiming is part of the Professional plan. One plan covers all of your practices, and your first payment has a
        money-back guarantee. After you pay, the claim form opens here.
      </p>
      <PlanOffer next={claimPath(listing.id)} />
    </Card>
  );
}

function ClaimStep({ listing }: { listing: Profile }) {
  const navigate = useNavigate();
  const user = useUser();
  const [unsaved, setUnsaved] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useStartedClaim(listing.id);
  return (
    <Card as="section" className={css.step} aria-labelledby="step">
      <h2 id="step">Show us that you run it</h2>
      <p>What you type is kept on this device until you send it. We review every request within 2-3 business days.</p>
      <ClaimForm
        listing={listing}
        user={user}
        onSent={() => setUnsaved(false)}
        onCancel={() => void navigate(listingPath(listing))}
        onUnsaved={setUnsaved}
      />
      <Confirm
        title="Leave without sending?"
        description="We keep what you typed on this device, but not the files you chose."
        action="Leave without sending"
        cancel="Keep editing"
        danger
        open={blocker.state === 'blocked'}
        onOpenChange={(open) => !open && blocker.state === 'blocked' && blocker.reset()}
        onConfirm={() => blocker.proceed?.()}
      />
    </Card>
  );
}

function ReviewStep({ claim }: { claim: OwnClaim }) {
  const user = useUser();
  return (
    <Card as="section" className={css.step} aria-labelledby="step">
      <h2 id="step">What happens next</h2>
      {user && <VerifyEmailNotice user={user} />}
      <ClaimTimeline claim={claim} />
      <ul className={css.next}>
        <li>
          We compare what you sent with what we know about the practice. We may call it, or mail it a letter with a PIN.
        </li>
        <li>If something is missing, we ask you by email at {claim.requestorEmail}. You answer from your dashboard.</li>
        <li>Once we approve the claim, the listing appears in your dashboard and you can edit it at once.</li>
      </ul>
      <div className={css.actions}>
        <ButtonLink to="/dashboard#claims" variant="primary">
          Go to your dashboard
        </ButtonLink>
        <ButtonLink to="/find-practice">Claim another practice</ButtonLink>
      </div>
    </Card>
  );
}

/** Saves the claim for the dashboard on every device. This page works even if that fails. */
function useStartedClaim(dentistId: number): void {
  useEffect(() => {
    api(startClaim, { body: { dentistId } }).catch((error: unknown) =>
      console.warn('The started claim was not saved.', String(error)),
    );
  }, [dentistId]);
}

export const page: Page = {
  Component: ClaimPage,
  async load({ cache, call, params, server }) {
    if (!server || !/^\d+$/.test(params['id'] ?? '')) return;
    const id = params['id']!;
    await Promise.all([
      cache.prefetchQuery(queryOf(getDentist, { params: { id } }, call)),
      cache.prefetchQuery(queryOf(getMe, {}, call)),
      cache.prefetchQuery(queryOf(myClaims, {}, call)),
    ]);
  },
};
