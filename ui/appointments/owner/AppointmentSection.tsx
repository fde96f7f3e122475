import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { appointmentListings } from '#contract/appointments.ts';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { queryOf } from '#ui/platform/query.ts';
import css from './AppointmentSection.module.css';

const Inbox = lazy(() => import('./Inbox.tsx'));

/** The appointment requests on the dashboard of owners and managers. */
export function AppointmentSection() {
  const { data: listings } = useQuery({ ...queryOf(appointmentListings, {}), refetchOnMount: 'always' });
  if (!listings || listings.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="appointments">
      <h2 id="appointments">Appointment requests</h2>
      <Suspense fallback={<Skeleton height={240} />}>
        <Inbox listings={listings} />
      </Suspense>
    </section>
  );
}
