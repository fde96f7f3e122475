import { showsVerifiedBadge, standingLabel } from '#shared/listings/standing.ts';
import { Badge, Seal } from '#ui/kit/display/Badge.tsx';
import { Explained } from '#ui/kit/overlays/Explained.tsx';
import { describeVerification, type Listing } from '../listing.ts';
import css from './StandingBadge.module.css';

type Standing = Pick<Listing, 'claimed' | 'isVerified' | 'isPaid' | 'changesUnderReview' | 'ownershipReviewedAt'>;

/** Says whether the practice manages the listing and whether that was checked. Nothing for unclaimed listings. */
export function StandingBadge({ listing, verified = 'Verified' }: { listing: Standing; verified?: string }) {
  if (!listing.claimed) return null;
  if (showsVerifiedBadge(listing))
    return (
      <Explained explanation={describeVerification(listing)} className={css.badge}>
        <Seal>{verified}</Seal>
      </Explained>
    );
  return <Badge tone={listing.changesUnderReview ? 'warn' : 'neutral'}>{standingLabel(listing)}</Badge>;
}
