import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useBrand } from '#ui/base/page/App.tsx';
import { authPath, useSession } from '#ui/base/session.ts';
import { UserLoadFailed } from '#ui/base/UserLoadFailed.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { UpgradeDialog } from '#ui/billing/UpgradeDialog.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import css from './AddListingPage.module.css';

const NewListingForm = lazy(() => import('./NewListingForm.tsx'));

function AddListing() {
  const brand = useBrand();
  const { user, isReady, hasFailed } = useSession();
  return (
    <div className={layout.text}>
      <Head
        title="List Your Practice"
        description={`Add your dental practice to ${brand}: services, hours, photos and how patients reach you.`}
        canonical="/add-listing"
      />
      <header className={css.head}>
        <h1>List Your Practice</h1>
        <p className={layout.lead}>Tell patients who you are, what you offer and where to find you.</p>
      </header>
      {isReady && !user && <LoginPrompt />}
      {user && (user.canAddListing ? <AddForm /> : <UpgradePrompt />)}
      {hasFailed ? <UserLoadFailed /> : !isReady && <FormSkeleton />}
    </div>
  );
}

const FormSkeleton = () => (
  <Loading label="Loading the form" className={css.skeleton}>
    <Skeleton height={360} />
    <Skeleton height={360} />
  </Loading>
);

const AddForm = () => (
  <Suspense fallback={<FormSkeleton />}>
    <NewListingForm />
  </Suspense>
);

function LoginPrompt() {
  const payments = usePayments();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title="Log in to list your practice"
      actions={
        <>
          <ButtonLink to={authPath(pathname + search)} variant="primary">
            Log in or sign up
          </ButtonLink>
          {payments && <ButtonLink to="/pricing">See the plans</ButtonLink>}
        </>
      }
    >
      <p>Listings belong to an account, so no one else can change yours.</p>
    </EmptyState>
  );
}

/** Opens the upgrade dialog, with an explanation below for after it closes. */
function UpgradePrompt() {
  const [open, setOpen] = useState(true);
  const { pathname, search } = useLocation();
  return (
    <>
      <EmptyState
        title="Listing a practice is part of the Professional plan"
        actions={
          <>
            <Button variant="primary" onClick={() => setOpen(true)}>
              See what it includes
            </Button>
            <ButtonLink to="/directory">Back to the directory</ButtonLink>
          </>
        }
      >
        <p>Upgrade to add and manage your practice.</p>
      </EmptyState>
      <UpgradeDialog open={open} onOpenChange={setOpen} next={pathname + search} />
    </>
  );
}

export const page: Page = { Component: AddListing };
