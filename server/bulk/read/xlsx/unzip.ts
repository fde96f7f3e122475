import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { fileKindSentences } from '#shared/file-kinds.ts';
import { Refusal } from '#server/base/http/errors.ts';

/** A real spreadsheet stays far below these limits. A file beyond them is built to exhaust the server. */
export const unzipLimits = { entries: 5_000, bytes: 2 * 2 ** 30, ratio: 250 };

export const tooLarge = () =>
  new Refusal(413, 'too_large', 'This spreadsheet unpacks to more than we read. Save it as “CSV UTF-8” first.');
const damaged = () => new Refusal(422, 'not_csv', fileKindSentences.zip);

export interface ZipFile {
  has(name: string): boolean;
  names: string[];
  /** Streams an entry. The stream fails if the entry is larger than the directory of the file says. */
  open(name: string): Promise<Readable>;
  close(): void;
}

/** Opens a zip file, by its path or its bytes. Refuses one whose contents are too large or packed too densely, before it unpacks anything. */
export async function openZip(source: string | Buffer, limits = unzipLimits): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false };
  const zip = await (
    typeof source === 'string' ? yauzl.openPromise(source, options) : yauzl.fromBufferPromise(source, options)
  ).catch(() => {
    throw damaged();
  });
  const entries = new Map<string, yauzl.Entry>();
  try {
    await listEntries(zip, entries, limits);
  } catch (error) {
    zip.close();
    throw error instanceof Refusal ? error : damaged();
  }
  return {
    has: (name) => entries.has(name),
    names: [...entries.keys()],
    open: (name) =>
      new Promise((resolve, reject) => {
        const entry = entries.get(name);
        if (!entry) return reject(damaged());
        zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error ?? damaged())));
      }),
    close: () => zip.close(),
  };
}

const listEntries = (zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>, limits: typeof unzipLimits) =>
  new Promise<void>((resolve, reject) => {
    let bytes = 0;
    zip.on('entry', (entry: yauzl.Entry) => {
      bytes += entry.uncompressedSize;
      const isDense = entry.uncompressedSize > entry.compressedSize * limits.ratio;
      if (isDense || bytes > limits.bytes || entries.size >= limits.entries) return reject(tooLarge());
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', reject);
    zip.readEntry();
  });
