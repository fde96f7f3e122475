import { ranking, rankSentences } from '#shared/listings/ranking.ts';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { LegalPage, type LegalPart } from '../LegalPage.tsx';

const quote = (sentence: string) => `“${sentence}”`;

const free: LegalPart[] = [
  {
    id: 'best',
    title: 'Best match',
    body: (
      <p>
        The better weighted rating first, and unrated practices last. Equal ones go by name. No one can pay for a
        position.
      </p>
    ),
  },
];

const paid: LegalPart[] = [
  {
    id: 'best',
    title: 'Best match',
    body: (
      <ol>
        <li>
          Up to {ranking.sponsoredPlaces} sponsored places, drawn each day among the Pro Max practices that fit the
          search. Near a city or ZIP code, they are within {ranking.sponsoredMiles} miles of it. Cards, city pages, and
          the map label them “Sponsored,” and the reason reads {quote(rankSentences.sponsored)}
        </li>
        <li>
          All other practices, whether they pay or not: the better weighted rating first, and unrated practices last.
          Equal ones go by name. The reason reads {quote(rankSentences.afterSponsored)}
        </li>
      </ol>
    ),
  },
  {
    id: 'sponsored',
    title: 'Sponsored places',
    body: (
      <p>
        They are among the first {ranking.sponsoredPlaces} results, so the first page of ten has at most{' '}
        {ranking.sponsoredPlaces}, and later pages have none. A search with fewer than {ranking.sponsoredFrom} results
        has none either. A drawn practice that would be just as high without payment is not labeled. “Hide sponsored,”
        next to the sort, leaves them out. Suggestions while you type, and practices near a profile, have no sponsored
        places.
      </p>
    ),
  },
];

const partsOf = (payments: boolean): LegalPart[] => [
  ...(payments ? paid : free),
  {
    id: 'rating',
    title: 'The weighted rating',
    body: (
      <p>
        A few reviews say little, so we add {ranking.addedReviews} reviews of {ranking.addedStars} stars to each
        practice before we take the mean. A practice with 5.0 from one review comes after one with 4.9 from hundreds.
        Reviews that patients wrote here replace a rating from elsewhere, and count from the {ranking.minOwnReviews}th
        on, and count half once they are {ranking.freshYears} years old. Other ratings come from the source that each
        card names. <Link to="/how-reviews-work">How reviews work</Link>
      </p>
    ),
  },
  {
    id: 'other',
    title: 'Other orders',
    body: (
      <ul>
        <li>
          {payments ? 'Rating, and “Best match” with sponsored places hidden' : 'Rating'}: the weighted rating alone.{' '}
          {rankSentences.withoutPayment}
        </li>
        <li>
          Name: {rankSentences.name} {rankSentences.withoutPayment}
        </li>
        <li>
          Distance: {rankSentences.distance} Equal distances go by rating. {rankSentences.withoutPayment}
        </li>
        <li>
          Words of a sentence that no filter has: practices whose names or streets have them come first
          {payments && ', and the search has no sponsored places'}. {rankSentences.withoutPayment}
        </li>
        <li>
          Whitening price: {rankSentences.price} Equal prices go by rating. {rankSentences.withoutPayment}
        </li>
      </ul>
    ),
  },
  {
    id: 'never',
    title: 'What never counts',
    body: (
      <p>
        What you searched for before, who you are, and whether you are logged in. Everyone who makes the same search
        sees the same list. Each result has its own reason under “Why this result?” See also{' '}
        <Link to="/advertising">how we earn money</Link>.
      </p>
    ),
  },
];

function HowRankingWorks() {
  const payments = usePayments();
  return (
    <LegalPage
      title="How Ranking Works"
      path="/how-ranking-works"
      description={`How {brand} orders dentists: ratings weighted by the number of reviews${payments ? ', and which places are sponsored' : ''}.`}
      intro={`The order of every list${payments ? ', and what payment changes' : ''}.`}
      parts={partsOf(payments)}
    />
  );
}
export const page: Page = { Component: HowRankingWorks };
