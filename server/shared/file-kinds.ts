/** Kinds of files that aren't delimited text. */
export type FileKind =
  | 'image'
  | 'pdf'
  | 'xls'
  | 'ods'
  | 'zip'
  | 'compressed'
  | 'utf-32'
  | 'parquet'
  | 'database'
  | 'json'
  | 'html'
  | 'xml'
  | 'rtf'
  | 'vcard'
  | 'email'
  | 'sql'
  | 'binary';

/** Enough bytes to recognize a file. */
export const KIND_BYTES = 4096;

const signatures: [FileKind, ...number[]][] = [
  ['image', 0x89, 0x50, 0x4e, 0x47],
  ['image', 0xff, 0xd8, 0xff],
  ['image', 0x47, 0x49, 0x46, 0x38],
  ['image', 0x49, 0x49, 0x2a, 0x00],
  ['image', 0x4d, 0x4d, 0x00, 0x2a],
  ['pdf', 0x25, 0x50, 0x44, 0x46],
  ['xls', 0xd0, 0xcf, 0x11, 0xe0],
  ['zip', 0x50, 0x4b, 0x03, 0x04],
  ['compressed', 0x1f, 0x8b],
  ['compressed', 0x37, 0x7a, 0xbc, 0xaf],
  ['compressed', 0x52, 0x61, 0x72, 0x21, 0x1a],
  ['compressed', 0x42, 0x5a, 0x68, 0x39],
  ['compressed', 0x28, 0xb5, 0x2f, 0xfd],
  ['parquet', 0x50, 0x41, 0x52, 0x31],
  ['database', 0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66],
  ['utf-32', 0xff, 0xfe, 0x00, 0x00],
];

const textAt = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
const isHeic = (head: Uint8Array) => textAt(head, 4, 8) === 'ftyp';
const isWebp = (head: Uint8Array) => textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 12) === 'WEBP';

/** The first entry of an OpenDocument file is its type, unpacked. */
const isOpenDocument = (head: Uint8Array) =>
  textAt(head, 0, 2) === 'PK' && textAt(head, 30, 80).startsWith('mimetypeapplication/vnd.oasis.opendocument');

/** Texts that aren't tables. A header seldom starts with a bracket, and never with one before a quotation mark or another bracket. */
const textKinds: [FileKind, RegExp][] = [
  ['json', /^(?:\{\s*["}]|\[\s*[[{])/],
  ['html', /^(?:<!--[^>]*>\s*)?<(?:!doctype html|html|head|body|table|meta)\b/i],
  ['xml', /^<(?:\?xml\b|[a-z][\w:-]*\s+xmlns[:=])/i],
  ['rtf', /^\{\\rtf/],
  ['vcard', /^BEGIN:V(?:CARD|CALENDAR)\b/i],
  ['email', /^(?:(?:From|Received|Return-Path|Delivered-To|MIME-Version): [^\n]*\n(?:[A-Z][\w-]*: |\s))/],
  ['sql', /^(?:-- (?:\w+ )*(?:SQL )?dump\b|CREATE (?:TABLE|DATABASE)\b|INSERT INTO\b|BEGIN TRANSACTION;)/i],
];

function detectTextKind(head: Uint8Array): FileKind | null {
  const start = new TextDecoder().decode(head.subarray(0, 512)).trimStart();
  return textKinds.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
}

/** Recognizes a file by its first bytes. Null for text in any encoding that we read. */
export function detectFileKind(head: Uint8Array): FileKind | null {
  if (isOpenDocument(head)) return 'ods';
  for (const [kind, ...signature] of signatures) if (signature.every((byte, at) => head[at] === byte)) return kind;
  if (isHeic(head) || isWebp(head)) return 'image';
  const hasUtf16Mark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !hasUtf16Mark && isBinary(head) ? 'binary' : detectTextKind(head);
}

/** True if more than a tenth of the bytes are control characters, unless every second byte is zero, as in UTF-16. */
function isBinary(head: Uint8Array): boolean {
  const length = Math.min(head.length, KIND_BYTES);
  const zeros = [0, 0];
  let controls = 0;
  for (let at = 0; at < length; at++) {
    const byte = head[at]!;
    if (byte === 0) zeros[at % 2]!++;
    else if (byte < 32 && (byte < 9 || byte > 13)) controls++;
  }
  const pairs = length / 2;
  const isUtf16 = Math.max(...zeros) > pairs * 0.4 && Math.min(...zeros) < pairs * 0.1;
  return controls + (isUtf16 ? 0 : zeros[0]! + zeros[1]!) > length / 10;
}

/** The messages for people who choose a file of this kind. */
export const fileKindSentences: Record<FileKind, string> = {
  image: 'This is an image, not a CSV.',
  pdf: 'This isn’t a CSV file. It’s a PDF. Copy its table into a spreadsheet, and save that as CSV.',
  xls: 'This isn’t a CSV file. It’s an old spreadsheet (.xls). Save it as .xlsx or “CSV UTF-8” first.',
  ods: 'This isn’t a CSV file. It’s an OpenDocument file (.ods). Save it as .xlsx or CSV first.',
  zip: 'This isn’t a CSV file. It’s a zip file or a damaged spreadsheet. Unpack it, or save it as “CSV UTF-8” first.',
  compressed: 'This isn’t a CSV file. It’s compressed. Unpack it first.',
  'utf-32': 'This isn’t a CSV file. It’s UTF-32. Save it as “CSV UTF-8” first.',
  parquet: 'This isn’t a CSV file. It’s Parquet. Convert it to CSV first, or import it with `npm run import`.',
  database: 'This isn’t a CSV file. It’s a database. Export the table with the listings as CSV.',
  json: 'This isn’t a CSV file. It’s JSON. Convert it to CSV first.',
  html: 'This isn’t a CSV file. It’s a web page (HTML). Open it in a spreadsheet, and save it as CSV.',
  xml: 'This isn’t a CSV file. It’s XML. Open it in a spreadsheet, and save it as CSV.',
  rtf: 'This isn’t a CSV file. It’s formatted text (RTF). Copy its table into a spreadsheet, and save that as CSV.',
  vcard: 'This isn’t a CSV file. It’s a contact card. Export the contacts as CSV instead.',
  email: 'This isn’t a CSV file. It’s an email. Save the file that is attached to it.',
  sql: 'This isn’t a CSV file. It’s SQL. Export the table with the listings as CSV.',
  binary: 'This is a binary file, not a CSV.',
};
