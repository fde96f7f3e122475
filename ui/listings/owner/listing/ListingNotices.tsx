import type { OwnListing } from '#contract/listings/own-listings.ts';
import { useUser } from '#ui/base/session.ts';
import { ListingCheck } from '#ui/claims/ListingCheck.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { SimilarListings } from '../add/SimilarListings.tsx';
import css from './ListingNotices.module.css';

/** Shows the owner or manager which features are paused, and that staff are checking the listing. */
export function ListingNotices({ listing }: { listing: OwnListing }) {
  return (
    <>
      {listing.heldAt && <Held listing={listing} />}
      {!listing.planActive && <PlanEnded isOwner={listing.role === 'owner'} />}
      {listing.checkPending && !listing.heldAt && <CheckPending listing={listing} />}
      {listing.checkPending && listing.role === 'owner' && <ListingCheck dentistId={listing.id} />}
    </>
  );
}

/** Says why a listing isn't public, with the listings that its owner can claim instead. */
function Held({ listing: { name, phone, zipCode, address, checkPending } }: { listing: OwnListing }) {
  return (
    <>
      <Callout tone="warn" title="Not public yet">
        <p>
          {checkPending
            ? 'This listing matches another one. It appears in the directory once we have compared the two.'
            : 'This listing matches another one, so we didn’t publish it. Please reply to our email if it’s a different practice.'}
        </p>
      </Callout>
      <SimilarListings phone={phone ?? ''} name={name} zip={zipCode ?? ''} address={address ?? ''} />
    </>
  );
}

function PlanEnded({ isOwner }: { isOwner: boolean }) {
  // Someone can own a listing without ever having had a plan, after a transfer.
  const isNew = useUser()?.subscriptionPlan === 'free';
  if (isOwner && isNew)
    return (
      <Callout title="Your listing has no plan yet">
        <p>
          You can edit contact details, hours, services, and features. Photos, the website link, the video, insights,
          and invitations are part of a paid plan. What is there now is kept.
        </p>
        <ButtonLink to="/pricing" size="small" variant="primary" className={css.renew}>
          See plans
        </ButtonLink>
      </Callout>
    );
  return (
    <Callout tone="warn" title={isOwner ? 'Your plan has ended' : "The owner's plan has ended"}>
      <p>
        You can still edit contact details, hours, services, and features. Photos, the website link, the video,
        insights, and invitations are paused. Nothing was deleted, and everything returns when the plan is renewed.
      </p>
      {isOwner && (
        <ButtonLink to="/pricing" size="small" variant="primary" className={css.renew}>
          Renew your plan
        </ButtonLink>
      )}
    </Callout>
  );
}

function CheckPending({ listing }: { listing: OwnListing }) {
  const isOwner = listing.role === 'owner';
  const emailVerified = useUser()?.emailVerified;
  return (
    <Callout title={listing.changesUnderReview ? 'Changes under review' : 'Ownership check in progress'}>
      <p>
        {listing.changesUnderReview
          ? 'You changed the name, address, or phone of a verified listing. Patients see the new details. The Verified badge returns once we have checked them.'
          : 'We are checking that the practice manages this listing. After that, it can show the Verified badge.'}
      </p>
      {isOwner && emailVerified === false && <p>We can finish once you have verified your email address.</p>}
    </Callout>
  );
}
