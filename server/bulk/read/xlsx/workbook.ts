import { posix } from 'node:path';
import { Refusal } from '#server/base/http/errors.ts';
import { isDateFormat } from './cell-values.ts';
import { parseXml } from './parse-xml.ts';
import type { ZipFile } from './unzip.ts';

export interface Workbook {
  sheets: { name: string; path: string }[];
  uses1904: boolean;
  strings: string[];
  /** For each cell style, whether it shows dates. */
  dateStyles: boolean[];
}

/** The texts of a workbook are held in memory while it is read. */
const MAX_TEXT = 256 * 2 ** 20;
/** Memory that a text takes in addition to its characters. */
const TEXT_OVERHEAD = 32;
const MAX_SHEETS = 1_000;
/** Excel allows 255. */
const MAX_FORMAT_CODE = 1_000;

/** Reads everything of a workbook but its cells. */
export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const { sheets, uses1904 } = await readSheetList(zip);
  return {
    sheets,
    uses1904,
    strings: await readStrings(zip),
    dateStyles: await readDateStyles(zip),
  };
}

async function readSheetList(zip: ZipFile): Promise<Pick<Workbook, 'sheets' | 'uses1904'>> {
  const targets = new Map<string, string>();
  if (zip.has('xl/_rels/workbook.xml.rels'))
    await parseXml(await zip.open('xl/_rels/workbook.xml.rels'), {
      open(name, { Id, Target }) {
        if (name !== 'Relationship' || !Id || !Target) return;
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target));
      },
    });
  const sheets: Workbook['sheets'] = [];
  let uses1904 = false;
  await parseXml(await zip.open('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') uses1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      const path = targets.get(attributes['r:id'] ?? '');
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible' && path && zip.has(path))
        sheets.push({ name: attributes.name ?? `Sheet ${sheets.length + 1}`, path });
      if (sheets.length > MAX_SHEETS)
        throw new Refusal(
          413,
          'too_large',
          'This spreadsheet has more than 1,000 sheets. Save one of them as “CSV UTF-8” first.',
        );
    },
  });
  if (sheets.length === 0) throw new Refusal(422, 'not_csv', 'This spreadsheet has no sheet that we can read.');
  return { sheets, uses1904 };
}

async function readStrings(zip: ZipFile): Promise<string[]> {
  const strings: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return strings;
  let [current, size, isText, phonetic] = ['', 0, false, 0];
  const count = (length: number) => {
    size += length;
    if (size > MAX_TEXT)
      throw new Refusal(413, 'too_large', 'This spreadsheet holds too much text. Save it as “CSV UTF-8” first.');
  };
  await parseXml(await zip.open('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetic++;
      else if (name === 't') isText = phonetic === 0;
    },
    text(value) {
      if (!isText) return;
      current += value;
      count(value.length);
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'si') {
        strings.push(current);
        count(TEXT_OVERHEAD);
      }
    },
  });
  return strings;
}

async function readDateStyles(zip: ZipFile): Promise<boolean[]> {
  const styles: boolean[] = [];
  if (!zip.has('xl/styles.xml')) return styles;
  const codes = new Map<number, string>();
  let isInCellStyles = false;
  await parseXml(await zip.open('xl/styles.xml'), {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), (formatCode ?? '').slice(0, MAX_FORMAT_CODE));
      else if (name === 'cellXfs') isInCellStyles = true;
      else if (name === 'xf' && isInCellStyles)
        styles.push(isDateFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return styles;
}
