import { isEntitled } from '#shared/billing/entitlement.ts';
import { findSource } from '#shared/sources/sources.ts';
import { dayOf } from '#shared/insights/report-zone.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { findListing, revealOwnListings, type ListingRow } from './listings.ts';
import { findProfileRow, type ProfileRow } from './queries-profile-facts.ts';

/** Fewer answers than this say little, so profiles don't show them. */
const MIN_REACHED = 3;

/** Facts that only the page of a listing shows. */
interface ProfileFacts extends Pick<
  ProfileRow,
  | 'practiceDescription'
  | 'bookingUrl'
  | 'hoursStatedOn'
  | 'plansStatedOn'
  | 'npi'
  | 'license'
  | 'licenseState'
  | 'npiSince'
  | 'npiSource'
  | 'licenseStatus'
  | 'licenseExpires'
  | 'licenseSource'
> {
  /** The board's page, where its records and discipline are looked up. */
  licensePage: string | null;
  /** The lines that the licenses of its sources ask to show. */
  attributions: string[];
  takesAppointments: boolean;
  /** How many callers reached the practice this month. */
  reachedByPhone: number | null;
}

async function findProfileFacts({ db, clock, config }: Ctx, id: number): Promise<ProfileFacts | undefined> {
  const row = await findProfileRow(db, id, `${dayOf(clock.now()).slice(0, 7)}-01`);
  if (!row) return undefined;
  const { isOn, subscriptionStatus, subscriptionPlan, reached, sourceKeys, licenseBoard, ...facts } = row;
  return {
    ...facts,
    licensePage: (facts.licenseSource && findSource(licenseBoard ?? '')?.page) || null,
    attributions: sourceKeys.flatMap((key) => findSource(key)?.attribution ?? []),
    takesAppointments: isOn && isEntitled({ subscriptionStatus, subscriptionPlan }, config.payments),
    reachedByPhone: reached >= MIN_REACHED ? reached : null,
  };
}

/** A listing as its page shows it. A merged duplicate is answered with the listing that was kept. */
export async function findProfile(ctx: Ctx, id: number): Promise<(ListingRow & ProfileFacts) | undefined> {
  const [listing, factsOfId] = await Promise.all([findListing(ctx.db, id), findProfileFacts(ctx, id)]);
  if (!listing) return undefined;
  const [[revealed], facts] = await Promise.all([
    revealOwnListings(ctx, [listing]),
    listing.id === id ? factsOfId : findProfileFacts(ctx, listing.id),
  ]);
  return facts && { ...revealed!, ...facts };
}
