import type { mergeable, StaffListingDetail } from '#contract/listings/admin-listings.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { BLANK, formatValue, type Listing } from './listing-fields.ts';

export type Mergeable = (typeof mergeable)[number];

export const picturesOf = ({ photos, practiceImage }: Listing): string[] =>
  photos.length > 0 ? photos.map(({ url }) => url) : practiceImage ? [practiceImage] : [];

export const valueOf = (listing: Listing, field: Mergeable): unknown => {
  if (field === 'serviceIds') return listing.services.map(({ name }) => name).join(', ');
  if (field === 'practiceTypeId') return listing.practiceType?.name;
  if (field === 'photos') return picturesOf(listing).join(' ');
  return listing[field as keyof Listing];
};

/** Fields that state one fact. Half of a week or an address from each listing would be a fact that no source states. */
const facts: readonly (readonly Mergeable[])[] = [
  ['address', 'city', 'state', 'zipCode'],
  [...dayNames.map((day) => `${day}Hours` as const), 'holidayHours'],
  ['whiteningPriceFrom', 'whiteningPriceTo'],
];

function describeFact({ listing, origins }: StaffListingDetail, fields: readonly Mergeable[]) {
  const known = fields.filter((field) => formatValue(valueOf(listing, field)) !== BLANK);
  const stated = known.flatMap((field) => origins[field] ?? []);
  const rank = Math.min(...stated.map((origin) => origin.rank));
  const [at = ''] = stated.filter((origin) => origin.rank === rank).map((origin) => origin.at).toSorted().reverse(); // prettier-ignore
  return { isKnown: known.length > 0, rank, at };
}

/** True if only the other listing states the fact of this field, or states it with the better origin. */
export function isOtherBetter(field: Mergeable, kept: StaffListingDetail, other: StaffListingDetail): boolean {
  const fields = facts.find((fact) => fact.includes(field)) ?? [field];
  const [mine, theirs] = [describeFact(kept, fields), describeFact(other, fields)];
  if (!mine.isKnown || !theirs.isKnown) return theirs.isKnown;
  return mine.rank === theirs.rank ? theirs.at > mine.at : theirs.rank < mine.rank;
}
