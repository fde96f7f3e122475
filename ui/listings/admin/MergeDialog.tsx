import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeable, mergeListings, openListing } from '#contract/listings/admin-listings.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Radio } from '#ui/kit/controls/RadioGroup.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { fieldName, formatValue, type Listing } from './listing-fields.ts';
import { isOtherBetter, picturesOf, valueOf, type Mergeable } from './merge-choice.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './MergeDialog.module.css';

function Value({ listing, field }: { listing: Listing; field: Mergeable }) {
  const pictures = field === 'photos' ? picturesOf(listing) : field === 'profileImage' ? [listing.profileImage] : [];
  // Images on other sites, from old imports, are listed by URL and not loaded.
  const localPictures = pictures.filter((url) => url?.startsWith('/')) as string[];
  if (localPictures.length === 0) return <span>{formatValue(valueOf(listing, field))}</span>;
  return (
    <span className={css.pictures}>
      {localPictures.map((url, place) => (
        <img key={url} src={url} alt={`${fieldName(field)} ${place + 1}`} width={56} height={42} loading="lazy" />
      ))}
    </span>
  );
}

/** Chooses which of two listings to keep, and which value of each field. */
export function MergeDialog({
  pair,
  onClose,
  onDone,
}: {
  pair: [number, number];
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [swapped, setSwapped] = useState(false);
  const [choices, setChoices] = useState<ReadonlyMap<Mergeable, boolean>>(new Map());
  const [keptId, otherId] = swapped ? [pair[1], pair[0]] : pair;
  const results = useQueries({
    queries: [keptId, otherId].map((id) => queryOf(openListing, { params: { id: String(id) } })),
  });
  const [kept, other] = results.map(({ data }) => data);
  const [keptListing, otherListing] = [kept?.listing, other?.listing];
  const takesOther = (field: Mergeable) =>
    choices.get(field) ?? (kept !== undefined && other !== undefined && isOtherBetter(field, kept, other));
  const merge = useMutation({
    mutationFn: () =>
      api(mergeListings, { params: { id: String(keptId) }, body: { otherId, take: differing.filter(takesOther) } }),
    async onSuccess() {
      toast({
        title: 'Success',
        description: 'The two listings have been merged. You can undo this in the history.',
        variant: 'good',
      });
      onDone();
      await refresh(client, '/api/admin/listings', '/api/admin/tables', '/api/dentists');
    },
    onError: (error) => toastError(error),
  });
  const differing =
    keptListing && otherListing
      ? mergeable.filter(
          (field) => formatValue(valueOf(keptListing, field)) !== formatValue(valueOf(otherListing, field)),
        )
      : [];
  const choose = (field: Mergeable, fromOther: boolean) =>
    setChoices((previous) => new Map(previous).set(field, fromOther));
  const error = results.find(({ isError }) => isError)?.error;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title="Merge two listings"
      description="The second one is deleted, and its URLs will redirect to the first. The value from the better source is selected for each field. You can undo this."
      footer={
        <>
          <Button
            onClick={() => {
              setSwapped(!swapped);
              setChoices(new Map());
            }}
          >
            Swap them
          </Button>
          <Button
            variant="primary"
            busy={merge.isPending}
            disabled={!keptListing || !otherListing}
            onClick={() => merge.mutate()}
          >
            Merge them
          </Button>
        </>
      }
    >
      {error != null && <Callout tone="bad" title={sentenceOf(error)} />}
      {!error && (!keptListing || !otherListing) && <Skeleton height={300} />}
      {keptListing && otherListing && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Keep: {keptListing.name}</th>
              <th scope="col">Delete: {otherListing.name}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldName(field)}</th>
                {[keptListing, otherListing].map((listing, side) => (
                  <td key={listing.id}>
                    <Radio
                      name={field}
                      checked={takesOther(field) === (side === 1)}
                      onChange={() => choose(field, side === 1)}
                      label={<Value listing={listing} field={field} />}
                    />
                  </td>
                ))}
              </tr>
            ))}
            {differing.length === 0 && (
              <tr>
                <td colSpan={3} className={layout.muted}>
                  No differences.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
