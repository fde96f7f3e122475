import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { inboxLists, type InboxList } from '#shared/appointments/appointment-state.ts';
import {
  exportAppointments,
  receivedAppointments,
  type AppointmentListing,
} from '#contract/appointments/appointments.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { countedOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { ReceivedRequest } from './ReceivedRequest.tsx';
import { RequestSettings } from './RequestSettings.tsx';
import css from './Inbox.module.css';

const PAGE_SIZE = 20;
const lists = Object.keys(inboxLists) as InboxList[];
const emptyTexts: Record<InboxList, string> = {
  new: 'No requests are waiting for an answer.',
  answered: 'Requests that you have answered appear here.',
  ended: 'Declined, canceled, and closed requests appear here for 90 days.',
};

/** `only` is the listing whose requests are shown; without it, those of all listings. */
export default function Inbox({ listings, only }: { listings: readonly AppointmentListing[]; only?: number }) {
  const platform = usePlatform();
  const { search } = useLocation();
  // Emails about an answered request link to its list.
  const [list, setList] = useState<InboxList>(
    () => lists.find((one) => one === new URLSearchParams(search).get('requests')) ?? 'new',
  );
  const [page, setPage] = useState(1);
  const waiting = listings.reduce((sum, listing) => sum + listing.waiting, 0);
  const requests = useQuery({
    ...countedOf(receivedAppointments, {
      query: { list, page: String(page), ...(only === undefined ? {} : { listing: String(only) }) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  useScrollToRequest(requests.data !== undefined);
  const pages = Math.ceil((requests.data?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      <Settings listings={listings} />
      <h2 className="hidden-text">Requests</h2>
      <div className={layout.between}>
        <Segmented
          label="Requests"
          value={list}
          onValueChange={(value) => {
            setList(value);
            setPage(1);
          }}
          options={[
            { value: 'new', label: waiting > 0 ? `New (${waiting})` : 'New' },
            { value: 'answered', label: 'Answered' },
            { value: 'ended', label: 'Ended' },
          ]}
        />
        <Button
          size="small"
          icon={<Download />}
          onClick={() =>
            void platform
              .saveFile(exportAppointments.path, 'appointment-requests.csv')
              .catch((error) => toastError(error))
          }
        >
          Export as CSV
        </Button>
      </div>
      {requests.error && <Callout tone="bad">{sentenceOf(requests.error)}</Callout>}
      {requests.isPending && <Skeleton height={180} />}
      {requests.data?.items.length === 0 && <p className={layout.muted}>{emptyTexts[list]}</p>}
      <ul className={css.requests}>
        {requests.data?.items.map((request) => (
          <li key={request.id} id={`appointment-${request.id}`}>
            <ReceivedRequest request={request} showsListing={listings.length > 1} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className={layout.row}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className={layout.note}>
            Page {page} of {pages}
          </span>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </>
  );
}

/** Few listings show their switches at once; many would push the requests off the screen. */
const FEW_LISTINGS = 3;

function Settings({ listings }: { listings: readonly AppointmentListing[] }) {
  const switches = (
    <ul className={layout.snug}>
      {listings.map((listing) => (
        <li key={listing.dentistId}>
          <RequestSettings listing={listing} />
        </li>
      ))}
    </ul>
  );
  if (listings.length <= FEW_LISTINGS) return switches;
  const takers = listings.filter(({ isOn }) => isOn).length;
  return (
    <details className={css.all}>
      <summary>
        {takers} of {listings.length} listings take requests
      </summary>
      {switches}
    </details>
  );
}

/** Emails link to a request, which appears only after the browser has looked for the hash. */
function useScrollToRequest(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && /^#appointment-\d+$/.test(hash)) document.querySelector(hash)?.scrollIntoView();
  }, [isLoaded, hash]);
}
