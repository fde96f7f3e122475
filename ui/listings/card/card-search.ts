import { queryOptions } from '@tanstack/react-query';
import type { Input, Reply } from '#contract/endpoint.ts';
import { searchDirectory, type Listing, type SearchItem } from '#contract/listings/listings.ts';
import { api, type Call } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

/** Fields that no card shows. A page with ten cards would carry 10 kB of them in its document. */
const unshownFields = [
  'practiceTypeId',
  'practiceType',
  'practiceId',
  'logo',
  'email',
  'website',
  'bio',
  'experience',
  'userId',
  'acceptsInsurance',
  'emergencyServices',
  'acceptsNewPatients',
  'languages',
  'parkingAvailable',
  'wheelchairAccessible',
  'known',
  'facebookUrl',
  'instagramUrl',
  'tiktokUrl',
  'twitterUrl',
  'youtubeUrl',
  'isProMax',
  'confirmedAt',
  'lastConfirmed',
  'updatedAt',
  'userSubscriptionStatus',
  'plans',
  'gender',
] as const satisfies readonly (keyof SearchItem)[];
type UnshownField = (typeof unshownFields)[number];

export type CardListing = Omit<Listing, UnshownField> & Partial<Pick<SearchItem, 'why'>>;
type FullReply = Reply<typeof searchDirectory>;
export type CardItem = Omit<SearchItem, UnshownField>;
export type CardReply = Omit<FullReply, 'items'> & { items: CardItem[] };

function toCard(item: SearchItem): CardItem {
  const card: Partial<SearchItem> = { ...item };
  for (const field of unshownFields) delete card[field];
  return card as CardItem;
}

/** A search of the directory for pages that show its results as cards. */
export const cardSearch = (query: NonNullable<Input<typeof searchDirectory>['query']>, call: Call = api) =>
  queryOptions<CardReply, Error, CardReply, readonly [string]>({
    queryKey: queryOf(searchDirectory, { query }).queryKey,
    queryFn: async ({ signal }) => {
      const reply = await call(searchDirectory, { query }, { signal });
      return { ...reply, items: reply.items.map(toCard) };
    },
  });
