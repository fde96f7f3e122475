import { crc32, deflateRawSync } from 'node:zlib';

/** A zip file of these entries. */
export function writeZip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** A workbook in the form of the registry's deactivation report. */
export function writeDeactivationReport(rows: [npi: string, date: string][]): Buffer {
  const strings = ['CMS Deactivated NPI Report as of Nov 9 2026', 'NPI', 'NPPES Deactivation Date', ...rows.flat()];
  const cell = (ref: string, text: string) => `<c r="${ref}" t="s"><v>${strings.indexOf(text)}</v></c>`;
  const sheet = [
    `<row r="1">${cell('A1', strings[0]!)}</row>`,
    `<row r="2">${cell('A2', 'NPI')}${cell('B2', 'NPPES Deactivation Date')}</row>`,
    ...rows.map(([npi, date], i) => `<row r="${i + 3}">${cell(`A${i + 3}`, npi)}${cell(`B${i + 3}`, date)}</row>`),
  ];
  return writeZip({
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    'xl/workbook.xml': '<?xml version="1.0"?><workbook/>',
    'xl/sharedStrings.xml': `<?xml version="1.0"?><sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  });
}
