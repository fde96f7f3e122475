import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listingHistory, putBackChange, type HistoryEntry } from '#contract/listings/listing-history.ts';
import { myListings, type OwnListing } from '#contract/listings/own-listings.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Loading, SkeletonText } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './HistoryTab.module.css';
import { useListingNames } from '../../listing-names.ts';
import { fieldName, showValue, describeSource } from '../edit/field-text.ts';

const PAGE_SIZE = 50;

/** All changes of a listing, newest first, with a button to restore the earlier value. */
export default function HistoryTab({ listing }: { listing: OwnListing }) {
  const params = { id: String(listing.id) };
  const path = `/api/user/dentists/${listing.id}/history`;
  const pages = useInfiniteQuery({
    queryKey: [path, 'all'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api(listingHistory, { params, query: pageParam === undefined ? {} : { before: String(pageParam) } }, { signal }),
    // Pages can be short, because staff decisions are left out. Only an empty page is the last one.
    getNextPageParam: (last) => (last.length === 0 ? undefined : last.at(-1)!.id),
  });
  const entries = pages.data?.pages.flat() ?? [];
  const mayHaveMore = pages.hasNextPage && entries.length >= PAGE_SIZE - 5;
  return (
    <section aria-label="History" className={css.body}>
      {pages.error && <Callout tone="bad">{sentenceOf(pages.error)}</Callout>}
      {pages.isPending && (
        <Loading label="Loading the history">
          <SkeletonText lines={8} />
        </Loading>
      )}
      {pages.isSuccess && entries.length === 0 && (
        <p className={layout.note}>No changes yet. Changes to this listing will appear here.</p>
      )}
      <ol className={css.history}>
        {entries.map((entry) => (
          <Entry key={entry.id} listing={listing} entry={entry} />
        ))}
      </ol>
      {mayHaveMore && (
        <Button block busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </section>
  );
}

function Entry({ listing, entry }: { listing: OwnListing; entry: HistoryEntry }) {
  const brand = useBrand();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const names = useListingNames();
  const restoreValue = async () => {
    setBusy(true);
    try {
      const next = await api(putBackChange, { params: { id: String(listing.id), entry: String(entry.id) } });
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      toast({
        title: 'Restored',
        description: `${fieldName(entry.field)} has its earlier value again.`,
        variant: 'good',
      });
      await refresh(client, `/api/user/dentists/${listing.id}/`, '/api/dentists', '/location');
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const hasNoValues = entry.field === 'created' || entry.field === 'confirmedAt';
  return (
    <li className={css.entry}>
      <div className={css.entryHead}>
        <strong>
          {entry.field === 'created'
            ? 'Listing created'
            : entry.field === 'confirmedAt'
              ? 'Everything confirmed'
              : fieldName(entry.field)}
        </strong>
        {entry.canPutBack && (
          <Button
            size="small"
            variant="quiet"
            busy={busy}
            aria-label={`Restore ${fieldName(entry.field)}`}
            onClick={() => void restoreValue()}
          >
            Restore
          </Button>
        )}
      </div>
      {!hasNoValues && (
        <p className={css.values}>
          <del>{showValue(entry.field, entry.before, names)}</del> <span aria-hidden="true">→</span>
          <span className="hidden-text"> became </span> <ins>{showValue(entry.field, entry.after, names)}</ins>
        </p>
      )}
      <p className={layout.note}>
        {formatLocalDateTime(entry.at)}, {describeSource(entry, brand)}
      </p>
    </li>
  );
}
