import { isSamplePicture, photoSet } from '#shared/listings/photos.ts';
import { listingPhotos } from '#contract/listings/gallery.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { Photos } from '#ui/kit/overlays/Photos.tsx';
import { SampleMark } from '../card/SampleMark.tsx';
import css from './PhotoStrip.module.css';

export function PhotoStrip({
  listing,
}: {
  listing: { id: number; name: string; isPaid: boolean; practiceImage: string | null };
}) {
  const hasPhotos = listing.isPaid && listing.practiceImage !== null;
  const { data: photos } = useReply({
    ...queryOf(listingPhotos, { params: { id: String(listing.id) } }),
    enabled: hasPhotos,
  });
  if (!hasPhotos || !photos || photos.length < 2) return null;
  return (
    <section aria-labelledby="photos" className={css.section}>
      <h2 id="photos" className={css.title}>
        Photos
      </h2>
      <Photos
        photos={photos.map((photo, index) => ({
          ...photo,
          srcSet: photoSet(photo.url),
          alt: photo.alt || `Photo ${index + 1} of ${listing.name}`,
          caption: photo.alt || undefined,
          mark: isSamplePicture(photo.url) && <SampleMark />,
        }))}
      />
    </section>
  );
}
