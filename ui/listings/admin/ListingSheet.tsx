import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { editListing, openListing, removeListing, transferListing, verifyListing } from '#contract/admin-listings.ts';
import { standingLabel } from '#contract/standing.ts';
import { useMay } from '#ui/admin-shell/use-may.ts';
import { EditConflict } from '#ui/app/EditConflict.tsx';
import { findChangedFields, pickFields, useConflictForm } from '#ui/app/use-conflict-form.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { baseValuesOf } from '../owner/edit/fields.ts';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { layout } from '#ui/kit/layout.ts';
import { DecisionFields, type DecisionValues } from '../owner/edit/DecisionFields.tsx';
import { decisionFields, fieldNames, flagFields, textFields, type Listing } from './listing-fields.ts';
import { ListingHistory } from './ListingHistory.tsx';
import { useListingChange } from './use-listing-change.ts';

export function ListingSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const params = { id: String(id) };
  const details = useQuery({ ...queryOf(openListing, { params }), refetchOnMount: 'always' });
  const verify = useListingChange(
    (verified: boolean) => api(verifyListing, { params, body: { verified } }),
    'The listing was changed.',
  );
  const remove = useListingChange(
    () => api(removeListing, { params }),
    'The listing was deleted. It can be restored for 30 days.',
    onClose,
  );
  const mayEdit = useMay('listings.edit');
  const mayManage = useMay('listings.manage');
  const detail = details.data;
  const listing = detail?.listing;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={listing?.name ?? (details.isError ? 'Not found' : 'Listing')}
      description={
        listing ? [listing.address, listing.city, listing.state, listing.zipCode].filter(Boolean).join(', ') : ''
      }
    >
      <div className={layout.stack} data-density="compact">
        {details.isPending && <Skeleton height={320} />}
        {details.isError && <Callout tone="bad" title={sentenceOf(details.error)} />}
        {detail && listing && (
          <>
            <div className={layout.row}>
              <Badge tone={listing.changesUnderReview ? 'warn' : listing.isVerified ? 'good' : 'neutral'}>
                {standingLabel({ ...listing, claimed: listing.userId !== null })}
              </Badge>
              {detail.owner && <Badge tone="accent">{detail.owner.email}</Badge>}
              <Link to={listing.href} target="_blank">
                View profile
              </Link>
            </div>
            <p className={layout.muted}>{describeOwnership(listing)}</p>
            {mayManage && (
              <div className={layout.row}>
                <Button size="small" busy={verify.isPending} onClick={() => verify.mutate(!listing.isVerified)}>
                  {listing.isVerified ? 'Remove verification' : 'Verify'}
                </Button>
                <Confirm
                  danger
                  title="Delete this listing?"
                  description="It disappears from every page at once. You can restore it for 30 days."
                  action="Delete it"
                  onConfirm={async () => void (await remove.mutateAsync(undefined))}
                  trigger={
                    <Button size="small" variant="danger">
                      Delete
                    </Button>
                  }
                />
              </div>
            )}
            <Tabs
              label="Parts of the listing"
              tabs={[
                mayEdit
                  ? { value: 'edit', label: 'Edit', content: <EditForm key={id} listing={listing} /> }
                  : { value: 'details', label: 'Details', content: <Details listing={listing} /> },
                ...(mayManage ? [{ value: 'transfer', label: 'Transfer', content: <TransferForm id={id} /> }] : []),
                { value: 'history', label: 'History', content: <ListingHistory id={id} detail={detail} /> },
              ]}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Explains the standing to staff, for example why a verified listing shows no badge. */
function describeOwnership({
  userId,
  isVerified,
  isPaid,
  changesUnderReview,
  checkPending,
  ownershipReviewedAt,
}: Listing): string {
  if (userId === null) return 'No one manages this listing.';
  const since = ownershipReviewedAt ? ` on ${formatShortLocalDate(ownershipReviewedAt)}` : '';
  if (changesUnderReview) return `Ownership was verified${since}. Its new details wait in the claims queue.`;
  if (isVerified) return `Ownership was verified${since}.${isPaid ? '' : ' The badge returns with a paid plan.'}`;
  return checkPending ? 'Its ownership check waits in the claims queue.' : 'Ownership was not verified.';
}

/** The listing's texts, for roles that only read. */
const Details = ({ listing }: { listing: Listing }) => (
  <dl className={layout.facts}>
    {textFields
      .filter(([field]) => listing[field])
      .map(([field, label]) => (
        <Fragment key={field}>
          <dt>{label}</dt>
          <dd>{String(listing[field])}</dd>
        </Fragment>
      ))}
  </dl>
);

const formFields = [...textFields, ...flagFields, ...decisionFields].map(([field]) => field);
const formOf = (listing: Listing): Record<string, unknown> => ({
  ...Object.fromEntries(formFields.map((field) => [field, listing[field] ?? ''])),
  bio: listing.bio ?? '',
  experience: String(listing.experience ?? ''),
});

function EditForm({ listing }: { listing: Listing }) {
  const client = useQueryClient();
  const params = { id: String(listing.id) };
  const record = useConflictForm(`listing of staff ${listing.id}`, listing, formOf);
  const { values, setValues } = record;
  const save = useMutation({
    async mutationFn({ base, values: edited }: typeof record.formState) {
      const changed = findChangedFields(formOf(base), edited);
      const body = { ...(pickFields(edited, changed) as { name?: string }), read: baseValuesOf(base, changed) };
      await api(editListing, { params, body });
      return api(openListing, { params });
    },
    async onSuccess(detail, { values: edited }) {
      toast({ title: 'Success', description: 'The listing was changed.', variant: 'good' });
      record.markSaved(edited, detail.listing);
      client.setQueryData(queryOf(openListing, { params }).queryKey, detail);
      await refresh(client, '/api/admin/listings?', '/api/admin/tables', '/api/dentists');
    },
    onError: (error) => void (record.handleConflict(error) || toastError(error)),
  });
  const errors = fieldsOf(save.error);
  const textOf = (field: string) => String(values[field] ?? '');
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(record.formState);
      }}
    >
      <div className={layout.columns}>
        {textFields.map(([field, label]) => (
          <Field key={field} label={label} error={errors[field]}>
            <Input value={textOf(field)} onChange={(event) => setValues({ [field]: event.target.value })} />
          </Field>
        ))}
        <Field label="Years of experience" error={errors.experience}>
          <Input
            inputMode="numeric"
            value={textOf('experience')}
            onChange={(event) => setValues({ experience: event.target.value })}
          />
        </Field>
      </div>
      <Field label="About" error={errors.bio}>
        <Textarea rows={5} value={textOf('bio')} onChange={(event) => setValues({ bio: event.target.value })} />
      </Field>
      <div className={layout.columns}>
        {flagFields.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            checked={Boolean(values[field])}
            onChange={(event) => setValues({ [field]: event.target.checked })}
          />
        ))}
      </div>
      <DecisionFields
        values={
          Object.fromEntries(decisionFields.map(([field]) => [field, textOf(field)])) as unknown as DecisionValues
        }
        setValues={setValues}
        errors={errors}
      />
      <EditConflict
        form={record}
        names={fieldNames}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div>
        <Button variant="primary" type="submit" busy={save.isPending} disabled={!record.isDirty}>
          Save changes
        </Button>
      </div>
    </form>
  );
}

function TransferForm({ id }: { id: number }) {
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const [chargeFee, setChargeFee] = useState(true);
  const transfer = useListingChange(
    () => api(transferListing, { params: { id: String(id) }, body: { email, chargeFee, note } }),
    'The listing has a new owner.',
  );
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        transfer.mutate(undefined);
      }}
    >
      <Field label="Email of the new owner’s account" required error={fieldsOf(transfer.error).email}>
        <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <Field label="Note" optional hint="For the audit log.">
        <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Checkbox
        label="Charge the $25 transfer fee"
        hint="It is added to the new owner’s next invoice."
        checked={chargeFee}
        onChange={(event) => setChargeFee(event.target.checked)}
      />
      <div>
        <Button variant="primary" type="submit" busy={transfer.isPending}>
          Transfer the listing
        </Button>
      </div>
    </form>
  );
}
