import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { viewTransfer, type TransferOffer } from '#contract/listings/transfers.ts';
import { authPath, useSession } from '#ui/base/session.ts';
import { UserLoadFailed } from '#ui/base/UserLoadFailed.tsx';
import { VerifyEmailNotice } from '#ui/accounts/VerifyEmailNotice.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { listingTabPath } from '../listing-tabs.ts';
import { AnswerOffer } from './AnswerOffer.tsx';
import { PayFee } from './PayFee.tsx';
import { Points } from './Points.tsx';
import css from './TransferPage.module.css';
import { describeEnd, describeListing } from './transfer-text.ts';

/**
 * An offer as its recipient sees it, from the email to the finished transfer. The step depends only on what the server
 * knows, so the page resumes after a login, a reload, a declined card, or on another device.
 */
function TransferPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const token = search.get('token') ?? undefined;
  const { user, isReady, hasFailed } = useSession();
  const queryKey = ['transfer', id, token, user?.id, user?.emailVerified];
  const { data: offer, error } = useQuery({
    queryKey,
    queryFn: () => api(viewTransfer, { params: { id }, body: token ? { token } : {} }),
    enabled: isReady,
    staleTime: 0,
  });
  const client = useQueryClient();
  const reload = useCallback(() => client.invalidateQueries({ queryKey: ['transfer', id] }), [client, id]);
  const title = offer?.status === 'done' && offer.isRecipient ? 'You own this listing' : 'A listing for you';
  return (
    <div className={layout.text}>
      <Head title="Transfer of a listing" noindex />
      <header className={layout.head}>
        <h1>{offer ? describeListing(offer.listing) : title}</h1>
        {offer && (
          <p className={layout.lead}>{[offer.listing.place, describeOffer(offer)].filter(Boolean).join(' · ')}</p>
        )}
      </header>
      {hasFailed ? (
        <UserLoadFailed />
      ) : error ? (
        <Callout tone="warn" title={sentenceOf(error)}>
          {!user && (
            <p>
              <Link to={authPath(`/transfer/${id}`)}>Log in</Link> with the address that the offer was sent to.
            </p>
          )}
        </Callout>
      ) : !offer ? (
        <Loading label="Loading the offer">
          <Skeleton height={320} />
        </Loading>
      ) : (
        <Card as="section" className={css.card} aria-labelledby="step">
          <Step offer={offer} token={token} onChange={reload} />
        </Card>
      )}
    </div>
  );
}

const describeOffer = ({ from, status, expiresAt }: TransferOffer): string | null =>
  status === 'offered' ? `Offered by ${from ?? 'its owner'} until ${formatLocalDate(expiresAt)}` : null;

interface StepProps {
  offer: TransferOffer;
  token: string | undefined;
  onChange: () => Promise<void>;
}

function Step({ offer, token, onChange }: StepProps) {
  const { user } = useSession();
  const end = describeEnd(offer.status, offer.from);
  if (end)
    return (
      <>
        <h2 id="step">{end.title}</h2>
        <p>{end.text}</p>
        <div className={layout.row}>
          <ButtonLink to="/find-practice">Find your practice</ButtonLink>
        </div>
      </>
    );
  if (offer.status === 'done') return <Done offer={offer} />;
  if (!user) return <LogIn offer={offer} token={token} />;
  if (!offer.isRecipient)
    return user.email === offer.email ? (
      <>
        <h2 id="step">One step before you accept</h2>
        <VerifyEmailNotice user={user} />
      </>
    ) : (
      <>
        <h2 id="step">This offer is for someone else</h2>
        <p>
          It was sent to <strong>{offer.email}</strong>. You are logged in as {user.email}. Log out, and log in with the
          other address to accept it.
        </p>
      </>
    );
  return offer.status === 'paying' ? (
    <PayFee offer={offer} onChange={onChange} />
  ) : (
    <AnswerOffer offer={offer} onChange={onChange} />
  );
}

function LogIn({ offer, token }: { offer: TransferOffer; token: string | undefined }) {
  const next = authPath(`/transfer/${offer.id}${token ? `?token=${token}` : ''}`);
  return (
    <>
      <h2 id="step">{offer.from ?? 'The owner'} wants to transfer this listing to you</h2>
      <p>
        {offer.hasAccount ? 'Log in' : 'Sign up'} with <strong>{offer.email}</strong> to see the details and accept. You
        come back here afterwards.
      </p>
      <div className={layout.row}>
        <ButtonLink to={offer.hasAccount ? next : `${next}&tab=signup`} variant="primary">
          {offer.hasAccount ? 'Log in' : 'Sign up'}
        </ButtonLink>
        <ButtonLink to={offer.listing.href}>See the listing</ButtonLink>
      </div>
    </>
  );
}

function Done({ offer: { isRecipient, listing } }: { offer: TransferOffer }) {
  const { user } = useSession();
  const payments = usePayments();
  if (!isRecipient)
    return (
      <>
        <h2 id="step">This listing has a new owner</h2>
        <p>The offer was accepted. If that was you, log in to manage the listing.</p>
        <div className={layout.row}>
          <ButtonLink to={authPath(listingTabPath(listing.id))}>Log in</ButtonLink>
        </div>
      </>
    );
  const hasPlan = user?.canClaimPractice;
  return (
    <>
      <h2 id="step">You own this listing now</h2>
      <p>What happens next:</p>
      <Points>
        <li>Check the hours, services, and contact details. You can edit them now.</li>
        <li>We check within 2-3 business days that you run the practice. We email you when we're done.</li>
        <li>
          {!payments
            ? 'Photos, the website link, and insights are included.'
            : hasPlan
              ? 'Your plan covers it, with photos, the website link, and insights.'
              : 'Photos, the website link, and insights are part of a paid plan. What is there now is kept.'}
        </li>
      </Points>
      <div className={layout.row}>
        <ButtonLink to={listingTabPath(listing.id)} variant="primary">
          Open the listing
        </ButtonLink>
        {!hasPlan && <ButtonLink to={`/pricing?next=${listingTabPath(listing.id)}`}>See plans</ButtonLink>}
      </div>
    </>
  );
}

export const page: Page = { Component: TransferPage };
