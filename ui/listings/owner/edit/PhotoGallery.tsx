import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { MAX_PHOTOS, photoSet } from '#contract/photos.ts';
import { addPhoto, arrangePhotos, type Photo } from '#contract/gallery.ts';
import { myListings, type OwnListing } from '#contract/own-listings.ts';
import { useSession } from '#ui/accounts/session.ts';
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

/** How far adding is, in bytes that have left. */
interface Adding {
  photo: number;
  photos: number;
  bytes: number;
  sent: number;
  /** All of this photo has left; the server makes its sizes. */
  working: boolean;
}

/** The pictures of a listing: dropped, pasted or chosen, put in order, described. Each change is saved at once. */
export function PhotoGallery({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const entitled = useSession(({ user }) => user?.canAddListing ?? false);
  const [upgrade, setUpgrade] = useState(false);
  const [adding, setAdding] = useState<Adding | null>(null);
  const [over, setOver] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { photos } = listing;
  const params = { id: String(listing.id) };

  // One change after the other, each on top of what the last one left.
  const turns = useRef({ last: Promise.resolve() as Promise<void>, stored: photos, waiting: 0, refused: 0 });
  const inTurn = async (work: () => Promise<Photo[]>): Promise<Photo[]> => {
    const turn = turns.current;
    turn.waiting++;
    const mine = turn.last.then(work).then((stored) => (turn.stored = stored));
    const over = () => void turn.waiting--;
    turn.last = mine.then(over, over);
    return mine;
  };

  const show = (next: Photo[]) =>
    client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
      listings?.map((one) =>
        one.id === listing.id ? { ...one, photos: next, practiceImage: next[0]?.url ?? null } : one,
      ),
    );
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'subscription_required') return setUpgrade(true);
    const description = error instanceof ApiError ? sentenceOf(error) : error instanceof Error ? error.message : '';
    toast({ title: 'Error', description: description || 'Failed to upload image', variant: 'destructive' });
  };
  const add = async (files: File[]) => {
    if (files.length === 0) return;
    if (adding) {
      toast({ title: 'One moment', description: 'Please add these once the photos before them have arrived.' });
      return;
    }
    if (!entitled) return setUpgrade(true);
    const good = files.filter((file) => {
      const refusal = findFileProblem(file);
      if (refusal) toast({ title: file.name, description: refusal, variant: 'destructive' });
      return refusal === null;
    });
    const bytes = good.reduce((sum, file) => sum + file.size, 0);
    let before = 0;
    for (const [index, file] of good.entries()) {
      const at = { photo: index + 1, photos: good.length, bytes };
      const begin = before;
      const tell = (share: number) => setAdding({ ...at, sent: begin + share * file.size, working: share >= 1 });
      tell(0);
      before += file.size;
      try {
        // One after the other, so that they keep the order they were chosen in.
        // oxlint-disable-next-line no-await-in-loop
        const image = await readAsDataUrl(file);
        // oxlint-disable-next-line no-await-in-loop
        show(await inTurn(() => api(addPhoto, { params, body: { image } }, { fetch: telling(tell) })));
      } catch (error) {
        failed(error);
        if (error instanceof ApiError && (error.code === 'gallery_full' || error.code === 'subscription_required'))
          break;
      }
    }
    setAdding(null);
    await refresh(client, '/api/dentists', '/location', `/api/user/dentists/${listing.id}/`);
  };
  const arrange = async (next: Photo[]) => {
    show(next);
    const turn = turns.current;
    const { refused } = turn;
    const shown = new Set(photos.map(({ id }) => id));
    const work = async () => {
      // Made on top of an arrangement that was not taken, it would drop what somebody else added.
      if (refused !== turn.refused) return turn.stored;
      try {
        // One that was still being added when this was arranged comes last.
        const added = turn.stored.filter(({ id }) => !shown.has(id));
        const wanted = [...next, ...added].map(({ id, alt }) => ({ id, alt }));
        return await api(arrangePhotos, { params, body: { photos: wanted, read: { photos: turn.stored } } });
      } catch (error) {
        turn.refused++;
        const now = error instanceof ApiError ? (error.now?.photos as Photo[] | undefined) : undefined;
        if (now) turn.stored = now;
        throw error;
      }
    };
    try {
      const stored = await inTurn(work);
      if (turn.waiting === 0) show(stored);
      await refresh(client, '/api/dentists', '/location', `/api/user/dentists/${listing.id}/`);
    } catch (error) {
      show(turn.stored);
      failed(error);
    }
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= photos.length || from === to) return;
    const next = photos.toSpliced(from, 1).toSpliced(to, 0, photos[from]!);
    void arrange(next);
  };

  const pasted = useEffectEvent((files: File[]) => void add(files));
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = listFiles(event.clipboardData).filter((file) => imageTypes.includes(file.type));
      if (files.length > 0) pasted(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add(listFiles(event.dataTransfer));
  };
  return (
    <div
      className={cx(css.gallery, over && css.over)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {photos.length > 0 && (
        <ul className={css.photos}>
          {photos.map((photo, index) => (
            // Dragging is a shortcut of the buttons inside.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={photo.id}
              className={cx(css.photo, dragged === index && css.dragged)}
              draggable
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                event.stopPropagation();
                move(dragged, index);
                setDragged(null);
              }}
            >
              <PhotoItem
                photo={photo}
                index={index}
                last={index === photos.length - 1}
                onMove={(by) => move(index, index + by)}
                onRemove={() => void arrange(photos.filter((one) => one !== photo))}
                onDescribe={(alt) => void arrange(photos.map((one) => (one === photo ? { ...one, alt } : one)))}
              />
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <Progress
          label={`${adding.working ? 'Preparing' : 'Sending'} photo ${adding.photo} of ${adding.photos}`}
          value={adding.sent}
          max={adding.bytes}
        />
      )}
      <div className={css.add}>
        <Button
          icon={<ImagePlus />}
          disabled={photos.length >= MAX_PHOTOS}
          onClick={() => (entitled ? input.current?.click() : setUpgrade(true))}
        >
          Add photos
        </Button>
        <p className={css.muted}>
          Or drop or paste them here. JPEG, PNG or WebP up to 5 MB, at least 1200 × 800 pixels look best.{' '}
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
  onMove: (by: number) => void;
  onRemove: () => void;
  onDescribe: (alt: string) => void;
}

function PhotoItem({ photo, index, last, onMove, onRemove, onDescribe }: PhotoItemProps) {
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
        <IconButton label={`Move ${name} earlier`} size="small" disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowLeft />
        </IconButton>
        <IconButton label={`Move ${name} later`} size="small" disabled={last} onClick={() => onMove(1)}>
          <ArrowRight />
        </IconButton>
        <IconButton label={`Remove ${name}`} size="small" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <Field label={`Description of ${name}`} hideLabel>
        <Input
          placeholder="What it shows"
          maxLength={300}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onBlur={() => alt.trim() !== photo.alt && onDescribe(alt.trim())}
        />
      </Field>
    </>
  );
}
