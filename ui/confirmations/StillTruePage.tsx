import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type FormEvent } from 'react';
import { confirmByLink, viewConfirmation, type AskedListing, type AskedListings } from '#contract/confirmations.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { CardPage } from '#ui/accounts/sign-in/CardPage.tsx';
import { useLinkToken } from '#ui/accounts/sign-in/use-link-token.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, PostForm, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import { api, ApiError, sentenceOf, type Call } from '#ui/base/platform/api.ts';
import css from './StillTruePage.module.css';

/** The button, and not opening the page, confirms the listings, because some email scanners open every link. */
function StillTruePage() {
  const brand = useBrand();
  const token = useLinkToken() ?? '';
  const call = callOf(confirmByLink);
  const posted = usePostedForm(call);
  const asked = useQuery({ ...askedQuery(token), enabled: token !== '' });
  const confirm = useMutation({
    mutationFn: (form: HTMLFormElement) =>
      api(confirmByLink, {
        body: {
          token,
          listingIds: new FormData(form).getAll('listingIds').map(Number),
          shown: String(new FormData(form).get('shown')),
        },
      }),
    // A conflict means that the page is out of date.
    onError: (error) => void (error instanceof ApiError && error.status === 409 && asked.refetch()),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate(event.currentTarget);
  };
  const confirmed = confirm.data ?? (posted?.reply as AskedListings | undefined);
  const current = confirmed ?? asked.data;
  const open = current?.listings.filter(({ isConfirmed }) => !isConfirmed) ?? [];
  const done = current?.listings.filter(({ isConfirmed }) => isConfirmed) ?? [];
  // The listings that a refused form named.
  const chosen = posted?.error && (posted.values.listingIds as string[] | undefined);
  const sentence = confirm.error ? sentenceOf(confirm.error) : posted?.error?.message;
  return (
    <CardPage
      title="Is this still true?"
      lead={
        current && open.length === 0 ? 'Patients see your answer.' : `What patients see on ${brand}. Please check it.`
      }
    >
      <Head title="Is this still true?" noindex />
      {asked.error || !token ? (
        <>
          <Callout
            tone="warn"
            title={token ? 'This link is no longer valid' : 'Please open the link in your email'}
            announce
          >
            {asked.error && sentenceOf(asked.error)}
          </Callout>
          <ButtonLink to="/dashboard" variant="primary" block>
            Go to your dashboard
          </ButtonLink>
        </>
      ) : !current ? (
        <Skeleton height={320} />
      ) : (
        <>
          {done.map((listing) => (
            <Callout
              key={listing.id}
              tone="good"
              title={`Thank you. ${listing.name} is confirmed`}
              announce={!!confirmed}
            >
              Patients see that you confirmed it on {formatUtcDate(listing.confirmedAt!)}.{' '}
              <Link to={listing.href}>See the profile</Link>
            </Callout>
          ))}
          {open.length > 0 && (
            <PostForm call={call} hidden={{ token, shown: current.shown }} onSubmit={submit}>
              {open.map((listing) => (
                <Facts
                  key={listing.id}
                  listing={listing}
                  isOnly={open.length === 1}
                  isChosen={chosen === undefined || chosen.includes(String(listing.id))}
                />
              ))}
              {sentence && (
                <Callout tone="bad" announce>
                  {sentence}
                </Callout>
              )}
              <Button type="submit" variant="primary" block busy={confirm.isPending}>
                Still true
              </Button>
              {open.length === 1 && (
                <ButtonLink to={editPath(open[0]!)} block>
                  Change something
                </ButtonLink>
              )}
              <p className={layout.note}>You need to log in only to change something.</p>
            </PostForm>
          )}
        </>
      )}
    </CardPage>
  );
}

const editPath = ({ id }: AskedListing): string => `/dashboard/listings/${id}/edit`;

function Facts({ listing, isOnly, isChosen }: { listing: AskedListing; isOnly: boolean; isChosen: boolean }) {
  return (
    <section aria-label={listing.name} className={cx(layout.stack, css.listing)}>
      <div>
        <h2>{listing.name}</h2>
        {listing.place && <p className={layout.muted}>{listing.place}</p>}
      </div>
      <dl className={layout.facts}>
        {listing.facts.map(({ label, text }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className={text === null ? layout.muted : undefined}>{text ?? 'Not stated yet'}</dd>
          </Fragment>
        ))}
      </dl>
      {isOnly ? (
        <input type="hidden" name="listingIds" value={listing.id} />
      ) : (
        <>
          <Checkbox
            name="listingIds"
            value={listing.id}
            defaultChecked={isChosen}
            label={`All of this about ${listing.name} is still true`}
          />
          <p>
            <Link to={editPath(listing)}>Change something about {listing.name}</Link>
          </p>
        </>
      )}
    </section>
  );
}

const askedQuery = (token: string, call: Call = api) => ({
  queryKey: ['confirmation', token],
  queryFn: () => call(viewConfirmation, { body: { token } }),
});

export const page: Page = {
  Component: StillTruePage,
  async load({ cache, call, server, url }) {
    const token = url.searchParams.get('token');
    if (server && token) await cache.prefetchQuery(askedQuery(token, call));
  },
};
