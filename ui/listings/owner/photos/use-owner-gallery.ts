import { useQueryClient } from '@tanstack/react-query';
import { addPhoto, arrangePhotos, restorePhoto } from '#contract/listings/gallery.ts';
import { myListings, type OwnListing } from '#contract/listings/own-listings.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { telling } from '#ui/base/platform/upload-progress-fetch.ts';
import type { GalleryCalls } from './use-gallery.ts';

/** The gallery calls of a listing that the user owns or manages. */
export function useOwnerGallery(listing: OwnListing): GalleryCalls {
  const client = useQueryClient();
  const params = { id: String(listing.id) };
  return {
    add: (image, onProgress) => api(addPhoto, { params, body: { image } }, { fetch: telling(onProgress) }),
    arrange: (photos, stored) => api(arrangePhotos, { params, body: { photos, read: { photos: stored } } }),
    restore: (photo) => api(restorePhoto, { params, body: photo }),
    show: (next) =>
      void client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) =>
          item.id === listing.id ? { ...item, photos: next, practiceImage: next[0]?.url ?? null } : item,
        ),
      ),
    refreshOthers: () => refresh(client, '/api/dentists', '/location', `/api/user/dentists/${listing.id}/`),
  };
}
