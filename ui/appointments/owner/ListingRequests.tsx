import { useQuery } from '@tanstack/react-query';
import { appointmentListings } from '#contract/appointments/appointments.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import Inbox from './Inbox.tsx';
import css from './ListingRequests.module.css';

/** The appointment requests to one listing, and its settings. */
export default function ListingRequests({ dentistId }: { dentistId: number }) {
  const { data, error } = useQuery({ ...queryOf(appointmentListings, {}), refetchOnMount: 'always' });
  if (error) return <Callout tone="bad">{sentenceOf(error)}</Callout>;
  const listings = data?.filter((listing) => listing.dentistId === dentistId);
  return (
    <div className={css.body}>
      {listings ? <Inbox listings={listings} only={dentistId} /> : <Skeleton height={240} />}
    </div>
  );
}
