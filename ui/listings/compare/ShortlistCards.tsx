import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { listDentists } from '#contract/listings/listings.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading } from '#ui/kit/display/Skeleton.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { CardSkeleton, ListingCard } from '../card/ListingCard.tsx';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { PrintedContact } from './PrintedContact.tsx';
import { setShortlist, toggleSaved } from '../card/saved.ts';
import css from './ShortlistCards.module.css';

export default function ShortlistCards({ ids }: { ids: readonly number[] }) {
  const now = usePageTime();
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...queryOf(listDentists, { query: { ids: ids.join(',') } }),
    // Keeps the other cards in place while the shorter list loads.
    placeholderData: (previous) => previous?.filter(({ id }) => ids.includes(id)),
  });
  if (error)
    return (
      <EmptyState scene="trouble" title="Failed to fetch dentists">
        <p>Your list is still on this device. Please try again in a moment.</p>
      </EmptyState>
    );
  if (isPending)
    return (
      <Loading label="Loading your shortlist" className={css.list}>
        {ids.slice(0, 5).map((id) => (
          <CardSkeleton key={id} />
        ))}
      </Loading>
    );
  const listedIds = ids.filter((id) => data.some((listing) => listing.id === id));
  const unlisted = isPlaceholderData ? 0 : ids.length - listedIds.length;
  return (
    <div className={css.list}>
      {unlisted > 0 && (
        <p className={css.unlisted}>
          {unlisted === 1 ? 'A practice you saved is' : `${unlisted} practices you saved are`} no longer listed.
          <Button variant="quiet" size="small" onClick={() => setShortlist(listedIds)}>
            Remove {unlisted === 1 ? 'it' : 'them'}
          </Button>
        </p>
      )}
      {data.map((listing) => (
        <div key={listing.id} className={css.item}>
          <ListingCard
            listing={listing}
            now={now}
            heading="h2"
            actions={
              <Button
                variant="quiet"
                size="small"
                icon={<X aria-hidden="true" />}
                onClick={() => toggleSaved('shortlist', listing.id)}
              >
                Remove<span className="hidden-text"> {listing.name}</span>
              </Button>
            }
          />
          <PrintedContact listing={listing} />
        </div>
      ))}
    </div>
  );
}
