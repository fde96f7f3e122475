import { useLocation } from 'react-router-dom';
import type { Profile as PublicProfile } from '#contract/listings/listings.ts';
import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { findState, stateSlug } from '#shared/places/states.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { layout } from '#ui/kit/layout.ts';
import { AppointmentButton } from '#ui/appointments/AppointmentButton.tsx';
import { ReachedByPhone } from '#ui/calls/ReachedByPhone.tsx';
import { ProfileReviews } from '#ui/reviews/shown/ProfileReviews.tsx';
import { newestReviews } from '#ui/reviews/shown/reviews-query.ts';
import { ClaimBox } from '#ui/claims/ClaimBox.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { CompareBar } from '../compare/CompareBar.tsx';
import { breadcrumbsJsonLd, dentistJsonLd } from './json-ld.ts';
import { fullName, listingPath, placeOf, sharedPhoto, type Listing } from '../listing.ts';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { Nearby } from './Nearby.tsx';
import { ContactCard, HoursCard } from './ProfileCards.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import { Plans, Prices } from './PlansAndPrices.tsx';
import { ProfileHero } from './ProfileHero.tsx';
import { About, Features, Services } from './ProfileSections.tsx';
import { ProfileVideo } from './ProfileVideo.tsx';
import { profileQuery } from './profile-query.ts';
import css from './Profile.module.css';
import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';

const ReportProblemDialog = lazy(() => import('./ReportProblemDialog.tsx'));

/** Opens the form as a dialog, or without scripts as a page. */
function ReportProblem({ dentistId, name }: { dentistId: number; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonLink
        to={`/report-problem/${dentistId}`}
        rel="nofollow"
        variant="quiet"
        size="small"
        icon={<Flag />}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        Report incorrect information
      </ButtonLink>
      {open && (
        <Suspense fallback={null}>
          <ReportProblemDialog dentistId={dentistId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function crumbsFor(listing: Listing) {
  const state = listing.state ? findState(listing.state) : undefined;
  return [
    { label: 'Directory', to: '/directory' },
    ...(state ? [{ label: state.name, to: `/dentists/${stateSlug(state)}` }] : []),
    ...(state && listing.citySlug && listing.city
      ? [{ label: listing.city, to: `/dentists/${stateSlug(state)}/${listing.citySlug}` }]
      : []),
  ];
}

export default function Profile({ params }: { params: Record<string, string | undefined> }) {
  const { data: listing, error } = useReply<PublicProfile>(profileQuery(params) as never);
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error)
    return (
      <EmptyState scene="trouble" heading="h1" title="Something went wrong">
        <p>{sentenceOf(error, 'This practice could not be loaded. Please try again.')}</p>
      </EmptyState>
    );
  return listing ? <LoadedProfile listing={listing} /> : <ProfileSkeleton />;
}

/** The page's title. A name that the city has twice has a number in its address, so the street makes the title distinct. */
function titleOf(listing: PublicProfile): string {
  const place = placeOf(listing);
  const title = place ? `${fullName(listing)} in ${place}` : fullName(listing);
  const number = /-(\d+)$/.exec(listing.slug ?? '')?.[1];
  return number === undefined ? title : `${title}, ${listing.address ?? `no. ${number}`}`;
}

function LoadedProfile({ listing }: { listing: PublicProfile }) {
  const { publicUrl } = useSite();
  const { pathname } = useLocation();
  const { data: reviews } = useReply<ShownReviews>(newestReviews(listing.id) as never);
  const now = usePageTime();
  const place = placeOf(listing);
  const path = listingPath(listing);
  const trail = crumbsFor(listing);
  const description = [
    listing.specialty ?? 'Dentist',
    place && `in ${place}`,
    listing.services.length > 0 && `: ${listing.services.map((service) => service.name).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')
    .replace(' :', ':');
  const photo = sharedPhoto(listing);
  const showsAds = !listing.isPaid;
  return (
    <>
      {showsAds && <AdSlot slot="header" onProfile />}
      <article className={`${layout.page} ${css.profile}`} data-track-view={listing.id}>
        <Head
          title={titleOf(listing)}
          description={`${description}. Hours, services, address and phone.`.slice(0, 300)}
          canonical={path}
          type="profile"
          alternate={
            listing.holidayHours
              ? { type: 'text/calendar', href: `${path}/holidays.ics`, title: 'Holiday hours' }
              : undefined
          }
          image={photo ? new URL(photo, publicUrl).href : undefined}
          jsonLd={[
            dentistJsonLd(listing, publicUrl, reviews),
            breadcrumbsJsonLd([...trail, { label: listing.name, to: path }], publicUrl),
          ]}
        />
        <Breadcrumbs crumbs={[...trail, { label: listing.name }]} className={css.crumbs} />
        <ProfileHero listing={listing} now={now} />
        <ReachedByPhone times={listing.reachedByPhone} />
        <AppointmentButton listing={listing} />
        <div className={css.columns}>
          <div className={css.main}>
            <About listing={listing} />
            <ProfileVideo listing={listing} />
            <PhotoStrip listing={listing} />
            <Services listing={listing} />
            <Prices listing={listing} now={now} />
            <Plans listing={listing} now={now} />
            <Features listing={listing} now={now} />
            <ProfileReviews listing={listing} reviews={reviews} />
            <ClaimBox listing={listing} key={pathname} />
          </div>
          <div className={css.sidebar}>
            <ContactCard listing={listing} />
            <HoursCard listing={listing} now={now} />
            <div className={css.report}>
              <ReportProblem dentistId={listing.id} name={listing.name} />
            </div>
            {showsAds && <AdSlot slot="sidebar" onProfile />}
          </div>
        </div>
        <Nearby listing={listing} now={now} />
        <CompareBar />
      </article>
      {showsAds && <AdSlot slot="footer" onProfile />}
    </>
  );
}

const ProfileSkeleton = () => (
  <Loading label="Loading the practice" className={`${layout.page} ${css.skeleton}`}>
    <Skeleton width="14rem" height={20} />
    <Skeleton height="min(24vw, 15rem)" />
    <Skeleton width="min(28rem, 80%)" height={44} />
    <Skeleton width="min(18rem, 60%)" height={24} />
    <Skeleton height="16rem" />
  </Loading>
);
