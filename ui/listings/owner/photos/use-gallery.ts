import { useRef, useState } from 'react';
import type { Photo } from '#contract/listings/gallery.ts';
import { MIN_COVER } from '#shared/listings/photos.ts';
import { findFileProblem, readAsDataUrl } from '#ui/kit/controls/read-file.ts';
import { measurePhoto, shrinkPhoto } from '#ui/kit/controls/shrink-photo.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';

/** Upload progress in bytes. */
interface UploadState {
  photo: number;
  photos: number;
  bytes: number;
  sent: number;
  /** The photo has been sent and the server is resizing it. */
  processing: boolean;
}

/** The result for one file. `problem` is null if it was added. */
export interface FileResult {
  name: string;
  problem: string | null;
}

/** The calls for one listing, as its owner or as staff. Each returns the stored gallery. */
export interface GalleryCalls {
  add: (image: string, onProgress: (share: number) => void) => Promise<Photo[]>;
  arrange: (photos: Pick<Photo, 'id' | 'alt'>[], stored: Photo[]) => Promise<Photo[]>;
  restore: (photo: Pick<Photo, 'url' | 'alt'> & { position: number }) => Promise<Photo[]>;
  /** Shows a gallery in place of the current one. */
  show: (photos: Photo[]) => void;
  /** Refetches what shows the photos elsewhere. */
  refreshOthers: () => Promise<unknown>;
}

const isPlanError = (error: unknown) => error instanceof ApiError && error.code === 'subscription_required';
const describeFailure = (error: unknown): string =>
  (error instanceof ApiError ? sentenceOf(error) : error instanceof Error ? error.message : '') ||
  'Failed to upload image';

const UNDO_MILLISECONDS = 10_000;

/** A smaller cover would be blurred on the profile and in search. */
const isTooSmallForCover = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) < MIN_COVER.width || Math.min(width, height) < MIN_COVER.height;
const describeTooSmall = ({ width, height }: { width: number; height: number }): string =>
  `This photo is ${width} × ${height} pixels. A cover needs at least ${MIN_COVER.width} × ${MIN_COVER.height}.`;

/** Shrinks a photo if necessary, and says why it can't be uploaded. */
async function prepare(chosen: File, isCover: boolean): Promise<{ file: File; problem: string | null }> {
  try {
    const file = await shrinkPhoto(chosen);
    const problem = await findFileProblem(file);
    const size = problem === null && isCover ? await measurePhoto(file) : null;
    return { file, problem: size && isTooSmallForCover(size) ? describeTooSmall(size) : problem };
  } catch (error) {
    return { file: chosen, problem: error instanceof Error ? error.message : 'Failed to read file' };
  }
}

/** Adds, orders, describes, and removes photos. Each change is saved at once. */
export function useGallery(photos: Photo[], calls: GalleryCalls, onPlanNeeded: () => void) {
  const [upload, setUpload] = useState<UploadState | null>(null);
  const [results, setResults] = useState<FileResult[]>([]);

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
  const showFailure = (error: unknown) => {
    if (isPlanError(error)) return onPlanNeeded();
    toast({ title: 'Error', description: describeFailure(error), variant: 'destructive' });
  };

  const add = async (files: File[]) => {
    if (files.length === 0) return;
    if (upload) {
      toast({ title: 'One moment', description: 'Please wait until the current photos have been uploaded.' });
      return;
    }
    const checked = await Promise.all(files.map((file, index) => prepare(file, photos.length === 0 && index === 0)));
    const refused = checked.filter(({ problem }) => problem !== null);
    setResults(refused.map(({ file, problem }) => ({ name: file.name, problem })));
    const validFiles = checked.filter(({ problem }) => problem === null).map(({ file }) => file);
    const report = (name: string, problem: string | null) => setResults((previous) => [...previous, { name, problem }]);
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
        calls.show(await queueSave(() => calls.add(image, reportProgress)));
        report(file.name, null);
      } catch (error) {
        if (isPlanError(error)) {
          onPlanNeeded();
          break;
        }
        report(file.name, describeFailure(error));
        if (error instanceof ApiError && error.code === 'gallery_full') {
          for (const left of validFiles.slice(index + 1)) report(left.name, 'The gallery is full.');
          break;
        }
      }
    }
    setUpload(null);
    await calls.refreshOthers();
  };

  const arrange = async (next: Photo[]): Promise<boolean> => {
    calls.show(next);
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
        return await calls.arrange(ordered, queue.stored);
      } catch (error) {
        queue.rejected++;
        const current = error instanceof ApiError ? (error.now?.photos as Photo[] | undefined) : undefined;
        if (current) queue.stored = current;
        throw error;
      }
    };
    try {
      const stored = await queueSave(saveOrder);
      if (queue.waiting === 0) calls.show(stored);
      await calls.refreshOthers();
      return true;
    } catch (error) {
      calls.show(queue.stored);
      showFailure(error);
      return false;
    }
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= photos.length || from === to) return;
    const cover = photos[from]!;
    if (to === 0 && isTooSmallForCover(cover)) {
      toast({ title: 'Too small for a cover', description: describeTooSmall(cover), variant: 'destructive' });
      return;
    }
    const next = photos.toSpliced(from, 1).toSpliced(to, 0, photos[from]!);
    void arrange(next);
  };
  const restore = async (photo: Photo, position: number) => {
    try {
      calls.show(await queueSave(() => calls.restore({ url: photo.url, alt: photo.alt, position })));
      await calls.refreshOthers();
    } catch (error) {
      showFailure(error);
    }
  };
  const remove = async (photo: Photo) => {
    const position = photos.indexOf(photo);
    if (!(await arrange(photos.filter((item) => item !== photo)))) return;
    toast({
      title: 'Photo removed',
      description: 'Patients no longer see it.',
      duration: UNDO_MILLISECONDS,
      action: {
        label: 'Undo',
        altText: 'Restore the photo in the history of the listing',
        onSelect: () => void restore(photo, position),
      },
    });
  };
  const describe = (photo: Photo, alt: string) =>
    void arrange(photos.map((item) => (item === photo ? { ...item, alt } : item)));

  return { upload, results, clearResults: () => setResults([]), add, move, remove, describe };
}
