import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  editListing,
  openListing,
  addPhotoAsStaff,
  arrangePhotosAsStaff,
  restorePhotoAsStaff,
  type StaffListingDetail,
} from '#contract/listings/admin-listings.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api, fieldsOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { useListingNames } from '../listing-names.ts';
import { showValue } from '../owner/edit/field-text.ts';
import { baseValuesOf, changesOf, fieldNames, formOf } from '../owner/edit/fields.ts';
import { ListingSections } from '../owner/edit/ListingSections.tsx';
import { useListingForm } from '../owner/edit/use-listing-form.ts';
import { PhotoGallery } from '../owner/photos/PhotoGallery.tsx';
import type { Listing } from './listing-fields.ts';
import css from './StaffListingForm.module.css';
import { telling } from '#ui/base/platform/upload-progress-fetch.ts';
import type { GalleryCalls } from '../owner/photos/use-gallery.ts';

/** The gallery calls of any listing, for staff. */
function useStaffGallery(id: number): GalleryCalls {
  const client = useQueryClient();
  const params = { id: String(id) };
  return {
    add: (image, onProgress) => api(addPhotoAsStaff, { params, body: { image } }, { fetch: telling(onProgress) }),
    arrange: (photos, stored) => api(arrangePhotosAsStaff, { params, body: { photos, read: { photos: stored } } }),
    restore: (photo) => api(restorePhotoAsStaff, { params, body: photo }),
    show: (photos) =>
      void client.setQueryData(
        queryOf(openListing, { params }).queryKey,
        (detail: StaffListingDetail | undefined) =>
          detail && { ...detail, listing: { ...detail.listing, photos, practiceImage: photos[0]?.url ?? null } },
      ),
    refreshOthers: () => refresh(client, '/api/admin/listings', '/api/dentists'),
  };
}

const ListingPreview = lazy(() => import('../owner/edit/ListingPreview.tsx'));

/** The owner's form for staff, who may change any listing. */
export function StaffListingForm({ listing }: { listing: Listing }) {
  const client = useQueryClient();
  const params = { id: String(listing.id) };
  const form = useListingForm(`listing of staff ${listing.id}`, listing);
  const galleryCalls = useStaffGallery(listing.id);
  const [previewing, setPreviewing] = useState(false);
  const [wasSaved, setWasSaved] = useState(false);
  const names = useListingNames();
  const save = useMutation({
    async mutationFn({ base, values }: typeof form.formState) {
      const changes = changesOf(formOf(base), values);
      const body = { ...changes, read: baseValuesOf(base, Object.keys(changes)) };
      await api(editListing, { params, body });
      return api(openListing, { params });
    },
    async onSuccess(detail, { values }) {
      setWasSaved(true);
      form.markSaved(values, detail.listing);
      client.setQueryData(queryOf(openListing, { params }).queryKey, detail);
      await refresh(client, '/api/admin/listings?', '/api/admin/tables', '/api/dentists');
    },
    onError(error) {
      if (form.handleConflict(error)) return;
      form.showErrors(fieldsOf(error));
      toastError(error);
    },
  });
  const submit = form.submit(() => {
    if (!save.isPending) save.mutate(form.formState);
  });
  return (
    <form method="post" className={layout.stack} noValidate aria-label={`Edit ${listing.name}`} onSubmit={submit}>
      <ListingSections
        listing={listing}
        form={form}
        forStaff
        photos={<PhotoGallery photos={listing.photos} calls={galleryCalls} entitled />}
      />
      <EditConflict
        form={form}
        names={fieldNames}
        show={(field, value) => showValue(field, value, names)}
        busy={save.isPending}
        onKeepMine={() => save.mutate(form.keepMyValues())}
      />
      <div className={css.bar}>
        <span className={css.status} role="status">
          {form.isDirty ? 'You have unsaved changes.' : wasSaved ? 'The listing was changed.' : ''}
        </span>
        <Button icon={<Eye />} onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button variant="primary" type="submit" busy={save.isPending} disabled={!form.isDirty}>
          Save changes
        </Button>
      </div>
      {previewing && (
        <Suspense fallback={null}>
          <ListingPreview listing={listing} values={form.values} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </form>
  );
}
