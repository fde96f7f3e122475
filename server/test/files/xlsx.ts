import { crc32, deflateRawSync } from 'node:zlib';

/** Builds a zip file of texts. `claimedSize` lies about the size of every entry. With `isStored`, nothing is compressed. */
export function buildZip(entries: Record<string, string | Buffer>, claimedSize?: number, isStored = false): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const packed = isStored ? data : deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, attributes, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end]);
}

type SheetCell = string | number | { xml: string };
const escapeXml = (text: string) => text.replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** The XML of one sheet. A cell given as XML may use styles: 1 is a date, 2 a date and time. */
export const buildSheet = (rows: SheetCell[][]): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells
          .map((cell, column) => {
            const at = `${columnName(column)}${row + 1}`;
            if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${at}"`);
            if (cell === '') return '';
            return typeof cell === 'number'
              ? `<c r="${at}"><v>${cell}</v></c>`
              : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
          })
          .join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

/** Builds an .xlsx file as spreadsheets save it. */
export function buildXlsx(
  sheets: Record<string, SheetCell[][] | string>,
  strings: string[] = [],
  claimedSize?: number,
): Buffer {
  const names = Object.keys(sheets);
  return buildZip(
    {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="m/d/yy h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
      ...Object.fromEntries(
        Object.values(sheets).map((sheet, i) => [
          `xl/worksheets/sheet${i + 1}.xml`,
          typeof sheet === 'string' ? sheet : buildSheet(sheet),
        ]),
      ),
    },
    claimedSize,
  );
}
