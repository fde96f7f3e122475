import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeable, mergeListings, openListing } from '#contract/admin-listings.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Radio } from '#ui/kit/controls/RadioGroup.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { layout } from '#ui/kit/layout.ts';
import { fieldName, shownValue, type Listing } from './listing-fields.ts';
import own from './MergeDialog.module.css';

type Mergeable = (typeof mergeable)[number];
const picturesOf = ({ photos, practiceImage }: Listing): string[] =>
  photos.length > 0 ? photos.map(({ url }) => url) : practiceImage ? [practiceImage] : [];
const valueOf = (listing: Listing, field: Mergeable): unknown => {
  if (field === 'serviceIds') return listing.services.map(({ name }) => name).join(', ');
  if (field === 'practiceTypeId') return listing.practiceType?.name;
  if (field === 'photos') return picturesOf(listing).join(' ');
  return listing[field as keyof Listing];
};

function Value({ listing, field }: { listing: Listing; field: Mergeable }) {
  const pictures = field === 'photos' ? picturesOf(listing) : field === 'profileImage' ? [listing.profileImage] : [];
  // Pictures of other sites, from old imports, are named and not fetched.
  const shown = pictures.filter((url) => url?.startsWith('/')) as string[];
  if (shown.length === 0) return <span>{shownValue(valueOf(listing, field))}</span>;
  return (
    <span className={own.pictures}>
      {shown.map((url, place) => (
        <img key={url} src={url} alt={`${fieldName(field)} ${place + 1}`} width={56} height={42} loading="lazy" />
      ))}
    </span>
  );
}

/** Two listings side by side: which one stays, and which value of each field. */
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
  const [take, setTake] = useState<ReadonlySet<Mergeable>>(new Set());
  const [keptId, otherId] = swapped ? [pair[1], pair[0]] : pair;
  const found = useQueries({
    queries: [keptId, otherId].map((id) => queryOf(openListing, { params: { id: String(id) } })),
  });
  const [kept, other] = found.map(({ data }) => data?.listing);
  const merge = useMutation({
    mutationFn: () => api(mergeListings, { params: { id: String(keptId) }, body: { otherId, take: [...take] } }),
    async onSuccess() {
      toast({
        title: 'Success',
        description: 'The two listings are one. This can be undone in its history.',
        variant: 'good',
      });
      onDone();
      await refresh(client, '/api/admin/listings', '/api/dentists');
    },
    onError: (error) => toastError(error),
  });
  const differing =
    kept && other
      ? mergeable.filter((field) => shownValue(valueOf(kept, field)) !== shownValue(valueOf(other, field)))
      : [];
  const choose = (field: Mergeable, fromOther: boolean) =>
    setTake((old) => {
      const next = new Set(old);
      if (fromOther) next.add(field);
      else next.delete(field);
      return next;
    });
  const error = found.find(({ isError }) => isError)?.error;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title="Merge two listings"
      description="The second one is deleted; its addresses lead to the first. Everything can be undone."
      footer={
        <>
          <Button
            onClick={() => {
              setSwapped(!swapped);
              setTake(new Set());
            }}
          >
            Keep the other one
          </Button>
          <Button variant="primary" busy={merge.isPending} disabled={!kept || !other} onClick={() => merge.mutate()}>
            Merge them
          </Button>
        </>
      }
    >
      {error != null && <Callout tone="bad" title={sentenceOf(error)} />}
      {!error && (!kept || !other) && <Skeleton height={300} />}
      {kept && other && (
        <table className={own.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Stays: {kept.name}</th>
              <th scope="col">Goes: {other.name}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field}>
                <th scope="row">{fieldName(field)}</th>
                {[kept, other].map((listing, side) => (
                  <td key={listing.id}>
                    <Radio
                      name={field}
                      checked={take.has(field) === (side === 1)}
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
                  Both say the same.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
