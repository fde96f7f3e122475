import { useQuery } from '@tanstack/react-query';
import { appointmentListings } from '#contract/appointments/appointments.ts';
import { DashboardNav } from '#ui/accounts/DashboardNav.tsx';
import { SignedIn } from '#ui/accounts/SignedIn.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './AppointmentsPage.module.css';
import Inbox from './Inbox.tsx';

/** The appointment requests to all listings of an owner or manager. */
function AppointmentsPage() {
  return (
    <div className={layout.page}>
      <Head title="Appointment requests" noindex />
      <SignedIn>
        {() => (
          <>
            <DashboardNav />
            <header className={css.head}>
              <h1>Appointment requests</h1>
            </header>
            <div className={css.body}>
              <AllRequests />
            </div>
          </>
        )}
      </SignedIn>
    </div>
  );
}

function AllRequests() {
  const { data: listings, error } = useQuery({ ...queryOf(appointmentListings, {}), refetchOnMount: 'always' });
  if (error) return <Callout tone="bad">{sentenceOf(error)}</Callout>;
  if (!listings) return <Skeleton height={320} />;
  if (listings.length === 0)
    return (
      <EmptyState
        compact
        title="No practices yet"
        actions={<ButtonLink to="/find-practice">Find your practice</ButtonLink>}
      >
        <p>Patients can ask for an appointment once you manage a practice.</p>
      </EmptyState>
    );
  return <Inbox listings={listings} />;
}

export const page: Page = { Component: AppointmentsPage };
