import { queryOptions } from '@tanstack/react-query';
import type { Input, Reply } from '#contract/endpoint.ts';
import { searchDirectory, type SearchItem, type WhiteningPrice } from '#contract/listings/listings.ts';
import { api, type Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

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
  'membershipPlan',
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

interface ShownParts {
  whiteningPrice: Pick<WhiteningPrice, 'from'> | null;
  why: Pick<SearchItem['why'], 'sentence'> & Partial<Pick<SearchItem['why'], 'paid' | 'miles'>>;
}
export type CardItem = Omit<SearchItem, UnshownField | keyof ShownParts> & ShownParts;
export type CardListing = Omit<CardItem, 'why'> & Partial<Pick<CardItem, 'why'>>;
type FullReply = Reply<typeof searchDirectory>;
type FullAlmost = NonNullable<FullReply['almost']>;
type NearCard = CardItem & Pick<FullAlmost['items'][number], 'missing'>;
export type CardReply = Omit<FullReply, 'items' | 'almost'> & {
  items: CardItem[];
  almost?: Omit<FullAlmost, 'items'> & { items: NearCard[] };
};

export function toCard({ why: { paid, miles, sentence }, whiteningPrice, ...item }: SearchItem): CardItem {
  const card: Partial<SearchItem> = { ...item };
  for (const field of unshownFields) delete card[field];
  return {
    ...(card as Omit<CardItem, keyof ShownParts>),
    whiteningPrice: whiteningPrice && { from: whiteningPrice.from },
    why: { sentence, ...(paid && { paid }), ...(miles !== null && { miles }) },
  };
}

/** A search of the directory for pages that show its results as cards. */
export const cardSearch = (query: NonNullable<Input<typeof searchDirectory>['query']>, call: Call = api) =>
  queryOptions<CardReply, Error, CardReply, readonly [string]>({
    queryKey: queryOf(searchDirectory, { query }).queryKey,
    queryFn: async ({ signal }) => {
      const { almost, ...reply } = await call(searchDirectory, { query }, { signal });
      const nearCards = almost?.items.map((item) => ({ ...toCard(item), missing: item.missing }));
      return {
        ...reply,
        items: reply.items.map(toCard),
        ...(almost && nearCards && { almost: { ...almost, items: nearCards } }),
      };
    },
  });
