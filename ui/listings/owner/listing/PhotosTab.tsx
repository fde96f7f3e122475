import type { OwnListing } from '#contract/listings/own-listings.ts';
import { layout } from '#ui/kit/layout.ts';
import { PhotoGallery } from '../photos/PhotoGallery.tsx';
import { useOwnerGallery } from '../photos/use-owner-gallery.ts';

export default function PhotosTab({ listing }: { listing: OwnListing }) {
  const calls = useOwnerGallery(listing);
  return (
    <div className={layout.stack}>
      <p className={layout.note}>
        {listing.planActive
          ? 'Photos are saved as soon as you change them. The first one is the cover.'
          : 'Photos are part of Professional, and paused without it. You can remove photos, which is saved at once.'}
      </p>
      <PhotoGallery photos={listing.photos} calls={calls} entitled={listing.planActive} />
    </div>
  );
}
