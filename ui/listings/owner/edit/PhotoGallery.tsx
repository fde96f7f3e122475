import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { MAX_PHOTOS, photoSet } from '#contract/photos.ts';
import { addPhoto, arrangePhotos, type Photo } from '#contract/gallery.ts';
import { myListings, type OwnListing } from '#contract/own-listings.ts';
import { UpgradeDialog } from '#ui/billing/UpgradeDialog.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { telling } from '#ui/platform/upload-progress-fetch.ts';
import css from './PhotoGallery.module.css';
import { readAsDataUrl, listFiles, imageTypes, findFileProblem } from '#ui/kit/controls/read-file.ts';

/** Upload progress in bytes. */
interface UploadState {
  photo: number;
  photos: number;
  bytes: number;
  sent: number;
  /** The photo has been sent and the server is resizing it. */
  processing: boolean;
}

/** Adds, orders, describes, and removes photos. Each change is saved at once. */
export function PhotoGallery({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const entitled = listing.planActive;
  const [upgrade, setUpgrade] = useState(false);
  const [upload, setUpload] = useState<UploadState | null>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { photos } = listing;
  const params = { id: String(listing.id) };

  // Changes are saved one after the other, each based on the result of the previous one.
  const saves = useRef({ last: Promise.resolve() as Promise<void>, stored: photos, waiting: 0, rejected: 0 });
  const queueSave = async (save: () => Promise<Photo[]>): Promise<Photo[]> => {
    const queue = saves.current;
    queue.waiting++;
    const result = queue.last.then(save).then((stored) => (queue.stored = stored));
    const finish = () => void queue.waiting--;
    queue.last = result.then(finish, finish);
    return result;
  };

  const show = (next: Photo[]) =>
    client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
      listings?.map((item) =>
        item.id === listing.id ? { ...item, photos: next, practiceImage: next[0]?.url ?? null } : item,
      ),
    );
  const showFailure = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'subscription_required') return setUpgrade(true);
    const description = error instanceof ApiError ? sentenceOf(error) : error instanceof Error ? error.message : '';
    toast({ title: 'Error', description: description || 'Failed to upload image', variant: 'destructive' });
  };
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    if (upload) {
      toast({ title: 'One moment', description: 'Please wait until the current photos have been uploaded.' });
      return;
    }
    if (!entitled) return setUpgrade(true);
    const validFiles = files.filter((file) => {
      const problem = findFileProblem(file);
      if (problem) toast({ title: file.name, description: problem, variant: 'destructive' });
      return problem === null;
    });
    const bytes = validFiles.reduce((sum, file) => sum + file.size, 0);
    let bytesBefore = 0;
    for (const [index, file] of validFiles.entries()) {
      const position = { photo: index + 1, photos: validFiles.length, bytes };
      const sentBefore = bytesBefore;
      const reportProgress = (share: number) =>
        setUpload({ ...position, sent: sentBefore + share * file.size, processing: share >= 1 });
      reportProgress(0);
      bytesBefore += file.size;
      try {
        // Uploads one at a time, to keep the order of the files.
        // oxlint-disable-next-line no-await-in-loop
        const image = await readAsDataUrl(file);
        // oxlint-disable-next-line no-await-in-loop
        show(await queueSave(() => api(addPhoto, { params, body: { image } }, { fetch: telling(reportProgress) })));
      } catch (error) {
        showFailure(error);
        if (error instanceof ApiError && (error.code === 'gallery_full' || error.code === 'subscription_required'))
          break;
      }
    }
    setUpload(null);
    await refresh(client, '/api/dentists', '/location', `/api/user/dentists/${listing.id}/`);
  };
  const arrange = async (next: Photo[]) => {
    show(next);
    const queue = saves.current;
    const { rejected } = queue;
    const shownIds = new Set(photos.map(({ id }) => id));
    const saveOrder = async () => {
      // This order is based on one that the server rejected, so saving it could drop photos that others added.
      if (rejected !== queue.rejected) return queue.stored;
      try {
        // Photos that finished uploading after the reorder go last.
        const added = queue.stored.filter(({ id }) => !shownIds.has(id));
        const ordered = [...next, ...added].map(({ id, alt }) => ({ id, alt }));
        return await api(arrangePhotos, { params, body: { photos: ordered, read: { photos: queue.stored } } });
      } catch (error) {
        queue.rejected++;
        const current = error instanceof ApiError ? (error.now?.photos as Photo[] | undefined) : undefined;
        if (current) queue.stored = current;
        throw error;
      }
    };
    try {
      const stored = await queueSave(saveOrder);
      if (queue.waiting === 0) show(stored);
      await refresh(client, '/api/dentists', '/location', `/api/user/dentists/${listing.id}/`);
    } catch (error) {
      show(queue.stored);
      showFailure(error);
    }
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= photos.length || from === to) return;
    const next = photos.toSpliced(from, 1).toSpliced(to, 0, photos[from]!);
    void arrange(next);
  };

  const addPasted = useEffectEvent((files: File[]) => void add(files));
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
    void add(listFiles(event.dataTransfer));
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
              className={cx(css.photo, draggedIndex === index && css.dragged)}
              draggable={entitled}
              onDragStart={() => setDraggedIndex(index)}
              onDragEnd={() => setDraggedIndex(null)}
              onDragOver={(event) => draggedIndex !== null && event.preventDefault()}
              onDrop={(event) => {
                if (draggedIndex === null) return;
                event.preventDefault();
                event.stopPropagation();
                move(draggedIndex, index);
                setDraggedIndex(null);
              }}
            >
              <PhotoItem
                photo={photo}
                index={index}
                last={index === photos.length - 1}
                paused={!entitled}
                onMove={(by) => move(index, index + by)}
                onRemove={() => void arrange(photos.filter((item) => item !== photo))}
                onDescribe={(alt) => void arrange(photos.map((item) => (item === photo ? { ...item, alt } : item)))}
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
      <div className={css.add}>
        <Button
          icon={<ImagePlus />}
          disabled={!entitled || photos.length >= MAX_PHOTOS}
          onClick={() => input.current?.click()}
        >
          Add photos
        </Button>
        <p className={css.muted}>
          Or drop or paste them here. JPEG, PNG, or WebP up to 5 MB. At least 1200 × 800 pixels looks best.{' '}
          {photos.length} of {MAX_PHOTOS}.
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Photos to add"
          accept={imageTypes.join(',')}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      <UpgradeDialog open={upgrade} onOpenChange={setUpgrade} />
    </div>
  );
}

