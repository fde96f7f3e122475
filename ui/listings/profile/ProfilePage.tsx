import { useParams } from 'react-router-dom';
import { listingPhotos } from '#contract/listings/gallery.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { missing, moved, type Page } from '#ui/base/page/page.ts';
import { nearbyQuery } from './nearby-query.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { newestReviews } from '#ui/reviews/shown/reviews-query.ts';
import { profileQuery } from './profile-query.ts';

const Profile = lazyDeferred(() => import('./Profile.tsx'));

function ProfilePage() {
  const params = useParams();
  return (
    <Deferred>
      <Profile params={params} />
    </Deferred>
  );
}

export const page: Page = {
  Component: ProfilePage,
  deferred: [Profile],
  async load({ call, cache, params, url, prefetch, server }) {
    storePageTime(cache);
    if (params.id !== undefined && !/^[1-9]\d{0,9}$/.test(params.id)) missing();
    const query = profileQuery(params, call);
    if (!server) return prefetch(query as never);
    let listing: Listing;
    try {
      listing = (await cache.fetchQuery(query as never)) as Listing;
    } catch (error) {
      if (isMissing(error)) return missing();
      throw error;
    }
    const path = listingPath(listing);
    if (params.id === undefined && decodeURI(url.pathname) !== path) moved(path);
    await prefetch(
      newestReviews(listing.id, call),
      ...(listing.city ? [nearbyQuery(listing, call)] : []),
      ...(listing.isPaid && listing.practiceImage
        ? [queryOf(listingPhotos, { params: { id: String(listing.id) } }, call)]
        : []),
    );
  },
};

/** True if the listing does not exist or the URL is malformed. */
const isMissing = (error: unknown): boolean => {
  const status = (error as { status?: number } | null)?.status;
  return status === 404 || status === 400;
};
