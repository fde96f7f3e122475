import { isAscii } from 'node:buffer';
import { Refusal } from '#server/http/errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface FoundEncoding {
  encoding: Encoding;
  bom: boolean;
  /** Bytes that are not text in this encoding, each shown as U+FFFD. */
  broken: number;
  note: string | null;
}

/** Looks at every byte of a file as it passes and says at the end how it is written. */
export class EncodingProbe {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #zeroEven = 0;
  #zeroOdd = 0;
  #length = 0;
  /** Complete multi-byte characters of UTF-8, and bytes that belong to none. */
  #good = 0;
  #bad = 0;

  push(chunk: Buffer): void {
    if (this.#head.length < 4) this.#head = Buffer.concat([this.#head, chunk.subarray(0, 4)]).subarray(0, 4);
    if (this.#length < 65_536) {
      const until = Math.min(chunk.length, 65_536 - this.#length);
      for (let i = 0; i < until; i++) {
        if (chunk[i] !== 0) continue;
        if ((this.#length + i) % 2 === 0) this.#zeroEven++;
        else this.#zeroOdd++;
      }
    }
    this.#length += chunk.length;
    // Nothing to count in plain ASCII.
    if (this.#tail.length === 0 && isAscii(chunk)) return;
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk;
    this.#tail = Buffer.from(this.#count(bytes, false));
  }

  /** Counts what is UTF-8 and what is not; returns the bytes of a character that is not complete yet. */
  #count(bytes: Buffer, last: boolean): Buffer {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (byte < 0x80) continue;
      const more =
        byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
      let found = 0;
      while (found < more && i + found + 1 < bytes.length && (bytes[i + found + 1]! & 0xc0) === 0x80) found++;
      if (more > 0 && found === more) {
        this.#good++;
        i += more;
      } else if (more > 0 && i + found + 1 >= bytes.length && !last) {
        return bytes.subarray(i);
      } else {
        this.#bad++;
      }
    }
    return bytes.subarray(bytes.length);
  }

  end(): FoundEncoding {
    this.#count(this.#tail, true);
    const [a, b, c, d] = this.#head;
    if (a === 0xff && b === 0xfe && c === 0 && d === 0) throw notText('It is UTF-32.');
    if (a === 0xff && b === 0xfe) return found('utf-16le', true, 0, 'The file is UTF-16.');
    if (a === 0xfe && b === 0xff) return found('utf-16be', true, 0, 'The file is UTF-16.');
    if (a === 0xef && b === 0xbb && c === 0xbf) return found('utf-8', true, this.#bad, null);
    const seen = Math.min(this.#length, 65_536) / 2;
    if (this.#zeroOdd > seen * 0.4 && this.#zeroEven < seen * 0.1)
      return found('utf-16le', false, 0, 'The file is UTF-16 without a mark that says so.');
    if (this.#zeroEven > seen * 0.4 && this.#zeroOdd < seen * 0.1)
      return found('utf-16be', false, 0, 'The file is UTF-16 without a mark that says so.');
    if (a === 0x50 && b === 0x4b && c === 3 && d === 4)
      throw notText('It looks like a spreadsheet (.xlsx) or a zip file. Save it as “CSV UTF-8” first.');
    if (a === 0xd0 && b === 0xcf)
      throw notText('It looks like an old spreadsheet (.xls). Save it as “CSV UTF-8” first.');
    if (a === 0x1f && b === 0x8b) throw notText('It is compressed. Unpack it first.');
    if (a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46) throw notText('It is a PDF.');
    if (this.#bad === 0) return found('utf-8', false, 0, null);
    // One broken byte in a file full of good characters is damage, not another encoding.
    if (this.#good > this.#bad * 4)
      return found(
        'utf-8',
        false,
        this.#bad,
        `The file is UTF-8 with ${this.#bad === 1 ? 'one broken character' : `${this.#bad.toLocaleString('en-US')} broken characters`}.`,
      );
    return found(
      'windows-1252',
      false,
      0,
      'The file is not UTF-8; it was read as Windows-1252. Please look at names with accents.',
    );
  }
}

const found = (encoding: Encoding, bom: boolean, broken: number, note: string | null): FoundEncoding => ({
  encoding,
  bom,
  broken,
  note,
});

const notText = (why: string) => new Refusal(422, 'not_csv', `This is not a CSV file. ${why}`);

/** Bytes to text, never cutting a character in two. */
export async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
