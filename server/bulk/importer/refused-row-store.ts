import type { Knex } from 'knex';
import { decodeBytes } from '../read/decode.ts';
import { readRows, type ReadOptions } from '../recipe/read-rows.ts';
import { readBytes } from '../read/read-bytes.ts';
import type { SpooledFile } from '../read/spool.ts';
import { addRefusals } from '../stage/queries-stage.ts';
import type { RefusedRow } from '../stage/stage.ts';

const MAX_ROWS = 100_000;

/** Saves the refused rows of a run for download, up to a limit. */
export class RefusedRowStore {
  static readonly FULL_NOTE = `Only the first ${MAX_ROWS.toLocaleString('en-US')} refused rows were kept for download.`;
  readonly #db: Knex;
  readonly #runId: number;
  #savedRows = 0;
  constructor(db: Knex, runId: number) {
    this.#db = db;
    this.#runId = runId;
  }
  get isFull(): boolean {
    return this.#savedRows >= MAX_ROWS;
  }
  async save(refused: readonly RefusedRow[]): Promise<void> {
    const rows = refused.slice(0, MAX_ROWS - this.#savedRows);
    this.#savedRows += rows.length;
    if (rows.length > 0) await addRefusals(this.#db, this.#runId, rows);
  }
  /** Saves rows that the database refused. Their cells are read from the file again because the stage has only cleaned values. */
  async saveFromFile(
    file: SpooledFile,
    reading: ReadOptions,
    reasonsByRow: Map<number, RefusedRow['reasons']>,
  ): Promise<void> {
    const csv = await readRows(decodeBytes(readBytes(file), file.encoding.encoding), reading);
    let row = 0;
    for await (const batch of csv.batches) {
      const refused: RefusedRow[] = [];
      for (const { cells, line } of batch) {
        if (cells.every((cell) => cell === '')) continue;
        const reasons = reasonsByRow.get(++row);
        if (reasons) refused.push({ row, line, cells: cells.map((cell) => cell.replaceAll('\0', '')), reasons });
      }
      await this.save(refused);
      if (this.isFull) break;
    }
  }
}
