import { findState, stateSlug } from '#shared/places/states.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { CardSkeleton, ListingCard } from '#ui/listings/card/ListingCard.tsx';
import { CountLink } from '#ui/listings/directory/CountLink.tsx';
import { chooseHomeCity, HOME_CARDS, homeCardsQuery, largestCitiesQuery, statsQuery } from './home-query.ts';
import css from './HomeDirectory.module.css';

const cityPath = ({ state, slug }: { state: string; slug: string }): string =>
  `/dentists/${stateSlug(findState(state)!)}/${slug}`;

/** The counts of the directory, its largest cities, and the best-ranked listings of one of them. */
export default function HomeDirectory() {
  const { data: stats } = useReply(statsQuery());
  const { data: cities, error } = useReply(largestCitiesQuery());
  const city = chooseHomeCity(cities);
  const hasListings = !error && cities?.length !== 0;
  return (
    <div className={css.directory}>
      <div className={css.counted}>
        <div className={css.counts}>
          <Stat label="Dentists" value={stats?.dentistCount ?? null} />
          <Stat label="Cities Covered" value={stats?.cityCount ?? null} />
        </div>
        {hasListings && (
          <ul className={css.cities} aria-label="Largest cities">
            {cities?.map((one) => (
              <li key={one.label}>
                <CountLink to={cityPath(one)} label={one.label} count={formatNumber(one.count)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {hasListings && <HomeCards city={city} isReady={cities !== undefined} />}
    </div>
  );
}

function HomeCards({ city, isReady }: { city: ReturnType<typeof chooseHomeCity>; isReady: boolean }) {
  const now = usePageTime();
  const { data, error } = useReply({ ...homeCardsQuery(city), enabled: isReady });
  if (error) return null;
  return (
    <section aria-labelledby="home-listings">
      <h2 id="home-listings" className={css.heading}>
        {city ? `Dentists in ${city.label}` : 'Dentists'}
      </h2>
      <div className={css.cards} aria-busy={!data}>
        {data
          ? data.map((listing, index) => (
              <div key={listing.id} className={css.card}>
                <ListingCard listing={listing} now={now} brief place={{ position: index + 1, source: 'home' }} />
              </div>
            ))
          : Array.from({ length: HOME_CARDS }, (_, index) => (
              <div key={index} className={css.card}>
                <CardSkeleton brief />
              </div>
            ))}
      </div>
    </section>
  );
}
