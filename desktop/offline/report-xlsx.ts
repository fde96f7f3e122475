import type { ReportDocument, ReportTable } from '#shared/insights/report.ts';
import type { Period } from '#shared/insights/report-zone.ts';
import { formatPeriod } from './report-dates.ts';
import { makeZip } from './zip.ts';

/** Styles of cells, as indexes into the list in `STYLES`. */
const style = { plain: 0, header: 1, number: 2, percent: 3, date: 4, title: 5, seconds: 6 } as const;
interface Cell {
  value: string | number | null;
  style: (typeof style)[keyof typeof style];
}

const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.##"/><numFmt numFmtId="165" formatCode="mmm d, yyyy"/><numFmt numFmtId="166" formatCode="0.0%"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="16"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="2" applyFont="1"/><xf numFmtId="45" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** XML allows few control characters. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** 0 is A, 26 is AA. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** Excel counts days from the last one of 1899. */
const toSerialDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;

const toCell = (key: string, value: string | number | null | undefined): Cell => {
  if (typeof value === 'number') return { value, style: style.number };
  const isDay = key === 'day' && value != null && /^\d{4}-\d\d-\d\d$/.test(value);
  return isDay ? { value: toSerialDay(value), style: style.date } : { value: value ?? null, style: style.plain };
};
const header = (label: string): Cell => ({ value: label, style: style.header });

const tableCells = ({ columns, rows }: ReportTable): Cell[][] => [
  columns.map(({ label }) => header(label)),
  ...rows.map((row) => columns.map(({ key }) => toCell(key, row[key]))),
];

function figureCells(title: string, { figures }: ReportDocument, period: Period, previous: Period): Cell[][] {
  const toFigure = (value: number | null, unit: 'count' | 'percent' | 'seconds'): Cell => {
    if (unit === 'seconds') return { value: value && value / 86_400, style: style.seconds };
    return { value, style: unit === 'percent' ? style.percent : style.number };
  };
  return [
    [{ value: title, style: style.title }],
    [],
    [header('Figure'), header(formatPeriod(period)), header(formatPeriod(previous))],
    ...figures.map(({ label, value, previous: before, unit }) => [
      { value: label, style: style.plain },
      toFigure(value, unit),
      toFigure(before, unit),
    ]),
  ];
}

/** A text that starts like a formula is safe, because a text cell is never calculated. */
function cellXml({ value, style: styleIndex }: Cell, at: string): string {
  if (value === null) return '';
  const attributes = `r="${at}"${styleIndex > 0 ? ` s="${styleIndex}"` : ''}`;
  return typeof value === 'number'
    ? `<c ${attributes}><v>${value}</v></c>`
    : `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

/** As wide as the longest text, within limits. The title may run over. */
function columnWidths(rows: Cell[][]): string {
  const cells = rows.filter((row) => row.length > 1);
  const count = Math.max(1, ...cells.map((row) => row.length));
  return Array.from({ length: count }, (_, column) => {
    const longest = Math.max(12, ...cells.map((row) => String(row[column]?.value ?? '').length + 2));
    return `<col min="${column + 1}" max="${column + 1}" width="${Math.min(60, longest)}" customWidth="1"/>`;
  }).join('');
}

/** `frozenRows` stay in view while the others scroll. */
function sheetXml(rows: Cell[][], frozenRows: number): string {
  const data = rows.map(
    (row, y) => `<row r="${y + 1}">${row.map((cell, x) => cellXml(cell, `${columnName(x)}${y + 1}`)).join('')}</row>`,
  );
  const pane = `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`;
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columnWidths(rows)}</cols><sheetData>${data.join('')}</sheetData></worksheet>`;
}

/** A sheet's name has at most 31 characters, and some are not allowed. */
const sheetName = (title: string): string => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

/** A report as a workbook: one sheet for the figures, and one for each table. */
export function reportXlsx(
  title: string,
  report: ReportDocument,
  { period, previous }: { period: Period; previous: Period },
): Buffer {
  const sheets = [
    { name: 'Figures', rows: figureCells(title, report, period, previous), frozenRows: 3 },
    ...report.tables.map((table) => ({ name: sheetName(table.title), rows: tableCells(table), frozenRows: 1 })),
  ];
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const files: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships ${packageRelations}>${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    ...sheets.map(({ rows, frozenRows }, at): [string, string] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      sheetXml(rows, frozenRows),
    ]),
  ];
  return makeZip(files.map(([name, xml]) => ({ name, text: declaration + xml })));
}
