import { useSearchParams } from 'react-router-dom';
import { CITY_PAGE_SIZE, cityPagePath, type cityFacts } from '#contract/places/places.ts';
import { findState, stateSlug, type UsState } from '#shared/places/states.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading } from '#ui/kit/display/Skeleton.tsx';
import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { CompareBar } from '#ui/listings/compare/CompareBar.tsx';
import { breadcrumbsJsonLd, listJsonLd } from '#ui/listings/profile/json-ld.ts';
import { CardSkeleton, ListingCard } from '#ui/listings/card/ListingCard.tsx';
import { PriceAnswer } from '#ui/listings/PriceAnswer.tsx';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { directoryUrl } from '#ui/listings/search/search-state.ts';
import { SponsoredSwitch } from '#ui/listings/search/SponsoredSwitch.tsx';
import { cityQuery, readPage, type CityFocus, cityFactsQuery } from './city-query.ts';
import css from './CityBody.module.css';
import { formatNumber } from '#ui/kit/format.ts';
import type { Reply } from '#contract/endpoint.ts';

/** Says what a city's listings state, and nothing about those that don't. */
function describeCity({ withPlans, openWeekends }: Reply<typeof cityFacts>, format: (value: number) => string): string {
  const count = (n: number, verb: string) => `${n === 1 ? 'One' : format(n)} ${verb}${n === 1 ? 's' : ''}`;
  const sentences: string[] = [];
  if (openWeekends > 0) sentences.push(`${count(openWeekends, 'list')} hours on Saturday or Sunday.`);
  if (withPlans > 0)
    sentences.push(
      `${count(withPlans, 'name')} the insurance plans ${withPlans === 1 ? 'it' : 'they'} take${withPlans === 1 ? 's' : ''}.`,
    );
  return sentences.join(' ');
}

interface CityPricesProps {
  state: UsState;
  /** The city's part of the address. */
  city: string;
  cityName: string;
  service: string;
}

/** Sentences about a city's prices, plans, and weekends, as far as its listings state them. */
function CityPrices({ state, city, cityName, service }: CityPricesProps) {
  const { data: facts } = useReply(cityFactsQuery(state, city, service));
  const text = facts ? describeCity(facts, formatNumber) : '';
  const prices = facts?.prices;
  const place = `${cityName}, ${state.code}`;
  return (
    <>
      {text !== '' && <p>{text}</p>}
      {prices && <PriceAnswer prices={prices} sortUrl={directoryUrl({ location: place, service, sort: 'price' })} />}
    </>
  );
}

/** A city's dentists, ten on a page. */
export default function CityBody({ focus, params }: { focus: CityFocus; params: Record<string, string | undefined> }) {
  const { publicUrl } = useSite();
  const now = usePageTime();
  const { state: stateText = '', city: slug = '' } = params;
  const page = readPage(useSearchParams()[0]);
  const state = findState(stateText);
  const { data, error } = useReply({
    ...cityQuery(state ?? findState('CA')!, slug, focus.service, page),
    enabled: state !== undefined,
  });
  const city = data?.places.find((place) => place.kind === 'city');
  const isBeyondEnd = page > 1 && data?.items.length === 0;
  if (!state || isBeyondEnd || (data && !city?.city)) return <NotFound />;
  const name = city?.city ?? slug.replaceAll('-', ' ');
  const place = `${name}, ${state.code}`;
  const statePath = `/dentists/${stateSlug(state)}`;
  const path = `${focus.base}/${stateSlug(state)}/${slug}`;
  const dentistsPath = `${statePath}/${slug}`;
  const crumbs = [
    { label: 'Directory', to: '/directory' },
    { label: state.name, to: statePath },
    ...(focus.service ? [{ label: name, to: dentistsPath }] : []),
  ];
  const firstPosition = (page - 1) * CITY_PAGE_SIZE + 1;
  const lastCrumb = focus.service || name;
  return (
    <div className={layout.page}>
      <Head
        title={page > 1 ? `${focus.title(place)}, page ${page}` : focus.title(place)}
        description={page > 1 ? `Page ${page}. ${focus.description(place)}` : focus.description(place)}
        canonical={cityPagePath(path, page)}
        noindex={data?.total === 0}
        jsonLd={[
          breadcrumbsJsonLd([...crumbs, { label: lastCrumb, to: path }], publicUrl),
          ...(data && data.items.length > 0 ? [listJsonLd(data.items, publicUrl, firstPosition)] : []),
        ]}
      />
      <header className={layout.head}>
        <Breadcrumbs crumbs={[...crumbs, { label: lastCrumb }]} />
        <h1>{focus.title(place)}</h1>
        <p className={layout.lead}>{data ? focus.lead(data.total, name) : '\u00a0'}</p>
        {page === 1 && <CityPrices state={state} city={slug} cityName={name} service={focus.service} />}
        <p className={css.links}>
          <ButtonLink to={directoryUrl({ location: place, service: focus.service })} variant="primary">
            Search and filter
          </ButtonLink>
          {focus.service ? (
            <Link to={dentistsPath}>All dentists in {name}</Link>
          ) : (
            <Link to={`/teeth-whitening/${stateSlug(state)}/${slug}`}>Teeth whitening in {name}</Link>
          )}
          {data?.items.some(({ why }) => why.paid) && (
            <SponsoredSwitch search={{ location: place, service: focus.service }} />
          )}
        </p>
      </header>
      {error ? (
        <EmptyState scene="trouble" title="Failed to fetch dentists">
          <p>Please try again in a moment.</p>
        </EmptyState>
      ) : !data ? (
        <Loading label="Searching" className={css.list}>
          {[1, 2, 3, 4, 5].map((index) => (
            <CardSkeleton key={index} />
          ))}
        </Loading>
      ) : data.items.length === 0 ? (
        <EmptyState
          scene="search"
          title="No dentists found"
          actions={<ButtonLink to={statePath}>All cities in {state.name}</ButtonLink>}
        >
          <p>No dentists are listed here yet.</p>
        </EmptyState>
      ) : (
        <>
          <div className={css.list}>
            {data.items.map((listing, index) => (
              <ListingCard
                key={listing.id}
                listing={listing}
                now={now}
                heading="h2"
                place={{ position: firstPosition + index, source: 'city_page' }}
              />
            ))}
          </div>
          <Pagination
            className={css.pages}
            page={page}
            pages={Math.ceil(data.total / CITY_PAGE_SIZE)}
            hrefFor={(number) => cityPagePath(path, number)}
          />
        </>
      )}
      <CompareBar />
    </div>
  );
}
