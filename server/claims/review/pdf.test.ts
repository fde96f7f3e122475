import { expect, it } from 'vitest';
import { smallPdf } from '#server/test/files/documents.ts';
import { isPdf } from '../pdf.ts';

const text = smallPdf.toString('latin1');
it.each([
  ['a small document', smallPdf, true],
  ['one with bytes after its end', Buffer.concat([smallPdf, Buffer.alloc(100)]), true],
  ['16 bytes with the right start', Buffer.from('%PDF-1.7 16 byte'), false],
  ['a header and an end only', Buffer.from('%PDF-1.7\nnothing here\n%%EOF'), false],
  ['a document that was cut off', smallPdf.subarray(0, 200), false],
  ['a page of text about PDFs', Buffer.from(text.replace('%PDF-1.4', 'A PDF has')), false],
])('%s', (_, bytes, expected) => expect(isPdf(bytes)).toBe(expected));
