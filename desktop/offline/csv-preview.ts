import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { listingFields, splitFields } from '#contract/bulk-fields.ts';
import { createRowCleaner, type ReferenceIds } from '#server/bulk/clean/clean.ts';
import type { CleanRow } from '#server/bulk/clean/clean-row.ts';
import { readCsv } from '#server/bulk/read/csv.ts';
import { decodeBytes, EncodingProbe, type DetectedEncoding } from '#server/bulk/read/decode.ts';
import { headerShape, mapHeaders, detectSource, type Column } from '#server/bulk/read/headers.ts';
import type { CsvProblems, CsvState } from '../bridge/shapes.ts';
import { sumOf, writeMended, type Sum } from './csv-write.ts';
import { ProblemRows, type ProblemRow } from './problem-rows.ts';

/** What columns mean, by header; null for those that are left out. */
export type Mapping = Record<string, string | null>;

/** What the server knows by name; null while it could not be asked, and then nothing is said about those columns. */
export type Names = { services: [string, number][]; practiceTypes: [string, number][] } | null;

const PROBED = 4 * 2 ** 20;
const CHUNK = 256 * 1024;
/** Rows kept to be looked at. Those with problems are all in reach. */
const SHOWN = 500;

/**
 * Reads a file from end to end without ever holding it: the first rows at once, then every row through the very cleaning
 * the server does, so that what will be refused is known before anything is sent.
 */
export class CsvPreview {
  readonly #path: string;
  readonly #file: string;
  #names: Names;
  readonly #told: (state: CsvState) => void;
  readonly #scratch: string;
  #size = 0;
  #read = 0;
  #encoding: DetectedEncoding | null = null;
  #delimiter = ',';
  #headers: string[] = [];
  #headerLine = 1;
  #columns: Column[] = [];
  #rows = 0;
  #shown: { line: number; cells: string[] }[] = [];
  #found: ProblemRows;
  #badRows = 0;
  #fixes = new Map<number, Map<number, string>>();
  #state: CsvState['state'] = 'reading';
  #message: string | null = null;
  #pass = 0;
  #clean: ((cells: readonly string[]) => CleanRow) | null = null;

  /** What does not fit into memory lies in `scratch` while the file is open. */
  constructor(file: string, path: string, scratch: string, names: Names, told: (state: CsvState) => void) {
    this.#scratch = scratch;
    this.#found = new ProblemRows(scratch);
    this.#file = file;
    this.#path = path;
    this.#names = names;
    this.#told = told;
  }

