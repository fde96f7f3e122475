/** Whether someone manages a listing and whether that was checked. */
interface Standing {
  claimed: boolean;
  /** Ownership was checked: staff approved a claim or a check. */
  isVerified: boolean;
  /** The owner of this verified listing changed its name, address, or phone, and staff have not decided yet. */
  changesUnderReview: boolean;
  isPaid: boolean;
}

/** The Verified badge is a perk of paid plans, and needs the check. */
export const showsVerifiedBadge = ({ isVerified, isPaid, changesUnderReview }: Omit<Standing, 'claimed'>): boolean =>
  isVerified && isPaid && !changesUnderReview;

/** The word for a listing's standing, the same for the public, its owner, and staff. */
export function standingLabel(listing: Standing): string {
  if (!listing.claimed) return 'Unclaimed';
  if (listing.changesUnderReview) return 'Changes under review';
  return showsVerifiedBadge(listing) ? 'Verified' : 'Managed by the practice';
}
