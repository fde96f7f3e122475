import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leaveOutLocations, listClaimLocations, type ClaimLocation } from '#contract/claims/admin-claims.ts';
import { groupProofs, type ClaimDossier } from '#contract/claims/claims.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';

const countListings = (n: number): string => countOf(n, ['listing', 'listings']);
const rowId = ({ id }: ClaimLocation): string => String(id);

const columns: Column<ClaimLocation>[] = [
  {
    id: 'name',
    header: 'Listing',
    cell: ({ name, href }) => (
      <Link to={href} target="_blank">
        {name}
      </Link>
    ),
    words: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  {
    id: 'place',
    header: 'Address',
    cell: ({ address, city, state, zipCode }) =>
      [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    sortBy: ({ state, city }) => `${state ?? ''} ${city ?? ''}`,
  },
  {
    id: 'domain',
    header: 'Domain',
    cell: ({ sameDomain, website }) => (sameDomain ? <Badge tone="good">Same</Badge> : (website ?? 'Not known')),
    words: ({ sameDomain, website }) => (sameDomain ? 'Same' : (website ?? 'Not known')),
    sortBy: ({ sameDomain }) => Number(sameDomain),
  },
  {
    id: 'state',
    header: 'Decision',
    cell: ({ leftOut, hasRivals }) =>
      leftOut !== null ? `Left out: ${leftOut}` : hasRivals ? <Badge tone="warn">Rival claim</Badge> : 'Included',
    words: ({ leftOut, hasRivals }) => (leftOut !== null ? `Left out: ${leftOut}` : hasRivals ? 'Rival claim' : 'Included'), // prettier-ignore
    sortBy: ({ leftOut }) => leftOut ?? '',
  },
];

/** The listings that a group claims. A reviewer can leave some out, with a reason, and then approve the rest. */
export function GroupLocations({ claim }: { claim: ClaimDossier }) {
  const { group, id } = claim;
  const client = useQueryClient();
  const [selected, setSelected] = useState<string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const params = { id: String(id) };
  const query = queryOf(listClaimLocations, { params });
  const { data: locations, error } = useQuery({ ...query, enabled: Boolean(group) });
  const form = useAppForm({ defaultValues: { reason: '' }, keep: 'choice' });
  const change = useMutation({
    mutationFn: (reason: string | null) =>
      api(leaveOutLocations, { params, body: { ids: selected.map(Number), reason } }),
    async onSuccess(changed) {
      client.setQueryData(query.queryKey, changed);
      setSelected([]);
      setAsking(false);
      form.reset();
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: (failure, reason) => (reason === null ? toastError(failure) : form.showError(failure, 'reason')),
  });
  if (!group) return null;
  const chosen = locations?.filter((one) => selected.includes(rowId(one))) ?? [];
  return (
    <section className={layout.stack} aria-labelledby="group-listings">
      <h3 id="group-listings">
        {countListings(group.listings)} for {group.name}
      </h3>
      <p className={layout.muted}>
        Proof: {groupProofs.find(({ value }) => value === group.proof)?.label}.
        {group.leftOut.length > 0 && ` ${formatNumber(group.leftOut.length)} left out.`}
      </p>
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {chosen.length > 0 && (
        <div className={layout.row} role="group" aria-label="Chosen listings">
          <span>{formatNumber(chosen.length)} chosen</span>
          {chosen.some(({ leftOut }) => leftOut === null) && (
            <Button size="small" onClick={() => setAsking(true)}>
              Leave out
            </Button>
          )}
          {chosen.some(({ leftOut }) => leftOut !== null) && (
            <Button size="small" busy={change.isPending} onClick={() => change.mutate(null)}>
              Include again
            </Button>
          )}
        </div>
      )}
      {locations ? (
        <Table
          label="Listings of this claim"
          rows={locations}
          columns={columns}
          rowId={rowId}
          rowLabel={({ name }) => name}
          stacked
          virtual={locations.length > 40}
          {...(locations.length > 40 ? { height: 420 } : {})}
          {...(claim.status === 'pending' ? { selected, onSelectedChange: setSelected } : {})}
        />
      ) : (
        !error && (
          <Loading label="Loading the listings">
            <Skeleton height={200} />
          </Loading>
        )
      )}
      {isAsking && (
        <FormDialog
          title={`Leave out ${countListings(chosen.length)}?`}
          description="The claimant sees the reason. The other listings stay in the claim."
          action="Leave out"
          isBusy={change.isPending}
          onSubmit={form.submit(({ reason }) => change.mutate(reason))}
          onClose={() => setAsking(false)}
        >
          <Field label="Reason" error={form.errors.reason}>
            <Textarea rows={2} maxLength={500} {...form.field('reason')} />
          </Field>
        </FormDialog>
      )}
    </section>
  );
}