  /** Resolves when the first rows are here; reading goes on. Mappings are remembered by the shape of the header. */
  async open(remembered: Record<string, Mapping>): Promise<CsvState> {
    this.#size = (await stat(this.#path)).size;
    this.#encoding = await this.#probe(PROBED);
    await this.#start(null, remembered);
    return this.state();
  }
  async map(mapping: Mapping): Promise<CsvState> {
    await this.#start(mapping);
    return this.state();
  }
  /** The server has said what it knows by name; columns that hold such names are looked at again. */
  async learnNames(names: NonNullable<Names>): Promise<CsvState> {
    this.#names = names;
    if (this.#columns.some(({ field }) => field === 'services' || field === 'practiceType'))
      await this.#start(this.mapping());
    return this.state();
  }

  rows = (from: number, count: number) => this.#shown.slice(from, from + count);

  /** What is wrong in so many rows that have something, and what was mended in them, cell by cell. */
  problems(from: number, count: number): CsvProblems {
    const problems = this.#found.page(from, count).flatMap((row): CsvProblems['problems'] => {
      const { line } = row;
      const wrong = this.#problemsOf(row);
      const mended = [...(this.#fixes.get(line) ?? [])].filter(([at]) => !wrong.some(({ column }) => column === at));
      return [
        ...wrong,
        ...mended.map(([column, value]) => {
          const header = this.#headers[column] ?? `Column ${column + 1}`;
          return { line, column, header, value, why: null };
        }),
      ].toSorted((a, b) => a.column - b.column);
    });
    return { kind: 'problems', from, problems };
  }

  /** Changes one cell of a row that has a problem, and looks at that row again. */
  fix(line: number, column: number, value: string): CsvState {
    const row = this.#found.find(line);
    if (!row || (column >= row.cells.length && column >= this.#headers.length)) return this.state();
    const before = this.#problemsOf(row).length;
    this.#fixes.set(line, (this.#fixes.get(line) ?? new Map<number, string>()).set(column, value));
    const after = this.#problemsOf(row).length;
    if (before > 0 && after === 0) this.#badRows--;
    else if (before === 0 && after > 0) this.#badRows++;
    const shown = this.#shown.find((one) => one.line === line);
    if (shown) shown.cells[column] = value;
    return this.state();
  }

  /** What is to be sent: the file itself, or where there are fixes a copy with them at `path`; and its sum. */
  async prepare(path: string): Promise<Sum & { copied: boolean }> {
    if (this.#fixes.size === 0) return { copied: false, ...(await sumOf(this.#path)) };
    return { copied: true, ...(await writeMended(this.#path, this.#encoding!.encoding, this.#fixes, path)) };
  }

  /** Of two columns with one header the first counts, as it does to the server. */
  mapping(): Mapping {
    return Object.fromEntries(this.#columns.toReversed().map(({ header, field }) => [header, field]));
  }
  state(): CsvState {
    return {
      kind: 'state',
      file: this.#file,
      name: basename(this.#path),
      size: this.#size,
      read: this.#read,
      encoding: this.#encoding?.encoding ?? '',
      delimiter: this.#delimiter,
      note: this.#encoding?.note ?? null,
      headerLine: this.#headerLine,
      columns: this.#columns,
      fields: [...listingFields, ...splitFields].map(({ name, label }) => ({ name, label })),
      source: detectSource(this.#headers)?.name ?? null,
      rows: this.#rows,
      badRows: this.#badRows,
      problemRows: this.#found.count,
      fixes: this.#fixes.size,
      state: this.#state,
      message: this.#message,
    };
  }

  /** The beginning says how the file is written, nearly always; where it was mistaken the whole file is asked. */
  async #probe(upTo: number): Promise<DetectedEncoding> {
    const probe = new EncodingProbe();
    const end = Math.min(upTo, this.#size) - 1;
    let held: Buffer | null = null;
    const bytes = createReadStream(this.#path, { highWaterMark: CHUNK, ...(end >= 0 ? { end } : {}) });
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (held) probe.push(held);
      held = chunk;
    }
    // A character cut at the end of the sample is not a broken one.
    if (held) probe.push(upTo < this.#size ? wholeCharacters(held) : held);
    return probe.end();
  }

  async #start(chosen: Mapping | null, remembered: Record<string, Mapping> = {}) {
    const pass = ++this.#pass;
    this.#read = 0;
    this.#rows = 0;
    this.#badRows = 0;
    this.#found.close();
    this.#found = new ProblemRows(this.#scratch);
    this.#shown = [];
    this.#state = 'reading';
    const stream = createReadStream(this.#path, { highWaterMark: CHUNK });
    const counted = async function* (preview: CsvPreview) {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        preview.#read += chunk.length;
        yield chunk;
      }
    };
    const csv = await readCsv(this.#watched(decodeBytes(counted(this), this.#encoding!.encoding)));
    // Another meaning was chosen meanwhile: what was begun after this counts alone.
    if (pass !== this.#pass) return void stream.destroy();
    this.#headers = csv.headers;
    this.#headerLine = csv.headerLine;
    this.#delimiter = csv.delimiter;
    this.#columns = mapHeaders(csv.headers, remembered[headerShape(csv.headers)] ?? null, chosen);
    const known: ReferenceIds = {
      services: new Map(this.#names?.services ?? []),
      practiceTypes: new Map(this.#names?.practiceTypes ?? []),
    };
    const unknown = new Set(this.#names ? [] : ['services', 'practiceType']);
    const fields = this.#columns.map(({ field }) => (field !== null && unknown.has(field) ? null : field));
    this.#clean = createRowCleaner(fields, known, this.#encoding!.broken > 0);
    const first = await csv.batches.next();
    if (pass !== this.#pass) return void stream.destroy();
    if (!first.done) this.#take(first.value);
    void this.#readOn(csv.batches, pass, stream);
  }

  async *#watched(text: AsyncIterable<string>): AsyncGenerator<string> {
    const sure = this.#encoding!.encoding !== 'utf-8' || this.#encoding!.broken > 0;
    for await (const piece of text) {
      if (!sure && piece.includes('\ufffd')) throw new Mistaken();
      yield piece;
    }
  }

  async #readOn(
    batches: AsyncGenerator<{ cells: string[]; line: number; broken?: string }[]>,
    pass: number,
    stream: { destroy(): void },
  ) {
    let last = 0;
    try {
      for await (const batch of batches) {
        if (pass !== this.#pass) return stream.destroy();
        this.#take(batch);
        const now = performance.now();
        if (now - last > 250) {
          last = now;
          this.#told(this.state());
          // Calls that have come in meanwhile get their turn.
          await new Promise((done) => setImmediate(done));
        }
      }
      if (pass === this.#pass) this.#state = 'read';
    } catch (error) {
      if (pass !== this.#pass) return;
      if (error instanceof Mistaken) {
        this.#encoding = await this.#probe(Infinity);
        if (pass === this.#pass) await this.#start(this.mapping());
        return;
      }
      this.#state = 'failed';
      this.#message = error instanceof Error ? error.message : 'This file cannot be read.';
    }
    if (pass === this.#pass) this.#told(this.state());
  }

  #take(batch: { cells: string[]; line: number; broken?: string }[]): void {
    for (const { cells, line, broken } of batch) {
      if (cells.every((cell) => cell === '')) continue;
      this.#rows++;
      const fixed = this.#fixes.get(line);
      if (fixed) for (const [column, value] of fixed) cells[column] = value;
      if (this.#shown.length < SHOWN) this.#shown.push({ line, cells: own(cells) });
      const unreadable = broken !== undefined && !fixed;
      const bad = unreadable || this.#tooMany(cells) || this.#clean!(cells).problems !== null;
      if (bad) this.#badRows++;
      // A row that was mended stays in reach, so that it can be changed again.
      if (bad || fixed) this.#found.add({ line, cells, broken });
    }
  }

  #tooMany(cells: readonly string[]): boolean {
    const width = this.#headers.length;
    for (let at = width; at < cells.length; at++) if (cells[at]!.trim() !== '') return true;
    return false;
  }

  #problemsOf({ line, cells: own, broken }: ProblemRow): Wrong[] {
    const width = this.#headers.length;
    const fixed = this.#fixes.get(line);
    if (broken !== undefined && !fixed)
      return [{ line, column: 0, header: this.#headers[0]!, value: own[0] ?? '', why: broken }];
    const cells = [...own];
    for (const [column, value] of fixed ?? []) cells[column] = value;
    if (this.#tooMany(cells)) {
      const column = cells.findIndex((cell, at) => at >= width && cell.trim() !== '');
      const why = `This row has ${cells.length} cells and the header has ${width}. Empty what is too much, or mend the file.`;
      return [{ line, column, header: `Column ${column + 1}`, value: cells[column]!, why }];
    }
    const { problems } = this.#clean!(cells);
    return Object.entries(problems ?? {}).map(([field, { why }]) => {
      const column = Math.max(
        0,
        this.#columns.findIndex((one) => one.field === field),
      );
      return { line, column, header: this.#headers[column]!, value: cells[column] ?? '', why };
    });
  }
}

type Wrong = CsvProblems['problems'][number] & { why: string };

/** The file is not written the way its beginning looked. */
class Mistaken extends Error {}

function wholeCharacters(sample: Buffer): Buffer {
  let end = sample.length;
  while (end > 0 && end > sample.length - 4 && (sample[end - 1]! & 0xc0) === 0x80) end--;
  return end > 0 && sample[end - 1]! >= 0xc0 ? sample.subarray(0, end - 1) : sample;
}

/** A cell is a window on the whole piece of the file it was cut from; what is kept must not keep all of that. */
const own = (cells: readonly string[]): string[] => JSON.parse(JSON.stringify(cells)) as string[];
