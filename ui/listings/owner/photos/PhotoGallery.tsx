import { ImagePlus, CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { MAX_PHOTOS } from '#shared/listings/photos.ts';
import type { Photo } from '#contract/listings/gallery.ts';
import { UpgradeDialog } from '#ui/billing/UpgradeDialog.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { imageTypes, listFiles, photoTypes } from '#ui/kit/controls/read-file.ts';
import { cx } from '#ui/kit/cx.ts';
import { Progress } from '#ui/kit/display/Progress.tsx';
import css from './PhotoGallery.module.css';
import { PhotoItem } from './PhotoItem.tsx';
import { useGallery, type GalleryCalls, type FileResult } from './use-gallery.ts';

interface PhotoGalleryProps {
  photos: Photo[];
  calls: GalleryCalls;
  /** False if the plan has ended, when photos can only be removed. */
  entitled: boolean;
}

/** The photos of a listing, ordered by dragging or with the buttons. The first is the cover. */
export function PhotoGallery({ photos, calls, entitled }: PhotoGalleryProps) {
  const [upgrade, setUpgrade] = useState(false);
  const gallery = useGallery(photos, calls, () => setUpgrade(true));
  const { upload } = gallery;
  const [isDragOver, setIsDragOver] = useState(false);
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null);
  const [targetIndex, setTargetIndex] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const add = (files: File[]) => {
    if (files.length > 0 && !entitled) setUpgrade(true);
    else void gallery.add(files);
  };

  const addPasted = useEffectEvent(add);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = listFiles(event.clipboardData).filter((file) => imageTypes.includes(file.type));
      if (files.length > 0) addPasted(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    add(listFiles(event.dataTransfer));
  };
  const endDrag = () => {
    setDraggedIndex(null);
    setTargetIndex(null);
  };
  return (
    <div
      className={cx(css.gallery, isDragOver && css.dragOver)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
    >
      {photos.length > 0 && (
        <ul className={css.photos}>
          {photos.map((photo, index) => (
            // The buttons inside do the same as dragging.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={photo.id}
              className={cx(
                css.photo,
                draggedIndex === index && css.dragged,
                targetIndex === index && draggedIndex !== index && css.target,
              )}
              draggable={entitled}
              onDragStart={() => setDraggedIndex(index)}
              onDragEnd={endDrag}
              onDragOver={(event) => {
                if (draggedIndex === null) return;
                event.preventDefault();
                event.stopPropagation();
                setTargetIndex(index);
              }}
              onDrop={(event) => {
                if (draggedIndex === null) return;
                event.preventDefault();
                event.stopPropagation();
                gallery.move(draggedIndex, index);
                endDrag();
              }}
            >
              <PhotoItem
                photo={photo}
                index={index}
                last={index === photos.length - 1}
                paused={!entitled}
                onMove={(by) => gallery.move(index, index + by)}
                onRemove={() => void gallery.remove(photo)}
                onDescribe={(alt) => gallery.describe(photo, alt)}
              />
            </li>
          ))}
        </ul>
      )}
      {upload && (
        <Progress
          label={`${upload.processing ? 'Preparing' : 'Sending'} photo ${upload.photo} of ${upload.photos}`}
          value={upload.sent}
          max={upload.bytes}
        />
      )}
      <FileResults results={gallery.results} onClear={gallery.clearResults} />
      <div className={css.add}>
        <Button
          icon={<ImagePlus />}
          disabled={!entitled || photos.length >= MAX_PHOTOS}
          onClick={() => input.current?.click()}
        >
          Add photos
        </Button>
        <p className={css.muted}>
          Or drop or paste them here: JPEG, PNG, WebP, or HEIC. Large photos are made smaller. 1200 × 800 pixels looks
          best. {photos.length} of {MAX_PHOTOS}.
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Photos to add"
          accept={photoTypes.join(',')}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      <UpgradeDialog open={upgrade} onOpenChange={setUpgrade} />
    </div>
  );
}

/** Lists each chosen file with its result. */
function FileResults({ results, onClear }: { results: FileResult[]; onClear: () => void }) {
  return (
    <div aria-live="polite">
      {results.length > 0 && (
        <div className={css.results}>
          <ul aria-label="Chosen files">
            {results.map(({ name, problem }, index) => (
              // Two files can have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={problem === null ? css.added : css.refused}>
                {problem === null ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
                <span>
                  <strong>{name}</strong>: <span>{problem ?? 'added'}</span>
                </span>
              </li>
            ))}
          </ul>
          <Button size="small" variant="quiet" onClick={onClear}>
            Clear this list
          </Button>
        </div>
      )}
    </div>
  );
}
