import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Recipe, RecipeStep } from '#contract/bulk/recipe.ts';
import type { ClusterMethod, FileFormat, RowFilter, SavedRecipe, UnknownNames } from '#contract/bulk/workbench.ts';
import { normalizeTown } from '#shared/places/normalize-town.ts';
import { asRefusal, conflict } from '#server/base/http/errors.ts';
import { readCsv } from '#server/bulk/read/csv.ts';
import { convertXlsx } from '#server/bulk/read/xlsx/convert-xlsx.ts';
import { BLOCK_ROWS, divideRows } from '#server/bulk/workbench/blocks.ts';
import { changeSteps, type RecipeChange } from '#server/bulk/workbench/change-steps.ts';
import * as columns from '#server/bulk/workbench/column-values.ts';
import type { FileStore } from '#server/bulk/workbench/file-store.ts';
import { listRowSteps, type FileChanges } from '#server/bulk/workbench/move-steps.ts';
import { describeImportFile, openFile } from '#server/bulk/workbench/opened-file.ts';
import type { FileRow } from '#server/bulk/workbench/queries-files.ts';
import { readWindow } from '#server/bulk/workbench/views.ts';
import { BlockFile } from './block-file.ts';
import { computeChecksum } from './checksum.ts';
import { readFileKind } from './convert-spreadsheet.ts';
import type { KnownNames, Mapping } from './csv-preview.ts';
import { CHUNK_BYTES, decodeProbed, PROBE_BYTES, probeEncoding, WrongEncodingError } from './probe-encoding.ts';

/** The server's names and towns, as they were last downloaded. */
export interface BenchKnowledge {
  /** Null if nothing was downloaded yet. Columns of such names are not checked then. */
  references: KnownNames;
  names: Record<UnknownNames['field'], string[]>;
  /** In the form of `normalizeTown`. */
  towns: string[];
  mappings: Record<string, Mapping>;
}

/** A file with the changes that a person made. It outlives the thread that reads the file. */
export interface KeptFile extends FileChanges {
  id: number;
  path: string;
  /** The size and the modification time for which the changes were made. */
  seen: string;
  createdAt: string;
  rows: number;
  version: number;
  runId: number | null;
}

export type BenchRequest =
  | { do: 'describe' }
  | { do: 'knowledge'; knowledge: BenchKnowledge }
  | { do: 'format'; body: FileFormat }
  | { do: 'mapping'; body: { mapping: Mapping } }
  | { do: 'recipe'; body: RecipeChange; saved: Omit<SavedRecipe, 'id' | 'usedAt'> | null }
  | {
      do: 'rows';
      body: { from: number; count: number; sort?: { column: string; descending: boolean }; filter?: RowFilter };
    }
  | { do: 'values'; body: { column: string; contains?: string } }
  | { do: 'clusters'; body: { column: string; method?: ClusterMethod; radius?: number } }
  | { do: 'preview'; body: { step: RecipeStep } }
  | { do: 'unknown-names' }
  | { do: 'prepare' }
  | { do: 'ran'; runId: number };

/** The file as it is to be uploaded, and how the server changes it. */
export interface PreparedFile {
  path: string;
  sha256: string;
  bytes: number;
  mapping: Mapping;
  steps: Recipe;
  format: FileFormat;
}

const SLICE_MS = 20;

/** The server's workbench over a file of this computer, in a thread of its own. The rows are in a temporary file. */
export class LocalBench implements FileStore {
  readonly #path: string;
  readonly #scratch: string;
  readonly #onChange: (kept: KeptFile) => void;
  readonly #kept: KeptFile;
  readonly #file: FileRow;
  #knowledge: BenchKnowledge;
  #towns = new Set<string>();
  #blocks: BlockFile;
  /** The chosen sheet of a spreadsheet as CSV. */
  #sheetPath: string | null = null;

