import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import { readCsv } from '#server/bulk/read/csv.ts';
import { decodeBytes } from '#server/bulk/read/decode.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { readProvider, type FormerProvider, type Provider } from '../clean/provider.ts';
import { splitRow } from '#server/bulk/read/registry/cells.ts';
import { openDeactivations } from '#server/bulk/read/registry/deactivations.ts';
import {
  openWorkbook,
  readProviderHead,
  type ProviderHead,
  type RegistryFile,
} from '#server/bulk/read/registry/recognize.ts';
import { RowScanner } from '#server/bulk/read/registry/scan-rows.ts';
import { ZipArchive } from '#server/bulk/read/registry/zip.ts';
import { dayNumber, findKnown, knownStatus, type KnownArrays } from './known-providers.ts';

export interface ConvertTask {
  path: string;
  file: RegistryFile;
  known: KnownArrays;
  /** The path of the listings, a CSV file for the importer. */
  listingsPath: string;
  /** The path of the registry's records, in the text format of COPY. */
  recordsPath: string;
}

export interface ConvertCounts {
  /** Rows of the file. */
  rows: number;
  people: number;
  clinics: number;
  /** Known NPIs that the file deactivates, or that are no longer dental or no longer in the US. */
  former: number;
  /** Rows that are older than what the directory has. */
  stale: number;
  /** Dental rows that can't be read, or without a valid NPI or a name. */
  unreadable: number;
  /** The latest date in the file. */
  newestDate: string | null;
}

/** The columns of the listings file. Practice and coordinates are filled in the database. */
const listingColumns = [
  'npi', 'name', 'title', 'specialty', 'gender', 'phone', 'address', 'city', 'state', 'zipCode',
  'license', 'licenseState', 'npiSince', 'practice', 'lat', 'lng', 'pointExactness',
] as const; // prettier-ignore

const WRITE_SIZE = 256 * 1024;
const READ_SIZE = 2 ** 20;

