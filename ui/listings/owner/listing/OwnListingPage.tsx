import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { myListings, type OwnListing } from '#contract/listings/own-listings.ts';
import { DashboardNav } from '#ui/accounts/DashboardNav.tsx';
import { SignedIn } from '#ui/accounts/SignedIn.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { hasDraft } from '#ui/base/forms/use-conflict-form.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { layout } from '#ui/kit/layout.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { StandingBadge } from '../../card/StandingBadge.tsx';
import { editorKey } from '../edit/fields.ts';
import { ListingMenu } from './ListingMenu.tsx';
import css from './OwnListingPage.module.css';
import { Overview } from './Overview.tsx';
import { isListingTab, listingTabPath, listingTabs, type ListingTab } from '#ui/listings/listing-tabs.ts';

const ListingEditor = lazy(() => import('../edit/ListingEditor.tsx'));
const PhotosTab = lazy(() => import('./PhotosTab.tsx'));
const ListingRequests = lazy(() => import('#ui/appointments/owner/ListingRequests.tsx'));
const ListingReviews = lazy(() => import('#ui/reviews/owner/ListingReviews.tsx'));
const OwnerInsights = lazy(async () => ({ default: (await import('#ui/insights/OwnerInsights.tsx')).OwnerInsights }));
const ManagersTab = lazy(() => import('./ManagersTab.tsx'));
const HistoryTab = lazy(() => import('./HistoryTab.tsx'));

/** A listing as its owner and managers work on it. */
function OwnListingPage() {
  return (
    <div className={layout.page}>
      <SignedIn>{() => <LoadedListing />}</SignedIn>
    </div>
  );
}

function LoadedListing() {
  const id = Number(useParams()['id']);
  const { data, error } = useQuery(queryOf(myListings, {}));
  const listing = data?.find((item) => item.id === id);
  return (
    <>
      <Head title={listing?.name ?? 'Your listing'} noindex />
      <DashboardNav />
      {error ? (
        <Callout tone="bad" title="Error loading your practice listings" className={css.failure}>
          {sentenceOf(error)}
        </Callout>
      ) : !data ? (
        <Loading label="Loading your listing" className={css.failure}>
          <Skeleton height={420} />
        </Loading>
      ) : listing ? (
        <ListingTabs key={id} listing={listing} />
      ) : (
        <EmptyState
          heading="h1"
          title="You don't manage this listing"
          actions={<ButtonLink to="/dashboard">Go to your dashboard</ButtonLink>}
        >
          <p>It may have been deleted, or someone else manages it now.</p>
        </EmptyState>
      )}
    </>
  );
}

function ListingTabs({ listing }: { listing: OwnListing }) {
  const { tab: name } = useParams();
  const open = useOpenTab(listing.id);
  if (name !== undefined && !isListingTab(name)) return <Navigate to={listingTabPath(listing.id)} replace />;
  // Unsaved changes from before the session ended continue in the form.
  if (name === undefined && hasDraft(editorKey(listing.id)))
    return <Navigate to={listingTabPath(listing.id, 'edit')} replace />;
  const tab = name ?? 'overview';
  const contents: Record<ListingTab, () => ReactNode> = {
    overview: () => <Overview listing={listing} />,
    edit: () => (
      <>
        <h2 className="hidden-text">Edit this listing</h2>
        <ListingEditor listing={listing} />
      </>
    ),
    photos: () => <PhotosTab listing={listing} />,
    appointments: () => <ListingRequests dentistId={listing.id} />,
    reviews: () => <ListingReviews listing={listing} />,
    insights: () =>
      listing.planActive ? (
        <OwnerInsights dentistId={listing.id} />
      ) : (
        <Callout tone="warn">Insights are paused because the plan has ended.</Callout>
      ),
    managers: () => <ManagersTab listing={listing} />,
    history: () => <HistoryTab listing={listing} />,
  };
  return (
    <article aria-labelledby="listing-name" className={css.listing}>
      <ListingHeader listing={listing} />
      <Tabs
        label={`Pages of ${listing.name}`}
        value={tab}
        onValueChange={(value) => open(value as ListingTab)}
        tabs={listingTabs.map(([value, label]) => ({
          value,
          label,
          content: value === tab && <Suspense fallback={<Skeleton height={400} />}>{contents[value]()}</Suspense>,
        }))}
      />
    </article>
  );
}

/** A click on a tab reports it twice, when the mouse is pressed and when the tab gets the focus. */
function useOpenTab(id: number): (tab: ListingTab) => void {
  const navigate = useNavigate();
  const opening = useRef<ListingTab | null>(null);
  return (tab) => {
    if (opening.current === tab) return;
    opening.current = tab;
    setTimeout(() => (opening.current = null));
    void navigate(listingTabPath(id, tab));
  };
}

function ListingHeader({ listing }: { listing: OwnListing }) {
  const place = [listing.city, listing.state].filter(Boolean).join(', ');
  return (
    <header className={css.head}>
      <Breadcrumbs
        className={css.crumbs}
        crumbs={[{ label: 'My practices', to: '/dashboard' }, { label: listing.name }]}
      />
      <Avatar square size={72} name={listing.name} src={listing.practiceImage} />
      <div className={css.titles}>
        <h1 id="listing-name">
          {listing.name}
          {listing.title && `, ${listing.title}`}
        </h1>
        <p className={layout.note}>{[listing.specialty, place].filter(Boolean).join(' · ')}</p>
        <div className={css.badges}>
          {listing.heldAt ? (
            <Badge tone="warn">Not public yet</Badge>
          ) : (
            <StandingBadge listing={{ ...listing, claimed: true }} />
          )}
          {listing.role === 'manager' && <Badge>Manager</Badge>}
        </div>
      </div>
      <div className={css.actions}>
        {!listing.heldAt && (
          <ButtonLink to={listing.href} icon={<ExternalLink />} className={css.wide}>
            View public page
          </ButtonLink>
        )}
        <ListingMenu listing={listing} />
      </div>
    </header>
  );
}

export const page: Page = { Component: OwnListingPage };
