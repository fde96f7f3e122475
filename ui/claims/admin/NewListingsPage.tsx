import type { Page } from '#ui/base/page/page.ts';
import { InboxScreen } from '#ui/admin/inbox/InboxScreen.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { layout } from '#ui/kit/layout.ts';

/** Listings that owners added themselves. They stay unverified until staff decide in the claim queue. */
const NewListingsPage = () => (
  <InboxScreen
    kind="listing"
    title="New listings"
    hint="Listings that owners add themselves appear here until they are verified."
    one="listing"
    many="listings"
    searchHint="Listing, city, owner, or email..."
  >
    {({ id, isOpen, status, listing }) => (
      <div className={layout.row}>
        <ButtonLink
          id="inbox-done"
          variant="primary"
          to={`/admin?tab=claims&claim=${id}${isOpen ? '' : `&list=${status}`}`}
        >
          {!isOpen ? 'See the decision' : listing?.isHeld ? 'Compare and decide' : 'Review and verify'}
        </ButtonLink>
      </div>
    )}
  </InboxScreen>
);

export const page: Page = { Component: NewListingsPage };
