import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Refusal } from '#server/base/http/errors.ts';

/** Text rarely packs more than 1:30. A file that unpacks to far more is made to fill a disk or the memory. */
const MAX_RATIO = 300;
const MAX_ENTRIES = 1000;
const MAX_RATIO_CHECKED_FROM = 50 * 2 ** 20;

const damaged = (why: string) => new Refusal(422, 'bad_zip', `This zip file can’t be read. ${why}`);

/** An opened zip file, whose entries are streamed and never unpacked to disk. yauzl ends a stream that holds more than its header says. */
export class ZipArchive {
  readonly entries: Entry[];
  readonly #zip: ZipFile;

  private constructor(zip: ZipFile, entries: Entry[]) {
    this.#zip = zip;
    this.entries = entries;
  }

  static async open(source: string | Buffer): Promise<ZipArchive> {
    const options = { lazyEntries: true, autoClose: false };
    try {
      const zip = await (typeof source === 'string'
        ? yauzl.openPromise(source, options)
        : yauzl.fromBufferPromise(source, options));
      const entries: Entry[] = [];
      for await (const entry of zip.eachEntry()) {
        if (entries.length === MAX_ENTRIES) throw damaged('It has too many entries.');
        entries.push(entry);
      }
      return new ZipArchive(zip, entries);
    } catch (error) {
      if (error instanceof Refusal || (error as NodeJS.ErrnoException).code) throw error;
      throw damaged('It is incomplete or damaged.');
    }
  }

  find(test: (name: string) => boolean): Entry | undefined {
    return this.entries.find(({ fileName }) => test(fileName.split('/').at(-1)!.toLowerCase()));
  }

  async read(entry: Entry, maxBytes = Infinity): Promise<Readable> {
    const { compressedSize, uncompressedSize, fileName } = entry;
    if (uncompressedSize > maxBytes) throw damaged(`Its entry ${fileName} is too large.`);
    if (uncompressedSize > MAX_RATIO_CHECKED_FROM && uncompressedSize > compressedSize * MAX_RATIO)
      throw damaged(
        `Its entry ${fileName} would unpack to ${Math.round(uncompressedSize / compressedSize)} times its size.`,
      );
    return this.#zip.openReadStreamPromise(entry).catch(() => {
      throw damaged(`Its entry ${fileName} is encrypted or damaged.`);
    });
  }

  /** Reads a small entry into memory. */
  async readWhole(entry: Entry, maxBytes: number): Promise<Buffer> {
    return buffer(await this.read(entry, maxBytes));
  }

  close(): void {
    this.#zip.close();
  }
}