interface PhotoItemProps {
  photo: Photo;
  index: number;
  last: boolean;
  /** The plan has ended: the photo can only be removed. */
  paused: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
  onDescribe: (alt: string) => void;
}

function PhotoItem({ photo, index, last, paused, onMove, onRemove, onDescribe }: PhotoItemProps) {
  const [alt, setAlt] = useState(photo.alt);
  const name = `photo ${index + 1}`;
  return (
    <>
      <div className={css.frame}>
        <img
          src={photo.url}
          srcSet={photoSet(photo.url)}
          sizes="220px"
          alt={photo.alt}
          width={photo.width}
          height={photo.height}
          loading="lazy"
        />
        {index === 0 && <span className={css.cover}>Cover</span>}
      </div>
      <div className={css.tools}>
        <IconButton
          label={`Move ${name} earlier`}
          size="small"
          disabled={paused || index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowLeft />
        </IconButton>
        <IconButton label={`Move ${name} later`} size="small" disabled={paused || last} onClick={() => onMove(1)}>
          <ArrowRight />
        </IconButton>
        <IconButton label={`Remove ${name}`} size="small" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <Field label={`Description of ${name}`} hideLabel>
        <Input
          placeholder="Describe this photo"
          maxLength={300}
          disabled={paused}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onBlur={() => alt.trim() !== photo.alt && onDescribe(alt.trim())}
        />
      </Field>
    </>
  );
}
