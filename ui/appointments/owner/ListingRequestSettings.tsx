import { useQuery } from '@tanstack/react-query';
import { appointmentListings } from '#contract/appointments/appointments.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { RequestSettings } from './RequestSettings.tsx';

/** The settings of appointment requests to one listing, as a part of the listing's form. */
export default function ListingRequestSettings({ dentistId }: { dentistId: number }) {
  const { data, error } = useQuery(queryOf(appointmentListings, {}));
  if (error) return <Callout tone="bad">{sentenceOf(error)}</Callout>;
  if (!data) return <Skeleton height={72} />;
  const listing = data.find((one) => one.dentistId === dentistId);
  return listing ? <RequestSettings listing={listing} /> : null;
}
