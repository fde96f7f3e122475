import { useQuery } from '@tanstack/react-query';
import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl } from '../search/search-state.ts';
import { ListingCard } from '../card/ListingCard.tsx';
import { placeOf, type Listing } from '../listing.ts';
import { nearbyQuery } from './nearby-query.ts';
import css from './Nearby.module.css';

/** Other dentists in the same city. */
export function Nearby({ listing, now }: { listing: Listing; now: Date }) {
  const { data } = useQuery({ ...nearbyQuery(listing), enabled: Boolean(listing.city) });
  const others = data?.items.filter(({ id }) => id !== listing.id).slice(0, 3) ?? [];
  if (others.length === 0) return null;
  const place = placeOf(listing);
  return (
    <section aria-labelledby="nearby" className={css.nearby}>
      <div className={css.head}>
        <h2 id="nearby">More dentists in {listing.city}</h2>
        <Link to={directoryUrl({ location: place })}>See all in {place}</Link>
      </div>
      <div className={css.cards}>
        {others.map(({ why: _why, ...other }, index) => (
          <ListingCard
            key={other.id}
            listing={other}
            now={now}
            view="grid"
            place={{ position: index + 1, source: 'nearby' }}
          />
        ))}
      </div>
    </section>
  );
}
