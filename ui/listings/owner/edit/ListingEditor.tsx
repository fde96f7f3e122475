import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { myListings, updateListing, type OwnListing } from '#contract/listings/own-listings.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { findChangedFields } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { PhotoGallery } from '../photos/PhotoGallery.tsx';
import { useOwnerGallery } from '../photos/use-owner-gallery.ts';
import { findBadgeChanges, listFields } from './badge-changes.ts';
import { changesOf, editorKey, fieldNames, formOf, baseValuesOf } from './fields.ts';
import { useListingNames } from '../../listing-names.ts';
import { showValue } from './field-text.ts';
import css from './ListingEditor.module.css';
import { ListingSections } from './ListingSections.tsx';
import { useListingForm } from './use-listing-form.ts';

const ListingPreview = lazy(() => import('./ListingPreview.tsx'));
const ListingRequestSettings = lazy(() => import('#ui/appointments/owner/ListingRequestSettings.tsx'));

export default function ListingEditor({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const client = useQueryClient();
  const record = useListingForm(editorKey(listing.id), listing);
  const galleryCalls = useOwnerGallery(listing);
  const [previewing, setPreviewing] = useState(false);
  const { values, base, isDirty } = record;
  const badgeChanges = findBadgeChanges(listing, values);
  const names = useListingNames();
  const [confirmingLeave, setConfirmingLeave] = useState(false);
  const saved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const save = useMutation({
    mutationFn: ({ base: read, values: edited }: typeof record.formState) => {
      const changes = changesOf(formOf(read), edited);
      return api(updateListing, {
        params: { id: String(listing.id) },
        body: { ...changes, read: baseValuesOf(read, Object.keys(changes)) },
      });
    },
    async onSuccess(next, { base: read, values: edited }) {
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      saved.current = true;
      const before = formOf(read);
      const ownFields = findChangedFields(before, edited);
      const otherFields = findChangedFields(before, formOf(next)).filter((field) => !ownFields.includes(field));
      const note = `Someone else updated ${otherFields.map((field) => fieldNames[field]).join(', ')}; we kept their change.`;
      const description = `Your practice information has been updated.${otherFields.length > 0 ? ` ${note}` : ''}`;
      toast({ title: 'Success', description, variant: 'good' });
      record.endDraft();
      onClose();
      await refresh(client, '/api/dentists', '/api/directory', '/location', `/api/user/dentists/${listing.id}/`);
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  const submit = record.submit((edited) => {
    if (save.isPending) return;
    if (Object.keys(changesOf(formOf(base), edited)).length === 0) onClose();
    else save.mutate(record.formState);
  });
  return (
    <form method="post" className={css.form} noValidate aria-label={`Edit ${listing.name}`} onSubmit={submit}>
      <ListingSections
        listing={listing}
        form={record}
        photos={<PhotoGallery photos={listing.photos} calls={galleryCalls} entitled={listing.planActive} />}
        appointments={
          <Suspense fallback={<Skeleton height={72} />}>
            <ListingRequestSettings dentistId={listing.id} />
          </Suspense>
        }
      />
      <EditConflict
        form={record}
        names={fieldNames}
        show={(field, value) => showValue(field, value, names)}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div className={css.bar}>
        <span className={css.muted} aria-live="polite">
          {badgeChanges.length > 0
            ? `Saving pauses the Verified badge until we have checked ${listFields(badgeChanges)}.`
            : isDirty
              ? 'You have unsaved changes.'
              : ''}
        </span>
        <Button icon={<Eye />} onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button disabled={save.isPending} onClick={() => (isDirty ? setConfirmingLeave(true) : onClose())}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
      {previewing && (
        <Suspense fallback={null}>
          <ListingPreview listing={listing} values={values} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
      <Confirm
        title="Leave without saving?"
        description="Your changes to this listing have not been saved. They will be lost."
        action="Leave without saving"
        cancel="Keep editing"
        danger
        open={confirmingLeave || blocker.state === 'blocked'}
        onOpenChange={(open) => {
          if (open) return;
          setConfirmingLeave(false);
          if (blocker.state === 'blocked') blocker.reset();
        }}
        onConfirm={() => {
          record.endDraft();
          if (blocker.state === 'blocked') blocker.proceed();
          else onClose();
        }}
      />
    </form>
  );
}
