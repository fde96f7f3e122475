import { confirmedCount } from '#contract/confirmations.ts';
import { getStats } from '#contract/places/places.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { organization } from '#ui/base/page/organization.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import type { Page } from '#ui/base/page/page.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import css from './AboutPage.module.css';
import { describeStates } from './state-count.ts';

const stepsOf = (brand: string) => [
  ['Search', 'Enter a city or ZIP code and the service you need. Filter by hours, languages, insurance, and access.'],
  ['Compare', 'Put up to four practices side by side: hours, services, and what has been verified.'],
  ['Connect', `Call the practice or open directions. ${brand} is free for patients and never gets in the middle.`],
];

const places = [
  ['/directory', 'Find a dentist', 'Search the directory by place, service, or name.'],
  ['/geographic-map', 'See the map', 'See the number of practices by state and city.'],
  ['/topics', 'Read our guides', 'Ten dental health topics, from whitening to insurance.'],
] as const;

const number = (value: unknown): number | null => (value === undefined || value === null ? null : Number(value));

function describeConfirmed({ confirmed, days }: Reply<typeof confirmedCount>, listings: number): string {
  if (confirmed === 0) return `No practice has confirmed its listing within the last ${days} days.`;
  return `Practices confirmed ${formatNumber(confirmed)} of ${formatNumber(listings)} listings within the last ${days} days. Each profile shows the date.`;
}

function About() {
  const site = useSite();
  const { publicUrl, brand } = site;
  const payments = usePayments();
  const { data: stats, error } = useReply(queryOf(getStats, {}));
  const { data: recent } = useReply(queryOf(confirmedCount, {}));
  return (
    <div className={layout.page}>
      <Head
        title={`About ${brand}`}
        description={`${brand} is a nationwide directory of dentists with a focus on teeth whitening: what it does, how it works, and its numbers.`}
        canonical="/about"
        jsonLd={{
          '@context': 'https://schema.org',
          '@type': 'AboutPage',
          url: `${publicUrl}/about`,
          mainEntity: organization(site),
        }}
      />
      <header className={layout.head}>
        <h1>About {brand}</h1>
        <p className={layout.lead}>
          A trusted nationwide directory of top-rated dentists, with a focus on teeth whitening.
        </p>
      </header>
      {error && (
        <Callout tone="bad" title="Failed to fetch stats">
          {sentenceOf(error)}
        </Callout>
      )}
      <section aria-label={`${brand} in numbers`} className={css.stats}>
        <Stat label="Dentists" value={number(stats?.dentistCount)} />
        <Stat label="Cities" value={number(stats?.cityCount)} />
        <Stat {...describeStates(number(stats?.stateCount))} />
        <Stat label="Topic categories" value={10} />
      </section>
      {recent && stats && stats.dentistCount > 0 && (
        <p className={css.confirmed}>{describeConfirmed(recent, stats.dentistCount)}</p>
      )}
      <section className={css.mission} aria-labelledby="mission">
        <h2 id="mission" className={css.heading}>
          Our mission
        </h2>
        <div className={css.text}>
          <p>
            Choosing a dentist should be as calm as a good appointment. We list practices across the United States, say
            plainly what we know about each and what hasn’t been confirmed yet, and never invent a rating.
          </p>
          <p>
            {payments
              ? 'Practices may pay for a plan. When that moves a listing up, the result says so, and one switch turns paid ranking off.'
              : 'Practices are listed for free, and no one can pay for a better position.'}
          </p>
        </div>
      </section>
      <section aria-labelledby="how" className={css.section}>
        <h2 id="how" className={css.heading}>
          How It Works
        </h2>
        <ol className={css.steps}>
          {stepsOf(brand).map(([title, words]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="next" className={css.section}>
        <h2 id="next" className={css.heading}>
          Where to go next
        </h2>
        <ul className={css.next}>
          {places.map(([to, title, words]) => (
            <li key={to}>
              <Link to={to}>{title}</Link>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export const page: Page = {
  Component: About,
  load: ({ call, prefetch }) => prefetch(queryOf(getStats, {}, call), queryOf(confirmedCount, {}, call)),
};
