import { expect, it } from 'vitest';
import { buildZip } from '#server/test/files/xlsx.ts';
import { detectFileKind } from './file-kinds.ts';

it.each([
  ['image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['image', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['image', Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ')],
  ['image', Buffer.from('\0\0\0\x18ftypheic')],
  ['pdf', Buffer.from('%PDF-1.7')],
  ['xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['zip', Buffer.from('PK\x03\x04')],
  ['compressed', Buffer.from([0x1f, 0x8b])],
  ['compressed', Buffer.from('Rar!\x1a\x07\x01')],
  ['utf-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ['binary', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0')],
  ['ods', buildZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }, undefined, true)],
  ['json', Buffer.from('\ufeff[\n  {"name": "Ann"}\n]')],
  ['json', Buffer.from('{"listings": []}')],
  ['html', Buffer.from('\n<!DOCTYPE html><html><body><table>')],
  ['html', Buffer.from('<table border="1"><tr><td>name')],
  ['xml', Buffer.from('<?xml version="1.0"?><Workbook>')],
  [null, Buffer.from('[name],{city}\nAnn,Boston\n')],
  [null, Buffer.from('<name>,city\nAnn,Boston\n')],
  [null, Buffer.from('name,city\nAnn,Boston\n')],
  [null, Buffer.from('\ufeffname,city\n', 'utf16le')],
  [null, Buffer.from('name,city\n', 'utf16le')],
  [null, Buffer.from('RIFF,name\nx,Ann\n')],
  [null, Buffer.from('José,Núñez\n', 'latin1')],
])('recognizes %s', (kind, bytes) => {
  expect(detectFileKind(bytes)).toBe(kind);
});
