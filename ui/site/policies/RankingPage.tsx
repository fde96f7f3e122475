import { ranking, rankSentences } from '#contract/listings/ranking.ts';
import type { Page } from '#ui/app/page.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { LegalPage, type LegalPart } from '../LegalPage.tsx';

const quote = (sentence: string) => `“${sentence}”`;

const parts: LegalPart[] = [
  {
    id: 'best',
    title: 'Best match',
    body: (
      <ol>
        <li>
          Up to {ranking.topSpots} sponsored spots, drawn each day from the Pro Max practices that fit the search. Their
          cards say “Top {ranking.topSpots} · Sponsored,” and the reason reads {quote(rankSentences.top)}
        </li>
        <li>Practices with a paid plan. The reason reads {quote(rankSentences.paid)}</li>
        <li>All others. The reason reads {quote(rankSentences.unpaid)}</li>
        <li>Within each group, the better weighted rating first, and unrated practices last. Equal ones go by name.</li>
      </ol>
    ),
  },
  {
    id: 'rating',
    title: 'The weighted rating',
    body: (
      <p>
        A few reviews say little, so we add {ranking.addedReviews} reviews of {ranking.addedStars} stars to each
        practice before we take the mean. A practice with 5.0 from one review comes after one with 4.9 from hundreds.
        Ratings come from the source that each card names, and we write none ourselves.
      </p>
    ),
  },
  {
    id: 'other',
    title: 'Other orders',
    body: (
      <ul>
        <li>
          Rating, and “Best match” with paid ranking hidden: the weighted rating alone. {rankSentences.withoutPayment}
        </li>
        <li>Name: {rankSentences.name}</li>
        <li>Distance: {rankSentences.distance} Equal distances go by best match.</li>
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

const HowRankingWorks = () => (
  <LegalPage
    title="How Ranking Works"
    path="/how-ranking-works"
    description="How Enamel orders dentists: sponsored spots, paid plans, and ratings weighted by the number of reviews."
    intro="The order of every list, and what payment changes."
    parts={parts}
  />
);
export const page: Page = { Component: HowRankingWorks };