class TextFile {
  #parts: string[] = [];
  #size = 0;
  readonly #file: number;
  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600);
  }
  write(text: string): void {
    this.#parts.push(text);
    this.#size += text.length;
    if (this.#size >= WRITE_SIZE) this.#flush();
  }
  #flush(): void {
    // A single write may store only a part, so repeat it.
    let bytes = Buffer.from(this.#parts.join(''));
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#file, bytes));
    this.#parts = [];
    this.#size = 0;
  }
  close(): void {
    this.#flush();
    closeSync(this.#file);
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const formatRecord = (values: (string | boolean | null)[]): string =>
  `${values.map((value) => (value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (mark) => escapes[mark]!))).join('\t')}\n`;

/** Reads a registry file once and writes what the directory needs from it. Memory is bounded by the longest row. */
export async function convertFile(task: ConvertTask, onRead: (bytes: number) => void): Promise<ConvertCounts> {
  const listings = new TextFile(task.listingsPath);
  const records = new TextFile(task.recordsPath);
  try {
    const converter = new Converter(task.known, listings, records);
    listings.write(formatCsvLine(listingColumns));
    if (task.file.kind === 'deactivations') await readReport(task, converter, onRead);
    else await readProviders(task, converter, onRead);
    return converter.counts;
  } finally {
    listings.close();
    records.close();
  }
}

async function readReport(
  { path, file }: ConvertTask,
  converter: Converter,
  onRead: (bytes: number) => void,
): Promise<void> {
  const workbook = await openWorkbook(path, file.entry);
  try {
    for await (const { npi, on } of (await openDeactivations(workbook))!) {
      converter.counts.rows++;
      converter.addFormer({ status: 'deactivated', npi, updatedOn: null, deactivatedOn: on });
    }
    onRead(file.bytes);
  } finally {
    workbook.close();
  }
}

async function readProviders(
  { path, file, known }: ConvertTask,
  converter: Converter,
  onRead: (bytes: number) => void,
): Promise<void> {
  const archive = file.entry === null ? null : await ZipArchive.open(path);
  const stream: Readable = archive
    ? await archive.read(archive.entries.find(({ fileName }) => fileName === file.entry)!)
    : createReadStream(path, { highWaterMark: READ_SIZE });
  try {
    const blocks = readBlocks(stream, onRead);
    const first = await blocks.next();
    const head = first.done ? null : readProviderHead(first.value);
    if (!head) throw new Refusal(422, 'not_registry', 'This registry file has no header.');
    if (head.isQuoted) {
      const scanner = new RowScanner(
        (npi) => findKnown(known, npi) !== -1,
        (text) => converter.addRow(splitRow(text, head.columns.count), head),
      );
      scanner.push((first.value as Buffer).subarray(head.start));
      for await (const block of blocks) scanner.push(block);
      scanner.end();
      converter.counts.rows = scanner.rows;
    } else {
      const csv = await readCsv(decodeBytes(chain(first.value as Buffer, blocks), 'utf-8'));
      for await (const batch of csv.batches)
        for (const { cells, broken } of batch) {
          converter.counts.rows++;
          converter.addRow(broken ? null : cells, head);
        }
    }
  } catch (error) {
    // yauzl reports damage as a plain error of its stream.
    if (archive && !(error instanceof Refusal))
      throw new Refusal(422, 'bad_zip', 'This zip file is damaged. Please download it again.');
    throw error;
  } finally {
    stream.destroy();
    archive?.close();
  }
}

/** Joins the small chunks of a zip entry, because a scan has a fixed cost. */
async function* readBlocks(stream: Readable, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onRead(chunk.length);
    if (chunk.length >= READ_SIZE && size === 0) {
      yield chunk;
      continue;
    }
    chunks.push(chunk);
    size += chunk.length;
    if (size < READ_SIZE) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

async function* chain(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

class Converter {
  readonly counts: ConvertCounts = {
    rows: 0, people: 0, clinics: 0, former: 0, stale: 0, unreadable: 0, newestDate: null,
  }; // prettier-ignore
  readonly #known: KnownArrays;
  readonly #listings: TextFile;
  readonly #records: TextFile;

  constructor(known: KnownArrays, listings: TextFile, records: TextFile) {
    this.#known = known;
    this.#listings = listings;
    this.#records = records;
  }

  addRow(cells: string[] | null, { columns }: ProviderHead): void {
    const provider = cells && readProvider(cells, columns);
    if (!provider) this.counts.unreadable++;
    else if (provider.status === 'active') this.#addActive(provider);
    else this.addFormer(provider);
  }

  #noteDate(date: string | null): void {
    if (date !== null && (this.counts.newestDate === null || date > this.counts.newestDate))
      this.counts.newestDate = date;
  }

  #addActive(provider: Provider): void {
    this.#noteDate(provider.updatedOn);
    if (this.#isStale(provider)) {
      this.counts.stale++;
      return;
    }
    const { licenses, ...values } = provider;
    if (provider.isOrganization) this.counts.clinics++;
    else {
      this.counts.people++;
      const row = {
        ...values,
        title: values.credentials,
        license: licenses[0]?.number ?? null,
        licenseState: licenses[0]?.state ?? null,
        npiSince: values.enumeratedOn,
        practice: null,
        lat: null,
        lng: null,
        pointExactness: null,
      };
      this.#listings.write(formatCsvLine(listingColumns.map((column) => row[column])));
    }
    this.#records.write(
      formatRecord([
        values.npi, 'active', values.isOrganization, values.name, values.otherName, values.credentials, values.taxonomy,
        licenses.length > 0 ? licenses.map(({ state, number }) => `${state} ${number}`).join('; ') : null,
        values.address, values.city, values.state, values.zipCode, values.phone,
        values.enumeratedOn, values.updatedOn, null, values.reactivatedOn,
      ]),
    ); // prettier-ignore
  }

  /** An older file must not overwrite a newer one. */
  #isStale({ npi, updatedOn, reactivatedOn }: Provider): boolean {
    const at = findKnown(this.#known, Number(npi));
    if (at === -1) return false;
    const { status, updatedOn: knownUpdate, deactivatedOn } = this.#known;
    if (status[at] === knownStatus.deactivated) return dayNumber(reactivatedOn) < deactivatedOn[at]!;
    if (status[at] === knownStatus.left) return dayNumber(updatedOn) <= knownUpdate[at]!;
    return dayNumber(updatedOn) < knownUpdate[at]!;
  }

  addFormer({ status, npi, updatedOn, deactivatedOn }: FormerProvider): void {
    this.#noteDate(deactivatedOn);
    const at = findKnown(this.#known, Number(npi));
    if (at === -1) return;
    const known = this.#known;
    if (known.status[at] === knownStatus.deactivated || known.status[at] === knownStatus.left) return;
    // Another import gave this NPI to a listing. That the registry doesn't call it dental is no reason to remove it.
    if (status === 'left' && known.status[at] === knownStatus.listed) return;
    const isStale =
      status === 'deactivated'
        ? known.reactivatedOn[at]! > 0 && known.reactivatedOn[at]! >= dayNumber(deactivatedOn)
        : dayNumber(updatedOn) < known.updatedOn[at]!;
    if (isStale) {
      this.counts.stale++;
      return;
    }
    this.counts.former++;
    const blanks = Array.from({ length: 11 }, () => null);
    this.#records.write(formatRecord([npi, status, false, ...blanks, updatedOn, deactivatedOn, null]));
  }
}
