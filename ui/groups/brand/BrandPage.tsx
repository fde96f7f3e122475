import { Search } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { BRAND_PAGE_SIZE, type Brand, type BrandLocation } from '#contract/groups/brands.ts';
import { accentColors } from '#shared/brand-colors.ts';
import { smallPhoto } from '#shared/listings/photos.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { locationNouns } from '../group-words.ts';
import { brandPath, brandQuery, readBrandSearch, type BrandSearch } from './brand-query.ts';
import css from './BrandPage.module.css';

/** A brand as schema.org data, with the locations of the page. Missing values are left out. */
const brandJsonLd = (brand: Brand, publicUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: brand.name,
  url: `${publicUrl}/groups/${brand.slug}`,
  ...(brand.logo ? { logo: publicUrl + brand.logo } : {}),
  ...(brand.about ? { description: brand.about } : {}),
  subOrganization: brand.locations.map(({ name, practiceName, address, city, state, zipCode, phone, href }) => ({
    '@type': 'Dentist',
    name: practiceName ?? name,
    url: publicUrl + href,
    ...(phone ? { telephone: phone } : {}),
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'US',
      ...(address ? { streetAddress: address } : {}),
      ...(city ? { addressLocality: city } : {}),
      ...(state ? { addressRegion: state } : {}),
      ...(zipCode ? { postalCode: zipCode } : {}),
    },
  })),
});

/** The locations of a brand by state and city. The search is a plain form and the states are links, so it works without scripts. */
export default function BrandPage() {
  const { publicUrl } = useSite();
  const { slug = '' } = useParams();
  const [params] = useSearchParams();
  const search = readBrandSearch(params);
  const { data: brand, error } = useReply(brandQuery(slug, params));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />;
  const isPart = search.q !== '' || search.state !== '';
  return (
    <div className={layout.page} style={brand?.accent ? brandColors(brand.accent) : undefined}>
      <Head
        title={brand?.name ?? 'Locations'}
        description={brand && (brand.about.slice(0, 160) || `The dental practices of ${brand.name}.`)}
        canonical={brandPath(slug, { page: search.page })}
        noindex={isPart || brand?.total === 0}
        jsonLd={brand && brandJsonLd(brand, publicUrl)}
      />
      {error ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : !brand ? (
        <Loading label="Loading the locations">
          <Skeleton height={640} />
        </Loading>
      ) : (
        <>
          <header className={css.head}>
            {brand.logo && <img className={css.logo} src={smallPhoto(brand.logo)} alt="" width={96} height={96} />}
            <div className={css.words}>
              <h1>{brand.name}</h1>
              {brand.total > 0 && <p className={css.count}>{describeSize(brand)}</p>}
              {brand.about && <p className={css.about}>{brand.about}</p>}
            </div>
          </header>
          <Finder brand={brand} search={search} />
          <Found brand={brand} search={search} />
        </>
      )}
    </div>
  );
}

const brandColors = (accent: string): CSSProperties =>
  Object.fromEntries(
    Object.entries(accentColors(accent)).map(([name, [light, dark]]) => [`--${name}`, `light-dark(${light}, ${dark})`]),
  );

const describeSize = ({ total, states }: Brand): string =>
  `${countOf(total, locationNouns)}${states.length > 1 ? ` in ${formatNumber(states.length)} states` : states[0] ? ` in ${states[0].name}` : ''}`;

function Finder({ brand, search }: { brand: Brand; search: BrandSearch }) {
  if (brand.total < 2) return null;
  return (
    <div className={css.finder}>
      <form method="get" action={brandPath(brand.slug)} role="search" className={css.form}>
        <Field label="City, ZIP code, or name">
          <Input key={search.q} name="q" type="search" maxLength={100} defaultValue={search.q} autoComplete="off" />
        </Field>
        {search.state && <input type="hidden" name="state" value={search.state} />}
        <Button type="submit" variant="primary" icon={<Search />}>
          Find
        </Button>
      </form>
      {brand.states.length > 1 && (
        <nav aria-label="States">
          <ul className={css.states}>
            {[{ code: '', name: 'All states', count: brand.total }, ...brand.states].map(({ code, name, count }) => (
              <li key={code}>
                <Link
                  to={brandPath(brand.slug, { q: search.q, state: code })}
                  aria-current={search.state === code ? 'true' : undefined}
                >
                  {name} <span>{formatNumber(count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function Found({ brand, search }: { brand: Brand; search: BrandSearch }) {
  const { slug, name, total, matching, locations, states } = brand;
  if (total === 0)
    return (
      <EmptyState
        title="No locations yet"
        actions={
          <ButtonLink to="/directory" variant="primary">
            Find dentists
          </ButtonLink>
        }
      >
        <p>The practices of {name} will be listed here.</p>
      </EmptyState>
    );
  if (locations.length === 0)
    return (
      <p role="status">
        No locations match. <Link to={brandPath(slug)}>Show all {formatNumber(total)}</Link>
      </p>
    );
  const nameOf = (code: string | null) => states.find((state) => state.code === code)?.name ?? 'Other places';
  return (
    <>
      {matching < total && (
        <p role="status" className={layout.muted}>
          {formatNumber(matching)} of {countOf(total, locationNouns)}.{' '}
          <Link to={brandPath(slug)}>Show all {formatNumber(total)}</Link>
        </p>
      )}
      {groupBy(locations, ({ state }) => state).map(([state, inState]) => (
        <section key={state} aria-labelledby={`state-${state ?? 'other'}`} className={css.state}>
          <h2 id={`state-${state ?? 'other'}`}>{nameOf(state)}</h2>
          <div className={css.cities}>
            {groupBy(inState, ({ city }) => city).map(([city, inCity]) => (
              <div key={city} className={css.city}>
                <h3>{city ?? 'Other places'}</h3>
                <ul className={css.locations}>
                  {inCity.map((location) => (
                    <Location key={location.id} location={location} />
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      ))}
      <Pagination
        page={search.page}
        pages={Math.ceil(matching / BRAND_PAGE_SIZE)}
        hrefFor={(page) => brandPath(slug, { ...search, page })}
        label="Pages of locations"
      />
    </>
  );
}

/** Neighbors with the same value, in their order. */
function groupBy(
  locations: readonly BrandLocation[],
  valueOf: (location: BrandLocation) => string | null,
): [string | null, BrandLocation[]][] {
  const groups = new Map<string | null, BrandLocation[]>();
  for (const location of locations) {
    const value = valueOf(location);
    const group = groups.get(value);
    if (group) group.push(location);
    else groups.set(value, [location]);
  }
  return [...groups];
}

const Location = ({ location: { name, practiceName, address, zipCode, phone, href } }: { location: BrandLocation }) => (
  <li className={css.location}>
    <Link to={href}>{practiceName ?? name}</Link>
    {practiceName && practiceName !== name && <span>{name}</span>}
    {(address ?? zipCode) && <span>{[address, zipCode].filter(Boolean).join(', ')}</span>}
    {phone && <Link to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>}
  </li>
);
