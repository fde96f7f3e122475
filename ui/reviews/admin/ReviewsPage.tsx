import { flagLabel } from '#shared/reviews/review.ts';
import { InboxScreen } from '#ui/admin/inbox/InboxScreen.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import type { Page } from '#ui/base/page/page.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { ReviewDecision } from './ReviewDecision.tsx';

const FiguresLink = () =>
  useMay('analytics.read') ? <ButtonLink to="/admin/reviews/figures">Figures</ButtonLink> : null;

const ReviewsPage = () => (
  <InboxScreen
    kind="review"
    title="Reviews"
    hint="Reviews that a check flagged, that a practice reported, or whose authors appealed appear here. All others are published without a staff decision."
    one="review"
    many="reviews"
    searchHint="Listing, words, or number..."
    topicOf={flagLabel}
    actions={<FiguresLink />}
  >
    {(item, done) => <ReviewDecision item={item} onDone={done} />}
  </InboxScreen>
);

export const page: Page = { Component: ReviewsPage };
