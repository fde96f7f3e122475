import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { hasNameColumn, listingFields, splitFields } from '#shared/bulk/fields.ts';
import type { ReferenceIds } from '#server/bulk/clean/clean-cell.ts';
import { createRowCleaner } from '#server/bulk/clean/clean-rows.ts';
import type { CleanRow } from '#server/bulk/clean/clean-row.ts';
import { readCsv } from '#server/bulk/read/csv.ts';
import type { DetectedEncoding } from '#server/bulk/read/decode.ts';
import { mapColumns } from '#server/bulk/mapping/map-columns.ts';
import { describeTitle } from '#server/bulk/mapping/title-rows.ts';
import { headerShape, detectSource, type Column } from '#server/bulk/read/headers.ts';
import type { CsvProblems, CsvState } from '../bridge/shapes.ts';
import { computeChecksum, type Checksum } from './checksum.ts';
import { convertSpreadsheet } from './convert-spreadsheet.ts';
import { ProblemRows, type ProblemRow } from './problem-rows.ts';
import { CHUNK_BYTES, decodeProbed, PROBE_BYTES, probeEncoding, WrongEncodingError } from './probe-encoding.ts';

/** The field for each header; null for columns that are left out. */
export type Mapping = Record<string, string | null>;

/** The server's services and practice types. Null while the server is unreachable; those columns are not checked then. */
export type KnownNames = {
  services: [string, number][];
  practiceTypes: [string, number][];
  plans?: [string, string][];
} | null;

type Batch = { cells: string[]; line: number; broken?: string }[];

const FIRST_ROWS = 500;
const STATE_INTERVAL_MS = 250;

/**
 * Streams a file through the server's own parser and cleaner, so that the person sees before the upload which cells the
 * server can't use. Holds only the first rows in memory; rows with problems are in a temporary file.
 */
export class CsvPreview {
  readonly #name: string;
  /** The file, or a sheet of it as CSV in the scratch folder. */
  #path: string;
  readonly #file: string;
  #names: KnownNames;
  readonly #onState: (state: CsvState) => void;
  readonly #scratch: string;
  #size = 0;
  #bytesRead = 0;
  #encoding: DetectedEncoding | null = null;
  #delimiter = ',';
  #headers: string[] = [];
  #headerLine = 1;
  /** Set if the header is below a title. */
  #titleNote: string | null = null;
  /** Set if the file is not what its name says. */
  #nameNote: string | null = null;
  #columns: Column[] = [];
  #rowCount = 0;
  #firstRows: { line: number; cells: string[] }[] = [];
  #problemRows: ProblemRows;
  #badRows = 0;
  #state: CsvState['state'] = 'reading';
  #message: string | null = null;
  #pass = 0;
  #clean: ((cells: readonly string[]) => CleanRow) | null = null;

  /** Keeps a temporary file in the folder `scratch` while the preview is open. */
  constructor(file: string, path: string, scratch: string, names: KnownNames, onState: (state: CsvState) => void) {
    this.#scratch = scratch;
    this.#problemRows = new ProblemRows(scratch);
    this.#file = file;
    this.#path = path;
    this.#name = basename(path);
    this.#names = names;
    this.#onState = onState;
  }

