import { useNavigate } from 'react-router-dom';
import { useSite } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { organization } from '#ui/base/page/organization.ts';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { directoryUrl } from '#ui/listings/search/search-state.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { loadHome } from './home-query.ts';
import css from './HomePage.module.css';
import { markPath } from '#ui/kit/display/Mark.tsx';

/** Widths of the lines along both sides of the stroke, widest first. */
const ripples = [4.6, 3.1, 1.7];

/** The logo's stroke, enlarged, with ripples. */
function HeroArt({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="-1 0 26 24"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {ripples.map((width) => (
        <g key={width}>
          <path d={markPath} data-ripple="" strokeWidth={width} />
          <path d={markPath} data-water="" strokeWidth={width - 0.14} />
        </g>
      ))}
      <path d={markPath} data-stroke="" strokeWidth="0.42" />
    </svg>
  );
}

/** The curved lower edge of the hero, taken from the logo's smile. */
function Smile({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 -1V0C20 11.4 76 14.2 100 0V-1Z" />
    </svg>
  );
}

const SearchBox = lazyDeferred(() => import('#ui/listings/search/SearchBox.tsx'));
const HomeDirectory = lazyDeferred(() => import('./HomeDirectory.tsx'));
const HomeBelow = lazyDeferred(() => import('./HomeBelow.tsx'));

function Home() {
  const site = useSite();
  const { publicUrl, brand } = site;
  const navigate = useNavigate();
  return (
    <>
      <Head
        title={`${brand}: Dentists & Teeth Whitening Near You`}
        description="Find top-rated dentists and teeth whitening specialists near you. Search by city or ZIP code, compare practices side by side and call the one that fits."
        canonical="/"
        jsonLd={{
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          name: brand,
          url: `${publicUrl}/`,
          publisher: organization(site),
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/directory?location={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        }}
      />
      <section className={css.hero}>
        <div className={css.heroInner}>
          <div>
            <h1 className={css.title}>Find Top-Rated Dentists &amp; Teeth Whitening Specialists</h1>
            <p className={css.lead}>
              Search by city or ZIP code, compare practices side by side, and call the one that fits.
            </p>
            <Deferred className={css.search}>
              <SearchBox
                variant="hero"
                location=""
                onSearch={(change, sentence) => void navigate(directoryUrl(change, sentence))}
              />
            </Deferred>
            <p className={css.hint}>
              A name or a whole sentence works, too:{' '}
              <a href="/directory?q=whitening+in+Austin+open+Saturday">whitening in Austin open Saturday</a>
            </p>
          </div>
          <HeroArt className={css.art} />
        </div>
        <Deferred>
          <HomeDirectory />
        </Deferred>
        <Smile className={css.smile} />
      </section>
      <Deferred className={css.below}>
        <HomeBelow />
      </Deferred>
    </>
  );
}

export const page: Page = {
  Component: Home,
  deferred: [SearchBox, HomeDirectory, HomeBelow],
  load: (args) => {
    storePageTime(args.cache);
    return loadHome(args);
  },
};
