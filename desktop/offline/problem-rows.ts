import { BlockFile } from './block-file.ts';

export interface ProblemRow {
  line: number;
  cells: string[];
  /** Why the row is malformed. */
  broken?: string | undefined;
}

const ROWS_PER_BLOCK = 100;

/** A list of rows of any length, of which memory holds at most one block. */
export class ProblemRows {
  readonly #blocks: BlockFile;
  #last: ProblemRow[] = [];
  count = 0;

  constructor(folder: string) {
    this.#blocks = new BlockFile(folder);
  }

  add(row: ProblemRow): void {
    this.count++;
    if (this.#last.push(row) < ROWS_PER_BLOCK) return;
    this.#blocks.add(JSON.stringify(this.#last));
    this.#last = [];
  }

  page(from: number, count: number): ProblemRow[] {
    const rows: ProblemRow[] = [];
    const first = Math.floor(from / ROWS_PER_BLOCK);
    for (let block = first; rows.length < from - first * ROWS_PER_BLOCK + count; block++) {
      if (block > this.#blocks.count) break;
      const isLast = block === this.#blocks.count;
      rows.push(...(isLast ? this.#last : (JSON.parse(this.#blocks.read(block)) as ProblemRow[])));
    }
    return rows.slice(from - first * ROWS_PER_BLOCK).slice(0, count);
  }

  close(): void {
    this.#blocks.close();
  }
}
