import { useQueryClient } from '@tanstack/react-query';
import {
  addPhotoAsStaff,
  arrangePhotosAsStaff,
  openListing,
  restorePhotoAsStaff,
  type StaffListingDetail,
} from '#contract/listings/admin-listings.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { telling } from '#ui/base/platform/upload-progress-fetch.ts';
import type { GalleryCalls } from '../owner/photos/use-gallery.ts';

/** The gallery calls of any listing, for staff. */
export function useStaffGallery(id: number): GalleryCalls {
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
