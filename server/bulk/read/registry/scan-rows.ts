import { Refusal } from '#server/base/http/errors.ts';

/** A longer row is refused, which bounds memory. */
const MAX_ROW_BYTES = 2 * 2 ** 20;
const NEWLINE = 10;
const QUOTE = 34;
/** `"1234567890"`: how every row begins. */
const ROW_START_BYTES = 12;

/**
 * Parts of the dental taxonomy codes: 1223… for dentists, 125Q… for oral medicine, 261QD0000X for clinics. A row without any of
 * them is no dental provider. The parts are short and begin with rare characters, which makes Buffer.indexOf fastest.
 */
const codeParts = ['1223', '125Q', 'QD00'].map((part) => Buffer.from(part));

/** Finds rows that may be dental, or whose NPI is known, without decoding the others. Other rows are only counted. */
export class RowScanner {
  rows = 0;
  #rest: Buffer = Buffer.alloc(0);
  readonly #isKnown: (npi: number) => boolean;
  readonly #onRow: (text: string, row: number) => void;

  constructor(isKnown: (npi: number) => boolean, onRow: (text: string, row: number) => void) {
    this.#isKnown = isKnown;
    this.#onRow = onRow;
  }

  push(block: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, block]) : block;
    const end = this.#scan(bytes, false);
    if (bytes.length - end > MAX_ROW_BYTES)
      throw new Refusal(422, 'not_registry', 'A row of this registry file never ends. The file is damaged.');
    this.#rest = Buffer.from(bytes.subarray(end));
  }

  end(): void {
    this.#scan(this.#rest, true);
    this.#rest = Buffer.alloc(0);
  }

  /** Returns where the first row begins that isn't whole. */
  #scan(bytes: Buffer, isLast: boolean): number {
    const nextParts = codeParts.map((part) => findFrom(bytes, part, 0));
    for (let start = 0; ;) {
      const end = findRowEnd(bytes, start, isLast);
      if (end === -1) return start;
      if (isRowStart(bytes, start)) {
        this.rows++;
        let mayBeDental = false;
        for (let i = 0; i < nextParts.length; i++) {
          if (nextParts[i]! < start) nextParts[i] = findFrom(bytes, codeParts[i]!, start);
          if (nextParts[i]! < end) mayBeDental = true;
        }
        if (mayBeDental || this.#isKnown(readNpi(bytes, start + 1)))
          this.#onRow(bytes.toString('utf8', start, end), this.rows);
      }
      start = end + 1;
      if (start >= bytes.length) return bytes.length;
    }
  }
}

function findFrom(bytes: Buffer, part: Buffer, from: number): number {
  const at = bytes.indexOf(part, from);
  return at === -1 ? Infinity : at;
}

/** A line break inside a cell isn't followed by an NPI, so it doesn't end the row. */
function findRowEnd(bytes: Buffer, start: number, isLast: boolean): number {
  for (let end = bytes.indexOf(NEWLINE, start); end !== -1; end = bytes.indexOf(NEWLINE, end + 1)) {
    if (isLast && end + 1 >= bytes.length) return end;
    if (end + ROW_START_BYTES >= bytes.length && !isLast) return -1;
    if (isRowStart(bytes, end + 1)) return end;
  }
  return isLast && start < bytes.length ? bytes.length : -1;
}

export function isRowStart(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== QUOTE || bytes[at + 11] !== QUOTE) return false;
  const first = bytes[at + 1];
  return first === 49 || first === 50;
}

function readNpi(bytes: Buffer, at: number): number {
  let npi = 0;
  for (let i = at; i < at + 10; i++) npi = npi * 10 + (bytes[i]! - 48);
  return npi;
}
