import { Link } from '#ui/kit/display/Link.tsx';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { directoryUrl } from '../search/search-state.ts';
import { ListingCard } from '../card/ListingCard.tsx';
import { placeOf, type Listing } from '../listing.ts';
import { nearbyQuery, sharedService } from './nearby-query.ts';
import css from './Nearby.module.css';

/** Practices nearby with a service in common, nearest first. Payment doesn't change the order. */
export function Nearby({ listing, now }: { listing: Listing; now: Date }) {
  const { data } = useReply({ ...nearbyQuery(listing), enabled: Boolean(listing.city) });
  const others = data?.items.filter(({ id }) => id !== listing.id).slice(0, 3) ?? [];
  if (others.length === 0) return null;
  const place = placeOf(listing);
  const service = sharedService(listing);
  return (
    <section aria-labelledby="nearby" className={css.nearby}>
      <div className={css.head}>
        <h2 id="nearby">Similar practices nearby</h2>
        <Link to={directoryUrl({ location: place })}>See all in {place}</Link>
      </div>
      <p className={css.note}>{service ? `They offer ${service}. ` : ''}Nearest first. None of these is an ad.</p>
      <div className={css.cards}>
        {others.map(({ why, ...other }, index) => (
          <ListingCard
            key={other.id}
            listing={other}
            miles={why.miles}
            now={now}
            place={{ position: index + 1, source: 'nearby' }}
          />
        ))}
      </div>
    </section>
  );
}