  /** Resolves when the first rows are read; the rest follows. `savedMappings` are keyed by header shape. */
  async open(savedMappings: Record<string, Mapping>): Promise<CsvState> {
    const sheetPath = await convertSpreadsheet(this.#path, this.#scratch);
    if (sheetPath !== null) this.#path = sheetPath;
    else if (/\.xlsx?$/i.test(this.#name))
      this.#nameNote = `“${this.#name}” is text, not an Excel workbook, so it’s read as CSV.`;
    this.#size = (await stat(this.#path)).size;
    this.#encoding = await probeEncoding(this.#path, this.#size, PROBE_BYTES);
    await this.#start(null, savedMappings);
    return this.state();
  }
  async map(mapping: Mapping): Promise<CsvState> {
    await this.#start(mapping);
    return this.state();
  }
  /** Reads the file again with the names that the server sent, if it has columns of such names. */
  async setNames(names: NonNullable<KnownNames>): Promise<CsvState> {
    this.#names = names;
    if (this.#columns.some(({ field }) => field === 'services' || field === 'practiceType'))
      await this.#start(this.mapping());
    return this.state();
  }

  rows(from: number, count: number) {
    return this.#firstRows.slice(from, from + count);
  }

  /** The problems in a page of the rows that have any, cell by cell. */
  problems(from: number, count: number): CsvProblems {
    const problems = this.#problemRows
      .page(from, count)
      .flatMap((row) => this.#findProblems(row).toSorted((a, b) => a.column - b.column));
    return { kind: 'problems', from, problems };
  }

  /** The file to upload and its checksum. A spreadsheet is sent as its first sheet. */
  async prepare(): Promise<Checksum & { path: string }> {
    return { path: this.#path, ...(await computeChecksum(this.#path)) };
  }

  /** If two columns have the same header, the first one counts, as on the server. */
  mapping(): Mapping {
    return Object.fromEntries(this.#columns.toReversed().map(({ header, field }) => [header, field]));
  }
  state(): CsvState {
    return {
      kind: 'state',
      file: this.#file,
      name: this.#name,
      size: this.#size,
      read: this.#bytesRead,
      encoding: this.#encoding?.encoding ?? '',
      delimiter: this.#delimiter,
      note: [this.#nameNote, this.#titleNote, this.#encoding?.note].filter(Boolean).join(' ') || null,
      headerLine: this.#headerLine,
      columns: this.#columns,
      fields: [...listingFields, ...splitFields].map(({ name, label }) => ({ name, label })),
      source: detectSource(this.#headers)?.name ?? null,
      registry: null,
      rows: this.#rowCount,
      badRows: this.#badRows,
      problemRows: this.#problemRows.count,
      state: this.#state,
      message: this.#message,
    };
  }

  async #start(chosenMapping: Mapping | null, savedMappings: Record<string, Mapping> = {}) {
    const pass = ++this.#pass;
    this.#bytesRead = 0;
    this.#rowCount = 0;
    this.#badRows = 0;
    this.#problemRows.close();
    this.#problemRows = new ProblemRows(this.#scratch);
    this.#firstRows = [];
    this.#state = 'reading';
    const stream = createReadStream(this.#path, { highWaterMark: CHUNK_BYTES });
    const countBytes = async function* (preview: CsvPreview) {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        preview.#bytesRead += chunk.length;
        yield chunk;
      }
    };
    const csv = await readCsv(decodeProbed(countBytes(this), this.#encoding!));
    // The mapping changed; a newer pass supersedes this one.
    if (pass !== this.#pass) return void stream.destroy();
    this.#headers = csv.headers;
    this.#headerLine = csv.headerLine;
    this.#delimiter = csv.delimiter;
    const known: ReferenceIds = {
      services: new Map(this.#names?.services ?? []),
      practiceTypes: new Map(this.#names?.practiceTypes ?? []),
      plans: new Map(this.#names?.plans ?? []),
    };
    const firstBatch = await csv.batches.next();
    if (pass !== this.#pass) return void stream.destroy();
    this.#columns = mapColumns(csv.headers, {
      chosen: chosenMapping,
      saved: savedMappings[headerShape(csv.headers)] ?? null,
      rows: firstBatch.done ? [] : firstBatch.value.map(({ cells }) => cells),
      references: known,
    });
    const uncheckedFields = new Set(this.#names ? [] : ['services', 'practiceType']);
    const fields = this.#columns.map(({ field }) => (field !== null && uncheckedFields.has(field) ? null : field));
    this.#clean = createRowCleaner(fields, known, this.#encoding!.broken > 0);
    this.#titleNote = hasNameColumn(this.#columns) || firstBatch.done ? null : describeTitle(csv, firstBatch.value);
    if (!firstBatch.done) this.#addBatch(firstBatch.value);
    void this.#readRest(csv.batches, pass, stream);
  }

  async #readRest(batches: AsyncGenerator<Batch>, pass: number, stream: { destroy(): void }) {
    let lastState = 0;
    try {
      for await (const batch of batches) {
        if (pass !== this.#pass) return stream.destroy();
        this.#addBatch(batch);
        const now = performance.now();
        if (now - lastState > STATE_INTERVAL_MS) {
          lastState = now;
          this.#onState(this.state());
          // Lets the worker answer calls that arrived during this batch.
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      if (pass === this.#pass) this.#state = 'read';
    } catch (error) {
      if (pass !== this.#pass) return;
      if (error instanceof WrongEncodingError) {
        this.#encoding = await probeEncoding(this.#path, this.#size);
        if (pass === this.#pass) await this.#start(this.mapping());
        return;
      }
      this.#state = 'failed';
      this.#message = error instanceof Error ? error.message : 'This file can’t be read.';
    }
    if (pass === this.#pass) this.#onState(this.state());
  }

  #addBatch(batch: Batch): void {
    for (const { cells, line, broken } of batch) {
      if (cells.every((cell) => cell === '')) continue;
      this.#rowCount++;
      if (this.#firstRows.length < FIRST_ROWS) this.#firstRows.push({ line, cells: copyCells(cells) });
      const isGood = broken === undefined && !this.#hasExtraCells(cells) && this.#clean!(cells).problems === null;
      if (isGood) continue;
      this.#badRows++;
      this.#problemRows.add({ line, cells, broken });
    }
  }

  #hasExtraCells(cells: readonly string[]): boolean {
    const width = this.#headers.length;
    for (let column = width; column < cells.length; column++) if (cells[column]!.trim() !== '') return true;
    return false;
  }

  #findProblems({ line, cells, broken }: ProblemRow): CsvProblems['problems'] {
    const width = this.#headers.length;
    if (broken !== undefined)
      return [{ line, column: 0, header: this.#headers[0]!, value: cells[0] ?? '', why: broken }];
    if (this.#hasExtraCells(cells)) {
      const column = cells.findIndex((cell, index) => index >= width && cell.trim() !== '');
      const why = `Line ${line}: ${cells.length} cells, the header has ${width}. Clear the extra cells, or fix the file.`;
      return [{ line, column, header: `Column ${column + 1}`, value: cells[column]!, why }];
    }
    const { problems } = this.#clean!(cells);
    return Object.entries(problems ?? {}).map(([problemField, { why }]) => {
      const column = Math.max(
        0,
        this.#columns.findIndex(({ field }) => field === problemField),
      );
      return { line, column, header: this.#headers[column]!, value: cells[column] ?? '', why };
    });
  }
}

/** Copies the text of cells, because V8 substrings keep the whole chunk that they were cut from in memory. */
const copyCells = (cells: readonly string[]): string[] => JSON.parse(JSON.stringify(cells)) as string[];
