import { useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';
import css from './Photos.module.css';

interface ShownPhoto {
  url: string;
  srcSet?: string | undefined;
  alt: string;
  /** Text above the large picture. */
  caption?: string | undefined;
  width: number;
  height: number;
  /** Shown on top of the picture. */
  mark?: ReactNode;
}

/** Small pictures that open larger, one at a time. Without scripts, each is a link to the picture itself. */
export function Photos({ photos }: { photos: readonly ShownPhoto[] }) {
  const [shownIndex, setShownIndex] = useState<number | null>(null);
  const photo = shownIndex === null ? undefined : photos[shownIndex];
  const step = (by: number) => setShownIndex((current) => ((current ?? 0) + by + photos.length) % photos.length);
  return (
    <>
      <ul className={css.strip}>
        {photos.map((item, index) => (
          <li key={item.url}>
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
              <Picture photo={item} sizes="200px" />
              {item.mark}
            </a>
          </li>
        ))}
      </ul>
      <Dialog
        title={`Photo ${(shownIndex ?? 0) + 1} of ${photos.length}`}
        description={photo?.caption}
        width="wide"
        open={photo !== undefined}
        onOpenChange={(open) => !open && setShownIndex(null)}
        footer={
          photos.length > 1 ? (
            <>
              <Button onClick={() => step(-1)}>Previous</Button>
              <Button onClick={() => step(1)}>Next</Button>
            </>
          ) : undefined
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
            <Picture photo={photo} sizes="(width < 48rem) 92vw, 760px" />
            {photo.mark}
          </div>
        )}
      </Dialog>
    </>
  );
}

const Picture = ({ photo, sizes }: { photo: ShownPhoto; sizes: string }) => (
  <img
    src={photo.url}
    srcSet={photo.srcSet}
    sizes={sizes}
    alt={photo.alt}
    width={photo.width}
    height={photo.height}
    loading="lazy"
  />
);