  constructor(kept: KeptFile, knowledge: BenchKnowledge, scratch: string, onChange: (kept: KeptFile) => void) {
    this.#path = kept.path;
    this.#scratch = scratch;
    this.#kept = kept;
    this.#onChange = onChange;
    this.#knowledge = knowledge;
    this.#towns = new Set(knowledge.towns);
    this.#blocks = new BlockFile(scratch);
    const { id, format, mapping, recipe, undone, version, runId } = kept;
    this.#file = {
      id,
      format,
      mapping,
      recipe,
      undone,
      version,
      runId,
      createdAt: new Date(kept.createdAt),
      userName: '',
      name: basename(kept.path),
      bytes: 0,
      status: 'reading',
      reading: 0,
      found: {},
      headers: [],
      rows: 0,
      message: null,
    };
  }

  findFile = async (): Promise<FileRow> => this.#file;
  listBlocks = async (_id: number, firstRows: readonly number[]) =>
    firstRows.filter((row) => row <= this.#file.rows).map((firstRow) => this.#readBlock((firstRow - 1) / BLOCK_ROWS));
  async listBlocksAfter(_id: number, after: number, limit: number) {
    const first = after === 0 ? 0 : (after - 1) / BLOCK_ROWS + 1;
    const count = Math.max(0, Math.min(limit, this.#blocks.count - first));
    return Array.from({ length: count }, (_, index) => this.#readBlock(first + index));
  }
  #readBlock = (index: number) => ({ firstRow: index * BLOCK_ROWS + 1, rows: this.#blocks.read(index) });
  async listReferenceIds() {
    const { services, practiceTypes, plans } = this.#knowledge.references ?? {};
    return { services: new Map(services), practiceTypes: new Map(practiceTypes), plans: new Map(plans) };
  }
  get uncheckedFields(): readonly string[] {
    return this.#knowledge.references ? [] : ['services', 'practiceType'];
  }
  findSavedMapping = async (shape: string) => this.#knowledge.mappings[shape] ?? null;
  async listTowns(names: readonly string[]) {
    const towns = names.map((name) => [name, normalizeTown(name)] as const);
    return new Map(towns.filter(([, town]) => this.#towns.has(town)));
  }
  listNames = async (field: UnknownNames['field']) => this.#knowledge.names[field];

  /** Reads the file from its start. Resolves once the first rows are there. */
  async read(): Promise<void> {
    const reading = ++this.#file.reading;
    Object.assign(this.#file, { status: 'reading', rows: 0, message: null });
    await new Promise<void>((resolve) => {
      void this.#readFile(reading, resolve)
        .catch((error: unknown) => {
          if (reading !== this.#file.reading) return;
          this.#file.status = 'failed';
          this.#file.message = asRefusal(error)?.message ?? 'This file can’t be read.';
        })
        .finally(resolve);
    });
  }

  async #readFile(reading: number, onFirstRows: () => void): Promise<void> {
    const { format } = this.#file;
    this.#file.bytes = (await stat(this.#path)).size;
    const sheet = await this.#convertSheet(format.sheet);
    const path = this.#sheetPath ?? this.#path;
    const { size } = await stat(path);
    const chosen = sheet ? undefined : format.encoding;
    let encoding = chosen
      ? { encoding: chosen, bom: false, broken: 1, note: null }
      : await probeEncoding(path, size, PROBE_BYTES);
    for (;;) {
      const found = { encoding: encoding.encoding, note: encoding.note, ...sheet };
      try {
        return await this.#readRows(decodeProbed(createReadStream(path, { highWaterMark: CHUNK_BYTES }), encoding), reading, found, onFirstRows); // prettier-ignore
      } catch (error) {
        if (!(error instanceof WrongEncodingError)) throw error;
        encoding = await probeEncoding(path, size);
      }
    }
  }

  async #convertSheet(sheet: string | undefined): Promise<{ sheet: string; sheets: string[] } | null> {
    if ((await readFileKind(this.#path)) !== 'zip') return null;
    this.#sheetPath ??= join(this.#scratch, `sheet-${randomUUID()}.csv`);
    return convertXlsx(this.#path, this.#sheetPath, sheet === undefined ? {} : { sheet });
  }

  async #readRows(
    text: AsyncIterable<string>,
    reading: number,
    found: FileRow['found'],
    onFirstRows: () => void,
  ): Promise<void> {
    const csv = await readCsv(text, this.#file.format);
    const blocks = new BlockFile(this.#scratch);
    this.#blocks.close();
    this.#blocks = blocks;
    const { headers, delimiter, headerLine } = csv;
    Object.assign(this.#file, { headers, found: { ...found, delimiter, headerLine } });
    let startedAt = performance.now();
    for await (const { lastRow, rows } of divideRows(csv.batches)) {
      if (reading !== this.#file.reading) return;
      blocks.add(rows);
      this.#file.rows = lastRow;
      if (blocks.count === 1) onFirstRows();
      if (performance.now() - startedAt < SLICE_MS) continue;
      await yieldToRequests();
      startedAt = performance.now();
    }
    this.#file.status = 'ready';
    this.#keep();
  }

  async handle(request: BenchRequest, signal: AbortSignal): Promise<unknown> {
    switch (request.do) {
      case 'describe':
        break;
      case 'knowledge':
        this.#knowledge = request.knowledge;
        this.#towns = new Set(request.knowledge.towns);
        return null;
      case 'format':
        await this.#change({ format: request.body, mapping: null }, true);
        break;
      case 'mapping':
        this.#file.mapping = request.body.mapping;
        this.#keep();
        break;
      case 'recipe': {
        const { isReadAgain, ...changes } = await changeSteps(this, this.#file, request.body, request.saved);
        await this.#change(changes, isReadAgain);
        break;
      }
      case 'ran':
        this.#file.runId = request.runId;
        this.#keep();
        break;
      case 'prepare':
        return this.#prepare();
      default:
        return this.#ask(request, signal);
    }
    return describeImportFile(await openFile(this, this.#file.id));
  }

  async #ask(
    request: Extract<BenchRequest, { do: 'rows' | 'values' | 'clusters' | 'preview' | 'unknown-names' }>,
    signal: AbortSignal,
  ) {
    // prettier-ignore
    const opened = await openFile(this, this.#file.id, signal);
    switch (request.do) {
      case 'rows':
        return { ...(await readWindow(opened, request.body)), version: this.#file.version };
      case 'values': {
        const { values, ...rest } = await columns.countValues(opened, request.body.column, request.body.contains);
        return { ...rest, values: columns.shownValues(values) };
      }
      case 'clusters':
        return columns.findClusters(opened, request.body);
      case 'preview':
        return columns.previewChange(opened, request.body.step);
      case 'unknown-names':
        return columns.findUnknownNames(opened);
    }
  }

  async #change(changes: Partial<FileChanges>, isReadAgain: boolean): Promise<void> {
    Object.assign(this.#file, changes, { version: this.#file.version + 1 });
    this.#keep();
    if (isReadAgain) await this.read();
  }

  #keep(): void {
    const { format, mapping, recipe, undone, rows, version, runId } = this.#file;
    this.#onChange({ ...this.#kept, format, mapping, recipe, undone, rows, version, runId });
  }

  /** A spreadsheet is sent as its chosen sheet. */
  async #prepare(): Promise<PreparedFile> {
    if (this.#file.status !== 'ready') throw conflict('This file isn’t read to its end yet.');
    const path = this.#sheetPath ?? this.#path;
    const { columns: found } = await openFile(this, this.#file.id);
    const { sheet: _sheet, ...format } = this.#file.format;
    const mapping = Object.fromEntries(found.map(({ header, field }) => [header, field]));
    return { path, ...(await computeChecksum(path)), mapping, steps: listRowSteps(this.#file.recipe), format };
  }
}
