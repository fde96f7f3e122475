import { isAscii } from 'node:buffer';
import { detectFileKind, fileKindSentences, KIND_BYTES, type FileKind } from '#shared/file-kinds.ts';
import { Refusal } from '#server/base/http/errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface DetectedEncoding {
  encoding: Encoding;
  bom: boolean;
  /** The number of bytes that are invalid in this encoding; each becomes U+FFFD. */
  broken: number;
  note: string | null;
}

/** Detects the encoding of a file while its bytes are streamed. */
export class EncodingProbe {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #zeroEven = 0;
  #zeroOdd = 0;
  #length = 0;
  /** Counts of complete multi-byte UTF-8 characters and of invalid bytes. */
  #good = 0;
  #bad = 0;

  push(chunk: Buffer): void {
    if (this.#head.length < KIND_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, KIND_BYTES - this.#head.length)]);
    if (this.#length < 65_536) {
      const until = Math.min(chunk.length, 65_536 - this.#length);
      for (let i = 0; i < until; i++) {
        if (chunk[i] !== 0) continue;
        if ((this.#length + i) % 2 === 0) this.#zeroEven++;
        else this.#zeroOdd++;
      }
    }
    this.#length += chunk.length;
    // Plain ASCII needs no counting.
    if (this.#tail.length === 0 && isAscii(chunk)) return;
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk;
    this.#tail = Buffer.from(this.#count(bytes, false));
  }

  /** Counts valid and invalid UTF-8, and returns the bytes of an incomplete last character. */
  #count(bytes: Buffer, last: boolean): Buffer {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (byte < 0x80) continue;
      const more =
        byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
      let continuations = 0;
      while (
        continuations < more &&
        i + continuations + 1 < bytes.length &&
        (bytes[i + continuations + 1]! & 0xc0) === 0x80
      )
        continuations++;
      if (more > 0 && continuations === more) {
        this.#good++;
        i += more;
      } else if (more > 0 && i + continuations + 1 >= bytes.length && !last) {
        return bytes.subarray(i);
      } else {
        this.#bad++;
      }
    }
    return bytes.subarray(bytes.length);
  }

  /** The kind of a file that isn't text. */
  get kind(): FileKind | null {
    return detectFileKind(this.#head);
  }

  end(): DetectedEncoding {
    this.#count(this.#tail, true);
    const [a, b, c] = this.#head;
    if (this.#length === 0) throw new Refusal(422, 'empty_file', 'This file is empty.');
    if (this.kind) throw new Refusal(422, 'not_csv', fileKindSentences[this.kind]);
    if (a === 0xff && b === 0xfe) return detected('utf-16le', true, 0, 'The file is UTF-16.');
    if (a === 0xfe && b === 0xff) return detected('utf-16be', true, 0, 'The file is UTF-16.');
    if (a === 0xef && b === 0xbb && c === 0xbf) return detected('utf-8', true, this.#bad, null);
    const pairs = Math.min(this.#length, 65_536) / 2;
    if (this.#zeroOdd > pairs * 0.4 && this.#zeroEven < pairs * 0.1)
      return detected('utf-16le', false, 0, 'The file is UTF-16 without a byte order mark.');
    if (this.#zeroEven > pairs * 0.4 && this.#zeroOdd < pairs * 0.1)
      return detected('utf-16be', false, 0, 'The file is UTF-16 without a byte order mark.');
    if (this.#bad === 0) return detected('utf-8', false, 0, null);
    // A few invalid bytes among many valid characters are damage, not another encoding.
    if (this.#good > this.#bad * 4)
      return detected(
        'utf-8',
        false,
        this.#bad,
        `The file is UTF-8 with ${this.#bad === 1 ? 'one broken character' : `${this.#bad.toLocaleString('en-US')} broken characters`}.`,
      );
    return detected(
      'windows-1252',
      false,
      0,
      'The file isn’t UTF-8, so it was read as Windows-1252. Please check names with accents.',
    );
  }
}

const detected = (encoding: Encoding, bom: boolean, broken: number, note: string | null): DetectedEncoding => ({
  encoding,
  bom,
  broken,
  note,
});

/** Decodes streamed bytes without splitting characters. */
export async function* decodeBytes(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
