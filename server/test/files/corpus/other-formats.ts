import { gzipSync } from 'node:zlib';
import { buildZip } from '../xlsx.ts';
import type { CorpusFile } from './corpus-file.ts';

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'number' ? Buffer.from([value]) : Buffer.from(value, 'latin1'))),
  );

/** Files that aren't tables of text, whatever their name says. */
export const otherFormats: CorpusFile[] = [
  { title: 'a PDF', content: '%PDF-1.7\n%âãÏÓ\n1 0 obj\n', says: /It’s a PDF/ },
  {
    title: 'an old spreadsheet',
    content: bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, '\0'.repeat(600)),
    says: /old spreadsheet \(\.xls\)/,
  },
  {
    title: 'a web page that a portal calls a spreadsheet',
    content: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Name',
    says: /web page \(HTML\)/,
  },
  { title: 'JSON', content: '{"data": [{"name": "Ann Poe"}]}', says: /It’s JSON/ },
  { title: 'a line of JSON for each row', content: '{"name": "Ann Poe"}\n{"name": "Ben Ray"}\n', says: /It’s JSON/ },
  { title: 'XML', content: '<?xml version="1.0"?><rows><row/></rows>', says: /It’s XML/ },
  {
    title: 'XML without a declaration',
    content: '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    says: /It’s XML/,
  },
  { title: 'a zip file without a table', content: buildZip({ 'read.me': 'Hello' }), says: /zip file/ },
  { title: 'a compressed file', content: gzipSync('name\nAnn Poe\n'), says: /compressed/ },
  { title: 'a 7-Zip archive', content: bytes('7z', 0xbc, 0xaf, 0x27, 0x1c, '\0\x04'.repeat(60)), says: /compressed/ },
  {
    title: 'an OpenDocument spreadsheet',
    content: buildZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, undefined, true),
    says: /\.ods/,
  },
  { title: 'formatted text', content: '{\\rtf1\\ansi\\deff0 Name, City}', says: /RTF/ },
  {
    title: 'a contact card',
    content: 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Poe\r\nEND:VCARD\r\n',
    says: /contact card/,
  },
  {
    title: 'a Parquet file',
    content: bytes('PAR1', 0x15, 0x04, 'some words that look like text'.repeat(20)),
    says: /Parquet/,
  },
  { title: 'a database', content: bytes('SQLite format 3\0', 'words'.repeat(50)), says: /database/ },
  {
    title: 'a dump of a database',
    content: '-- PostgreSQL database dump\n\nINSERT INTO dentists VALUES (1);\n',
    says: /SQL/,
  },
  {
    title: 'an email',
    content: 'From: a@example.com\r\nMIME-Version: 1.0\r\nSubject: List\r\n\r\nHello',
    says: /an email/,
  },
];
