import type { FileFormat } from '#contract/bulk/workbench.ts';
import { readCsv } from '../read/csv.ts';
import { decodeBytes } from '../read/decode.ts';
import { readBytes } from '../read/read-bytes.ts';
import { chooseEncoding, type SpooledFile } from '../read/spool.ts';

/** A file that can be opened in several formats, to find the one that a recipe was made for. */
export class FormattedFile {
  readonly #file: SpooledFile;
  readonly #openSheet: (sheet: string) => Promise<SpooledFile>;
  readonly #sheets = new Map<string, SpooledFile>();
  readonly #headers = new Map<string, string[]>();

  /** `openSheet` opens the same file with another of its sheets. */
  constructor(file: SpooledFile, openSheet: (sheet: string) => Promise<SpooledFile>) {
    this.#file = file;
    this.#openSheet = openSheet;
  }

  get isRegistryFile(): boolean {
    return this.#file.registry !== undefined;
  }

  async open({ sheet, encoding }: FileFormat): Promise<SpooledFile> {
    const { spreadsheet } = this.#file;
    if (!spreadsheet || sheet === undefined || sheet === spreadsheet.sheet) return chooseEncoding(this.#file, encoding);
    const opened = this.#sheets.get(sheet) ?? (await this.#openSheet(sheet));
    this.#sheets.set(sheet, opened);
    return opened;
  }

  async readHeaders(format: FileFormat): Promise<string[]> {
    const key = JSON.stringify(Object.entries(format).toSorted());
    const known = this.#headers.get(key);
    if (known) return known;
    const file = await this.open(format);
    const bytes = readBytes(file);
    try {
      const { headers } = await readCsv(decodeBytes(bytes, file.encoding.encoding), format);
      this.#headers.set(key, headers);
      return headers;
    } finally {
      bytes.destroy();
    }
  }

  /** Removes the copies on disk, except for one that is still needed. */
  async remove(except?: SpooledFile): Promise<void> {
    for (const file of [this.#file, ...this.#sheets.values()]) if (file.path !== except?.path) await file.remove();
  }
}
