import { lazy, Suspense, useState } from 'react';
import { authPath, useSession } from '#ui/accounts/session.ts';
import { Head } from '#ui/app/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import type { Page } from '#ui/app/page.ts';
import { UpgradeDialog } from '#ui/claims/UpgradeDialog.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import css from './AddListingPage.module.css';

const NewListingForm = lazy(() => import('./NewListingForm.tsx'));

function AddListing() {
  const { user, known } = useSession();
  return (
    <div className={layout.text}>
      <Head
        title="List Your Practice"
        description="Add your dental practice to Enamel: services, hours, photos and how patients reach you."
        canonical="/add-listing"
      />
      <header className={css.head}>
        <h1>List Your Practice</h1>
        <p className={layout.lead}>Tell patients who you are, what you offer and where to find you.</p>
      </header>
      {known && !user && <Visitor />}
      {user && (user.canAddListing ? <Form /> : <NotYet />)}
      {!known && <Waiting />}
    </div>
  );
}

const Waiting = () => (
  <Loading label="Loading the form" className={css.waiting}>
    <Skeleton height={360} />
    <Skeleton height={360} />
  </Loading>
);

const Form = () => (
  <Suspense fallback={<Waiting />}>
    <NewListingForm />
  </Suspense>
);

const Visitor = () => (
  <EmptyState
    title="Login to list your practice"
    actions={
      <>
        <ButtonLink to={authPath('/add-listing')} variant="primary">
          Login or sign up
        </ButtonLink>
        <ButtonLink to="/pricing">See the plans</ButtonLink>
      </>
    }
  >
    <p>Listings belong to an account, so that nobody else can change yours.</p>
  </EmptyState>
);

/** The dialog comes by itself; whoever closes it still sees what is missing. */
function NotYet() {
  const [open, setOpen] = useState(true);
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
        <p>Upgrade to add your practice and manage it yourself.</p>
      </EmptyState>
      <UpgradeDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

export const page: Page = { Component: AddListing };
