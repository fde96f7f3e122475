import { useState } from 'react';
import { isSamplePicture, photoSet } from '#shared/listings/photos.ts';
import { listingPhotos, type Photo } from '#contract/listings/gallery.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
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
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  if (!hasPhotos || !photos || photos.length < 2) return null;
  const photo = shownIndex === null ? undefined : photos[shownIndex];
  const step = (by: number) => setShownIndex((current) => ((current ?? 0) + by + photos.length) % photos.length);
  return (
    <section aria-labelledby="photos" className={css.section}>
      <h2 id="photos" className={css.title}>
        Photos
      </h2>
      <ul className={css.strip}>
        {photos.map((item, index) => (
          <li key={item.id}>
            {/* Without scripts, the link opens the picture itself. */}
            <a
              href={item.url}
              className={css.photo}
              aria-haspopup="dialog"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setShownIndex(index);
              }}
            >
              <Picture photo={item} name={`Photo ${index + 1} of ${listing.name}`} sizes="200px" />
              {isSamplePicture(item.url) && <SampleMark />}
            </a>
          </li>
        ))}
      </ul>
      <Dialog
        title={`Photo ${(shownIndex ?? 0) + 1} of ${photos.length}`}
        description={photo?.alt || undefined}
        width="wide"
        open={photo !== undefined}
        onOpenChange={(open) => !open && setShownIndex(null)}
        footer={
          <>
            <Button onClick={() => step(-1)}>Previous</Button>
            <Button onClick={() => step(1)}>Next</Button>
          </>
        }
      >
        {photo && (
          <div
            className={css.large}
            ref={(element) => {
              // Arrow keys work wherever the focus is in the dialog.
              const dialog = element?.closest('[role=dialog]');
              const onKey = (event: Event) => {
                const { key } = event as KeyboardEvent;
                if (key === 'ArrowLeft') step(-1);
                else if (key === 'ArrowRight') step(1);
              };
              dialog?.addEventListener('keydown', onKey);
              return () => dialog?.removeEventListener('keydown', onKey);
            }}
          >
            <Picture photo={photo} name={listing.name} sizes="(width < 48rem) 92vw, 760px" />
            {isSamplePicture(photo.url) && <SampleMark />}
          </div>
        )}
      </Dialog>
    </section>
  );
}

const Picture = ({ photo, name, sizes }: { photo: Photo; name: string; sizes: string }) => (
  <img
    src={photo.url}
    srcSet={photoSet(photo.url)}
    sizes={sizes}
    alt={photo.alt || name}
    width={photo.width}
    height={photo.height}
    loading="lazy"
  />
);
