import { useParams } from 'react-router-dom';
import { findState, stateSlug } from '#shared/places/states.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { breadcrumbsJsonLd } from '#ui/listings/profile/json-ld.ts';
import { directoryUrl } from '#ui/listings/search/search-state.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { citiesQuery } from './cities-query.ts';
import css from './StatePage.module.css';

const LARGEST_COUNT = 12;
const formatCount = (value: number) => formatNumber(value);

export default function StatePage() {
  const { publicUrl } = useSite();
  const state = findState(useParams().state ?? '');
  const { data, error } = useReply({ ...citiesQuery(state ? stateSlug(state) : ''), enabled: state !== undefined });
  if (!state) return <NotFound />;
  const path = `/dentists/${stateSlug(state)}`;
  const cities = data?.cities ?? [];
  const total = cities.reduce((sum, city) => sum + city.dentistCount, 0);
  const crumbs = [{ label: 'Directory', to: '/directory' }];
  const byName = cities.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <div className={layout.page}>
      <Head
        title={`Dentists in ${state.name}`}
        description={`Dentists and teeth whitening specialists in ${state.name}, city by city.`}
        canonical={path}
        noindex={data !== undefined && cities.length === 0}
        jsonLd={breadcrumbsJsonLd([...crumbs, { label: state.name, to: path }], publicUrl)}
      />
      <header className={layout.head}>
        <Breadcrumbs crumbs={[...crumbs, { label: state.name }]} />
        <h1>Dentists in {state.name}</h1>
        <p className={layout.lead}>
          {data
            ? `${formatCount(total)} ${total === 1 ? 'dentist' : 'dentists'} in ${formatCount(cities.length)} ${cities.length === 1 ? 'city' : 'cities'}.`
            : '\u00a0'}
        </p>
        <p>
          <ButtonLink to={directoryUrl({ location: state.name })} variant="primary">
            Search all of {state.name}
          </ButtonLink>
        </p>
      </header>
      {error ? (
        <EmptyState scene="trouble" title="The cities could not be loaded">
          <p>Please try again in a moment.</p>
        </EmptyState>
      ) : !data ? (
        <Loading label="Loading the cities">
          <Skeleton height="20rem" />
        </Loading>
      ) : cities.length === 0 ? (
        <EmptyState title={`No dentists in ${state.name} yet`}>
          <p>
            Do you practice here? <Link to="/add-listing">List your practice</Link>.
          </p>
        </EmptyState>
      ) : (
        <>
          <section aria-labelledby="largest">
            <h2 id="largest">Cities with the most dentists</h2>
            <ol className={css.largest}>
              {cities.slice(0, LARGEST_COUNT).map((city) => (
                <li key={city.id}>
                  <Link to={`${path}/${city.slug}`}>{city.name}</Link>
                  <span>
                    {formatCount(city.dentistCount)} {city.dentistCount === 1 ? 'dentist' : 'dentists'}
                  </span>
                </li>
              ))}
            </ol>
          </section>
          {cities.length > LARGEST_COUNT && (
            <section aria-labelledby="all" className={css.all}>
              <h2 id="all">All cities in {state.name}</h2>
              <ul className={css.cities}>
                {byName.map((city) => (
                  <li key={city.id}>
                    <Link to={`${path}/${city.slug}`}>{city.name}</Link> <span>{formatCount(city.dentistCount)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  );
}
