import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { myListings } from '#contract/listings/own-listings.ts';
import { viewPracticeLink, type PracticeLink } from '#contract/reviews/practice-link.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { SignedIn } from '#ui/accounts/SignedIn.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Paper } from '#ui/kit/display/Paper.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { QrCode } from './QrCode.tsx';
import css from './ReviewCardPage.module.css';

/** A card for the front desk. It fits on one page of US letter and of A4. */
const ReviewCardPage = () => (
  <div className={layout.page}>
    <Head title="Card for your patients" noindex />
    <SignedIn>{() => <LoadedCard />}</SignedIn>
  </div>
);

function LoadedCard() {
  const brand = useBrand();
  const { id = '' } = useParams();
  const platform = usePlatform();
  const { data: listings, error: listingsError } = useQuery(queryOf(myListings, {}));
  const { data: link, error: linkError } = useQuery(queryOf(viewPracticeLink, { params: { id } }));
  const listing = listings?.find((item) => String(item.id) === id);
  const error = linkError ?? listingsError;
  if (error) return <Callout tone="bad">{sentenceOf(error)}</Callout>;
  if (!listing || !link)
    return (
      <Loading label="Loading the card">
        <Skeleton height={520} />
      </Loading>
    );
  const card = <PrintedCard name={listing.practiceName ?? listing.name} brand={brand} link={link} />;
  return (
    <div className={css.page}>
      <header className={layout.stack}>
        <Breadcrumbs
          crumbs={[
            { label: 'My practices', to: '/dashboard' },
            { label: listing.name, to: `/dashboard/listings/${id}/reviews` },
            { label: 'Card' },
          ]}
        />
        <h1>Card for your patients</h1>
        <p className={layout.hint}>
          Put it where every patient sees it. US law doesn't allow you to give it only to happy patients, or to reward a
          review.
        </p>
        <div>
          <Button variant="primary" icon={<Printer />} onClick={() => platform.print()}>
            Print
          </Button>
        </div>
      </header>
      {card}
      <Paper>{card}</Paper>
    </div>
  );
}

const PrintedCard = ({ name, brand, link }: { name: string; brand: string; link: PracticeLink }) => (
  <article className={css.card}>
    <p className={css.name}>{name}</p>
    <p className={css.title}>Tell others about your visit</p>
    <QrCode link={link} className={css.qr} />
    <p className={css.url}>{link.url.replace(/^https?:\/\//, '')}</p>
    <p className={css.note}>
      Scan the code with your phone’s camera, or type the address. {brand} publishes every review that follows its
      rules, whatever it says. The practice can reply, but not choose or remove reviews.
    </p>
  </article>
);

export const page: Page = { Component: ReviewCardPage };
