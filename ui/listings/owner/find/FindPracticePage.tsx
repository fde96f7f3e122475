import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { findOwnPractice, type PracticeMatch } from '#contract/directory/practice-finder.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { claimPath } from '#ui/claims/claim-path.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './FindPracticePage.module.css';

/** For people who run a practice: finds its listing, says who manages it, and offers the next step. */
function FindPractice() {
  const [search] = useSearchParams();
  const text = (search.get('q') ?? '').trim();
  const { data, error, isFetching } = useQuery({
    ...queryOf(findOwnPractice, { query: { q: text } }),
    enabled: text !== '',
    staleTime: 0,
  });
  return (
    <div className={layout.text}>
      <Head
        title="Find Your Practice"
        description="Find your practice's listing by name, phone number, ZIP code, or NPI, and claim it."
        noindex
      />
      <header className={layout.head}>
        <h1>Find your practice</h1>
        <p className={layout.lead}>It is probably listed already. Claim it to confirm and edit its details.</p>
      </header>
      <SearchForm key={text} text={text} busy={isFetching} />
      <div aria-live="polite" aria-busy={isFetching} className={css.results}>
        {text === '' ? null : error ? (
          <Callout tone="bad" title="We couldn't search">
            {sentenceOf(error)}
          </Callout>
        ) : !data ? (
          <Loading label="Searching">
            <Skeleton height={240} />
          </Loading>
        ) : (
          <>
            <h2 className={layout.heading}>{describeCount(data.items.length, data.hasMore)}</h2>
            {data.items.length > 0 && (
              <ul className={layout.snug}>
                {data.items.map((match) => (
                  <li key={match.id}>
                    <MatchCard match={match} />
                  </li>
                ))}
              </ul>
            )}
            {data.hasMore && <p className={layout.muted}>Add the ZIP code or the whole name to see fewer.</p>}
            <Card as="section" tone="wash" className={css.missing} aria-labelledby="not-here">
              <h2 id="not-here">Not here?</h2>
              <p>Add your practice. We fill in what you typed.</p>
              <ButtonLink to={addListingPath(text)}>Add it</ButtonLink>
            </Card>
          </>
        )}
      </div>
    </div>
  );
}

/** A plain GET form, so that Enter, the back button, and a shared link all work. */
const SearchForm = ({ text, busy }: { text: string; busy: boolean }) => (
  <form method="get" action="/find-practice" role="search" className={css.form}>
    <Field label="Name, phone number, ZIP code, or NPI">
      <Input
        name="q"
        type="search"
        required
        maxLength={200}
        defaultValue={text}
        autoComplete="off"
        placeholder="Linden Dental 78701"
      />
    </Field>
    <Button type="submit" variant="primary" icon={<Search />} busy={busy}>
      Search
    </Button>
  </form>
);

function describeCount(count: number, hasMore: boolean): string {
  if (count === 0) return 'No listing matches';
  if (hasMore) return `The first ${count} listings`;
  return count === 1 ? '1 listing' : `${count} listings`;
}

const standings: Record<PracticeMatch['standing'], { label: string; tone: Tone }> = {
  unclaimed: { label: 'Unclaimed', tone: 'accent' },
  pending: { label: 'Your claim is pending', tone: 'warn' },
  yours: { label: 'Managed by you', tone: 'good' },
  managed: { label: 'Managed by its practice', tone: 'neutral' },
};

function MatchCard({ match }: { match: PracticeMatch }) {
  const { label, tone } = standings[match.standing];
  const place = [match.address, match.city, [match.state, match.zipCode].filter(Boolean).join(' ')];
  return (
    <Card as="article" className={css.match}>
      <div className={css.facts}>
        <h3>
          <Link to={match.href}>{match.name}</Link>
        </h3>
        <p className={layout.muted}>{[match.practiceName, ...place].filter(Boolean).join(', ')}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <NextStep match={match} />
    </Card>
  );
}

function NextStep({ match }: { match: PracticeMatch }) {
  switch (match.standing) {
    case 'unclaimed':
      return (
        <ButtonLink to={claimPath(match.id)} variant="primary" aria-label={`Claim ${match.name}`}>
          Claim
        </ButtonLink>
      );
    case 'pending':
      return <ButtonLink to={claimPath(match.id)}>Track its progress</ButtonLink>;
    case 'yours':
      return <ButtonLink to="/dashboard">Open your dashboard</ButtonLink>;
    case 'managed':
      return <Link to="/contact">Is this yours? Write to us</Link>;
  }
}

/** The form of a new listing, with what was typed in the field that it looks like. */
function addListingPath(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (/^[\d\s().+-]+$/.test(text) && digits.length === 10) return `/add-listing?phone=${encodeURIComponent(text)}`;
  const zip = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(text);
  const name = (zip ? text.slice(0, zip.index) : text).trim();
  const query = new URLSearchParams({ ...(name && { name }), ...(zip && { zip: zip[1]! }) });
  return `/add-listing?${query.toString()}`;
}

export const page: Page = { Component: FindPractice };
